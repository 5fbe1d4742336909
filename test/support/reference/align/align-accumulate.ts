import {
  type AlignAccumulateArgs,
  alignSumColumns,
  alignTile,
  alignTileColumns,
} from "../../../../src/kernels/declarations/align.ts";
import { pollCancel } from "../poll-cancel.ts";

export function alignAccumulate(args: AlignAccumulateArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  for (let i = rowBegin; i < rowEnd; i++) {
    pollCancel(cancel);
    const tile = args.tiles.subarray(i * alignTileColumns, (i + 1) * alignTileColumns);
    addTile(args, tile, args.sums.subarray(i * alignSumColumns, (i + 1) * alignSumColumns));
  }
}

function addTile(args: AlignAccumulateArgs, tile: Int32Array, out: Float64Array): void {
  const { template, blocked, templateStride, minSquare, tukey } = args;
  const [x, y, width, height, templateAt] = tile;
  const half = (a: number, b: number) => Math.fround(template[a] - template[b]) * 0.5;
  out.fill(0);
  for (let j = 0; j < height; j++) {
    const ends = [x, x + width].map((end) => placeOf(args.transform, tile, end, y + j));
    for (let i = 0; i < width; i++) {
      const at = templateAt + j * templateStride + i;
      // Rounded to floats like the native kernel, so that both use the same pixels.
      const gx = half(at + 1, at - 1);
      const gy = half(at + templateStride, at - templateStride);
      const squared = Math.fround(Math.fround(gx * gx) + Math.fround(gy * gy));
      if (blocked[at] || squared < minSquare) continue;
      const share = i / width;
      const px = ends[0].x + (ends[1].x - ends[0].x) * share;
      const py = ends[0].y + (ends[1].y - ends[0].y) * share;
      if (!(px >= 1 && py >= 1 && px < tile[alignTile.frameWidth] - 2 && py < tile[alignTile.frameHeight] - 2))
        continue;
      const t = template[at];
      const f = valueAt(args, tile[alignTile.frameAt], px, py);
      const r = f - t;
      const weight = Math.max(0, 1 - (r / tukey) ** 2) ** 2;
      const terms = [gx * gx, gx * gy, gy * gy, gx * r, gy * r].map((term) => weight * term);
      for (const [k, term] of [...terms, t * t, f * f, t * f, 1, r * r].entries()) out[k] += term;
    }
  }
}

/** Within the frame's patch. */
function placeOf(h: Float64Array, tile: Int32Array, x: number, y: number): { x: number; y: number } {
  const scale = 1 / (h[6] * x + h[7] * y + h[8]);
  return {
    x: (h[0] * x + h[1] * y + h[2]) * scale - tile[alignTile.frameX],
    y: (h[3] * x + h[4] * y + h[5]) * scale - tile[alignTile.frameY],
  };
}

/** The 4 × 4 samples around the point must exist. */
function valueAt({ frame, frameStride, spline }: AlignAccumulateArgs, from: number, x: number, y: number): number {
  const weightsOf = spline ? splineWeights : catmullRomWeights;
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const wx = weightsOf(x - x0);
  const wy = weightsOf(y - y0);
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const at = from + (y0 + j - 1) * frameStride + x0 - 1;
    sum += wy[j] * (wx[0] * frame[at] + wx[1] * frame[at + 1] + wx[2] * frame[at + 2] + wx[3] * frame[at + 3]);
  }
  return sum;
}

/** Cubic convolution with a = −1/2 (Keys 1981). */
function catmullRomWeights(t: number): [number, number, number, number] {
  return [
    ((-0.5 * t + 1) * t - 0.5) * t,
    (1.5 * t - 2.5) * t * t + 1,
    ((-1.5 * t + 2) * t + 0.5) * t,
    (0.5 * t - 0.5) * t * t,
  ];
}

function splineWeights(t: number): [number, number, number, number] {
  return [(1 - t) ** 3 / 6, (t / 2 - 1) * t * t + 2 / 3, (3 * t + 3 * t ** 2 - 3 * t ** 3 + 1) / 6, t ** 3 / 6];
}
