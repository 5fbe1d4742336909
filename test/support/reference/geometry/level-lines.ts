import type { LevelLinesArgs } from "../../../../src/kernels/declarations/geometry.ts";
import { pollCancel } from "../poll-cancel.ts";

export function levelLines(args: LevelLinesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { light, width, height } = args;
  const rows = new Map<number, Float32Array>();
  for (let y = Math.max(0, rowBegin - 1); y < Math.min(height, rowEnd + 1); y++) rows.set(y, smoothRow(args, y));
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    light.set(rows.get(y)!, y * width);
    for (let x = 0; x < width; x++) {
      const isInside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
      const { size, gx, gy } = isInside ? gradientAt(rows, x, y) : { size: 0, gx: 0, gy: 0 };
      writeGradient(args, y * width + x, size, gx, gy);
    }
  }
}

function writeGradient(args: LevelLinesArgs, i: number, size: number, gx: number, gy: number): void {
  const { magnitude, directionX, directionY, minMagnitude, maxSlopeX, maxSlopeY } = args;
  const [sizeX, sizeY] = [Math.abs(gx), Math.abs(gy)];
  const counts = size > 0 && size >= minMagnitude && !(sizeY > sizeX * maxSlopeY) && !(sizeX > sizeY * maxSlopeX);
  magnitude[i] = counts ? size : 0;
  directionX[i] = counts ? gx / size : 0;
  directionY[i] = counts ? gy / size : 0;
}

function gradientAt(rows: ReadonlyMap<number, Float32Array>, x: number, y: number) {
  const [above, here, below] = [rows.get(y - 1)!, rows.get(y)!, rows.get(y + 1)!];
  const [falling, rising] = [below[x + 1] - above[x - 1], above[x + 1] - below[x - 1]];
  const gx = (10 * (here[x + 1] - here[x - 1]) + 3 * (falling + rising)) / 32;
  const gy = (10 * (below[x] - above[x]) + 3 * (falling - rising)) / 32;
  return { size: Math.sqrt(gx * gx + gy * gy), gx, gy };
}

function smoothRow(args: LevelLinesArgs, y: number): Float32Array {
  const rows = [-2, -1, 0, 1, 2].map((step) => smoothAlong(args, clamp(y + step, args.height)));
  return Float32Array.from({ length: args.width }, (_, x) => binomial((k) => rows[k + 2][x]));
}

function smoothAlong({ source, width, channels, red, green, blue }: LevelLinesArgs, y: number): Float32Array {
  const start = y * width * channels;
  const row =
    channels === 1
      ? source.slice(start, start + width)
      : Float32Array.from({ length: width }, (_, x) => {
          const at = start + 3 * x;
          return red * source[at] + green * source[at + 1] + blue * source[at + 2];
        });
  return Float32Array.from({ length: width }, (_, x) => binomial((k) => row[clamp(x + k, width)]));
}

function binomial(at: (step: number) => number): number {
  return (at(-2) + at(2) + 4 * (at(-1) + at(1)) + 6 * at(0)) / 16;
}

function clamp(index: number, size: number): number {
  return Math.min(size - 1, Math.max(0, index));
}
