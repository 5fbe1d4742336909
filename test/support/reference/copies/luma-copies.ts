import { maxValueOf } from "../../../../src/image/index.ts";
import type { LumaCopiesArgs } from "../../../../src/kernels/declarations/copies.ts";
import { pollCancel } from "../poll-cancel.ts";

export function lumaCopies(args: LumaCopiesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { fine, luma, peak, factor, coarsening } = args;
  const [fineWidth, fineHeight] = [args.width, args.height].map((size) => Math.floor(size / factor));
  const [width, height] = [fineWidth, fineHeight].map((size) => Math.floor(size / coarsening));
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let row = y * coarsening; row < Math.min(fineHeight, (y + 1) * coarsening); row++) {
      for (let x = 0; x < fineWidth; x++)
        fine[row * fineWidth + x] = lumaOf(blockMeans(args, x, row, factor)) * 65535 + 0.5;
    }
    if (y >= height) continue;
    for (let x = 0; x < width; x++) {
      const means = blockMeans(args, x, y, factor * coarsening);
      luma[y * width + x] = lumaOf(means);
      peak[y * width + x] = Math.max(...means);
    }
  }
}

/** Mean of each channel in block (column, row), 1.0 = full scale. */
function blockMeans({ source, width }: LumaCopiesArgs, column: number, row: number, edge: number): number[] {
  const sums = [0, 0, 0];
  for (let y = row * edge; y < (row + 1) * edge; y++) {
    for (let x = column * edge; x < (column + 1) * edge; x++) {
      for (let c = 0; c < 3; c++) sums[c] += source[3 * (y * width + x) + c];
    }
  }
  return sums.map((sum) => sum / (edge * edge * maxValueOf(source)));
}

function lumaOf([red, green, blue]: readonly number[]): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
