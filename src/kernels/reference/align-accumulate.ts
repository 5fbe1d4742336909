import type { F32, U8 } from "../../image/index.ts";
import { pollCancel } from "./poll-cancel.ts";

/** Where a block keeps what: JᵀWJ (8 × 8), JᵀWr (8), Σt², Σf², Σt·f, and a histogram of |r|. */
export const alignSums = { hessian: 0, gradient: 64, tt: 72, ff: 73, tf: 74, histogram: 75 };
export const alignHistogramBins = 128;
export const alignSumsPerBlock = alignSums.histogram + alignHistogramBins;

/**
 * Normal equations of one inverse-compositional Gauss–Newton step (Baker & Matthews 2004, eq. 35-37) for a homography.
 *
 * For each template pixel that is not `blocked`, at least `marginPx` inside both pictures, and whose squared gradient reaches
 * `leastSquare`: residual r = frame(transform(x, y)) − template(x, y), read by Catmull-Rom interpolation;
 * J = ∇template · ∂warp/∂p with p in pixels at coordinates u, v = (x − cx, y − cy) / (longer edge / 2):
 * [gx, gy, gx·u, gx·v, gy·u, gy·v, −q·u, −q·v], q = gx·u + gy·v; weight: Tukey's biweight (1 − (r/tukey)²)², 0 beyond.
 * Histogram bin of r: ⌊√min(1, |r|) · 127⌋.
 *
 * Tiles are `tilePx` square. A row of tiles is one block of sums, whatever the bands, so that the order of additions is fixed.
 * Pixels of tiles that are not `open` add to `tileSums` alone. `sums` is tilesY × {@link alignSumsPerBlock}, `tileSums` is
 * tilesY × tilesX × {Σt², Σt·f, count}, both overwritten. Rows are rows of tiles, not of pixels.
 */
export interface AlignAccumulateArgs {
  readonly template: F32;
  /** 1 where a pixel must not be used. */
  readonly blocked: U8;
  readonly frame: F32;
  readonly width: number;
  readonly height: number;
  /** Template pixel → frame pixel, row-major 3 × 3. */
  readonly transform: Float64Array<SharedArrayBuffer>;
  readonly tilePx: number;
  /** ⌈width / tilePx⌉ × ⌈height / tilePx⌉. */
  readonly open: U8;
  readonly leastSquare: number;
  /** At least 2. */
  readonly marginPx: number;
  readonly tukey: number;
  readonly sums: Float64Array<SharedArrayBuffer>;
  readonly tileSums: Float64Array<SharedArrayBuffer>;
}

export function alignAccumulate(args: AlignAccumulateArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const {
    template,
    blocked,
    width,
    height,
    transform: h,
    tilePx,
    open,
    leastSquare,
    marginPx,
    tukey,
    sums,
    tileSums,
  } = args;
  const tilesX = Math.ceil(width / tilePx);
  const [centreX, centreY] = [(width - 1) / 2, (height - 1) / 2];
  const unit = 2 / Math.max(width, height);
  const jacobian = new Float64Array(8);
  for (let block = rowBegin; block < rowEnd; block++) {
    pollCancel(cancel);
    const out = sums.subarray(block * alignSumsPerBlock, (block + 1) * alignSumsPerBlock);
    out.fill(0);
    tileSums.fill(0, block * tilesX * 3, (block + 1) * tilesX * 3);
    const first = Math.max(marginPx, block * tilePx);
    const last = Math.min(height - marginPx, (block + 1) * tilePx);
    for (let y = first; y < last; y++) {
      for (let x = marginPx; x < width - marginPx; x++) {
        const at = y * width + x;
        // Rounded to floats as the native kernel does, so that both take the same pixels.
        const gx = Math.fround(template[at + 1] - template[at - 1]) * 0.5;
        const gy = Math.fround(template[at + width] - template[at - width]) * 0.5;
        const squared = Math.fround(Math.fround(gx * gx) + Math.fround(gy * gy));
        const tile = block * tilesX + Math.floor(x / tilePx);
        if (blocked[at] || squared < leastSquare) continue;
        const scale = 1 / (h[6] * x + h[7] * y + h[8]);
        const fx = (h[0] * x + h[1] * y + h[2]) * scale;
        const fy = (h[3] * x + h[4] * y + h[5]) * scale;
        if (!(fx >= marginPx && fy >= marginPx && fx < width - 1 - marginPx && fy < height - 1 - marginPx)) continue;
        const value = catmullRomAt(args.frame, width, fx, fy);
        const u = (x - centreX) * unit;
        const v = (y - centreY) * unit;
        const q = gx * u + gy * v;
        jacobian.set([gx, gy, gx * u, gx * v, gy * u, gy * v, -q * u, -q * v]);
        tileSums[tile * 3] += template[at] * template[at];
        tileSums[tile * 3 + 1] += template[at] * value;
        tileSums[tile * 3 + 2] += 1;
        if (open[tile]) addPixel(out, jacobian, template[at], value, tukey);
      }
    }
  }
}

function addPixel(out: Float64Array, jacobian: Float64Array, t: number, f: number, tukey: number): void {
  const r = f - t;
  const size = Math.min(1, Math.abs(r));
  out[alignSums.histogram + Math.floor(Math.sqrt(size) * (alignHistogramBins - 1))] += 1;
  out[alignSums.tt] += t * t;
  out[alignSums.ff] += f * f;
  out[alignSums.tf] += t * f;
  const ratio = r / tukey;
  const inside = 1 - ratio * ratio;
  if (inside <= 0) return;
  const weight = inside * inside;
  for (let i = 0; i < 8; i++) {
    const wj = weight * jacobian[i];
    out[alignSums.gradient + i] += wj * r;
    for (let j = 0; j < 8; j++) out[alignSums.hessian + i * 8 + j] += wj * jacobian[j];
  }
}

/** Cubic convolution with a = −1/2 (Keys 1981); the 4 × 4 samples around the point must exist. */
function catmullRomAt(plane: F32, width: number, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const wx = catmullRomWeights(x - x0);
  const wy = catmullRomWeights(y - y0);
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const at = (y0 + j - 1) * width + x0 - 1;
    sum += wy[j] * (wx[0] * plane[at] + wx[1] * plane[at + 1] + wx[2] * plane[at + 2] + wx[3] * plane[at + 3]);
  }
  return sum;
}

function catmullRomWeights(t: number): [number, number, number, number] {
  return [
    ((-0.5 * t + 1) * t - 0.5) * t,
    (1.5 * t - 2.5) * t * t + 1,
    ((-1.5 * t + 2) * t + 0.5) * t,
    (0.5 * t - 0.5) * t * t,
  ];
}
