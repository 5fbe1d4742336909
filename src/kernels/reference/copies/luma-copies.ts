import { maxValueOf } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, oneOf, out, samples, size, sizeUpTo, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Small copies of a frame (width × height × 3, 8 or 16 bits) in one pass over it. `fine` is the Rec. 601 luma of the
 * means of factor × factor blocks (1 to 64), ⌊width/factor⌋ × ⌊height/factor⌋, 65535 = full scale; `luma` and `peak`
 * (the largest channel) are of blocks `coarsening` times as wide and high, rounded down again, 1.0 = full scale.
 * Incomplete blocks at the right and lower border are left out. Rows are those of `luma`, and one more where `fine` has
 * a row beyond them.
 */
export const lumaCopiesArgs = declareKernel({
  rows: "(height / factor + coarsening - 1) / coarsening",
  args: {
    source: samples("S", "width", "height", 3),
    fine: out(u16("width / factor", "height / factor")),
    luma: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    peak: out(f32("width / factor / coarsening", "height / factor / coarsening")),
    width: size,
    height: size,
    factor: sizeUpTo(64),
    coarsening: oneOf(1, 2),
  },
});
export type LumaCopiesArgs = ArgsOf<typeof lumaCopiesArgs>;

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

/** Of each channel in block (column, row), 1.0 = full scale. */
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
