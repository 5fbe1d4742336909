import type { Plane } from "../../src/ops/index.ts";

export interface MefSsimResult {
  /** 1 if the fused picture has the desired structure in every patch, otherwise lower. */
  readonly score: number;
  /** Mean similarity at full, half and quarter size. */
  readonly scales: readonly number[];
  /**
   * Similarity of every window of each scale, at the window's first pixel; 7 pixels less than the scale's picture in
   * both directions.
   */
  readonly maps: readonly Plane[];
}

/** Edge of the square windows, px. */
const windowPx = 8;
/** Weights of the scales, finest first: the first three of MS-SSIM, as in the paper. */
const scaleWeights = [0.0448, 0.2856, 0.3001];
/** Stabiliser of the similarity, for a full scale of 1. */
const c2 = 0.03 ** 2;
/** Upper bound of the exponent p, which is unbounded if all frames agree. */
const steepest = 10;
/** Energy of a window (sum of squared deviations) below which it is flat: less than one 8-bit step in one channel. */
const flatEnergy = 1e-9;

/**
 * MEF-SSIM of a fused picture: Ma, Zeng, Wang, "Perceptual quality assessment for multi-exposure image fusion", IEEE
 * TIP 24(11),
 * 2015. Planes of display luma, one size, at least 32 pixels along the shorter edge. Throws `RangeError` for other
 *       sizes.
 */
export function mefSsim(fused: Plane, frames: readonly Plane[]): MefSsimResult {
  return prepareMefSsim(frames)(fused);
}

/** Desired structure at one scale: the desired patch of every window is x̂ = Σ shares[k] · (x_k − mean of x_k). */
interface Desired {
  readonly frames: readonly Plane[];
  readonly sums: readonly Float64Array[];
  readonly shares: readonly Float64Array[];
  /** Energy of the desired patch: that of the frame with the highest contrast. */
  readonly energy: Float64Array;
}

/** Precomputes everything that depends only on the frames, for scoring several fused pictures. */
export function prepareMefSsim(frames: readonly Plane[]): (fused: Plane) => MefSsimResult {
  checkSizes(frames);
  const scales: Desired[] = [];
  let planes = frames.map(centre);
  for (let scale = 0; scale < scaleWeights.length; scale++) {
    if (scale > 0) planes = planes.map(halve);
    scales.push(desiredPatches(planes));
  }
  return (fused) => {
    checkSizes([frames[0], fused]);
    const maps: Plane[] = [];
    let plane = centre(fused);
    for (const [i, desired] of scales.entries()) {
      if (i > 0) plane = halve(plane);
      maps.push(compare(plane, desired));
    }
    const means = maps.map(({ data }) => Math.max(1e-6, data.reduce((sum, value) => sum + value, 0) / data.length));
    const total = scaleWeights.reduce((sum, weight) => sum + weight, 0);
    const score = means.reduce((product, mean, i) => product * mean ** (scaleWeights[i] / total), 1);
    return { score, scales: means, maps };
  };
}

function checkSizes(planes: readonly Plane[]): void {
  if (planes.length === 0) throw new RangeError("mef-ssim: expected at least one frame, got none");
  const [{ width, height }] = planes;
  const least = windowPx << (scaleWeights.length - 1);
  if (!(Math.min(width, height) >= least))
    throw new RangeError(`mef-ssim: expected at least ${least} × ${least} pixels, got ${width} × ${height}`);
  for (const plane of planes) {
    if (plane.width !== width || plane.height !== height)
      throw new RangeError(
        `mef-ssim: expected planes of one size, got ${width} × ${height} and ${plane.width} × ${plane.height}`,
      );
    if (plane.data.length !== width * height)
      throw new RangeError(`mef-ssim: expected ${width * height} samples, got ${plane.data.length}`);
  }
}

/** Centres values around 0, which improves the precision of the variances; the measure is invariant to a constant. */
function centre({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((value) => value - 0.5) };
}

/**
 * Halves the size by means of 2 × 2 pixels, those of an even position and the ones before it; edges repeat. The paper
 * does not specify the phase; on real brackets the other one changes scores by up to 0.001.
 */
function halve({ width, height, data }: Plane): Plane {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const target = new Float32Array(half.width * half.height);
  for (let y = 0, i = 0; y < half.height; y++) {
    const below = 2 * y * width;
    const above = Math.max(0, below - width);
    for (let x = 0; x < half.width; x++, i++) {
      const right = 2 * x;
      const left = Math.max(0, right - 1);
      target[i] = (data[above + left] + data[above + right] + data[below + left] + data[below + right]) / 4;
    }
  }
  return { ...half, data: target };
}

/**
 * Section III-A: contrast by eq. 4, structure by eq. 5 to 9. Patches are not stored: all norms are computed from window
 * sums.
 */
function desiredPatches(frames: readonly Plane[]): Desired {
  const count = frames.length;
  const sums = frames.map((frame) => windowSums(frame));
  const gram: Float64Array[][] = frames.map(() => []);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      gram[i][j] = windowEnergies(frames[i], frames[j], sums[i], sums[j]);
      gram[j][i] = gram[i][j];
    }
  }
  const windows = sums[0].length;
  const energy = new Float64Array(windows);
  const shares = frames.map(() => new Float64Array(windows));
  const norms = new Float64Array(count);
  const parts = new Float64Array(count);
  for (let at = 0; at < windows; at++) {
    let highest = 0;
    for (let k = 0; k < count; k++) {
      const own = gram[k][k][at];
      norms[k] = own > flatEnergy ? Math.sqrt(own) : 0;
      highest = Math.max(highest, norms[k]);
    }
    if (highest === 0) continue;
    energy[at] = highest * highest;
    weighStructures(gram, at, norms, highest, parts);
    const length = Math.sqrt(Math.max(0, quadraticForm(gram, at, parts)));
    if (length < 1e-9) continue;
    for (let k = 0; k < count; k++) shares[k][at] = (parts[k] * highest) / length;
  }
  return { frames, sums, shares, energy };
}

/** Weights of the frames' zero-mean patches in the mean structure (eq. 6 to 9, before normalisation). */
function weighStructures(
  gram: readonly (readonly Float64Array[])[],
  at: number,
  norms: Float64Array,
  highest: number,
  parts: Float64Array,
): void {
  let total = 0;
  for (let k = 0; k < norms.length; k++) total += norms[k];
  parts.fill(1);
  const consistency = Math.sqrt(Math.max(0, quadraticForm(gram, at, parts))) / total;
  const exponent = consistency >= 1 ? steepest : Math.min(steepest, Math.tan((Math.PI / 2) * consistency));
  let sum = 0;
  for (let k = 0; k < norms.length; k++) {
    // Divided by the largest norm, as powers of small norms would underflow.
    const weight = norms[k] === 0 ? 0 : (norms[k] / highest) ** exponent;
    parts[k] = norms[k] === 0 ? 0 : weight / norms[k];
    sum += weight;
  }
  for (let k = 0; k < norms.length; k++) parts[k] /= sum;
}

function quadraticForm(gram: readonly (readonly Float64Array[])[], at: number, parts: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < parts.length; i++) {
    sum += parts[i] * parts[i] * gram[i][i][at];
    for (let j = 0; j < i; j++) sum += 2 * parts[i] * parts[j] * gram[i][j][at];
  }
  return sum;
}

/** Similarity of contrast and structure of every window with the desired patch (eq. 11). */
function compare(fused: Plane, { frames, sums, shares, energy }: Desired): Plane {
  const own = windowSums(fused);
  const fusedEnergy = windowEnergies(fused, fused, own, own);
  const shared = new Float64Array(own.length);
  for (const [k, frame] of frames.entries()) {
    const common = windowEnergies(frame, fused, sums[k], own);
    for (let at = 0; at < shared.length; at++) shared[at] += shares[k][at] * common[at];
  }
  const freedom = windowPx ** 2 - 1;
  const data = new Float32Array(own.length);
  for (let at = 0; at < data.length; at++) {
    const variances = (energy[at] + Math.max(0, fusedEnergy[at])) / freedom;
    data[at] = ((2 * shared[at]) / freedom + c2) / (variances + c2);
  }
  return { width: fused.width - windowPx + 1, height: fused.height - windowPx + 1, data };
}

/** Σ (a − mean a)(b − mean b) over every whole window. */
function windowEnergies(a: Plane, b: Plane, sumsA: Float64Array, sumsB: Float64Array): Float64Array {
  const sums = windowSums(a, b);
  for (let at = 0; at < sums.length; at++) sums[at] -= (sumsA[at] * sumsB[at]) / windowPx ** 2;
  return sums;
}

/** Sums of a plane, or of the product of two, over every whole window, by running sums along columns and rows. */
function windowSums({ width, height, data: a }: Plane, factor?: Plane): Float64Array {
  const across = width - windowPx + 1;
  const sums = new Float64Array(across * (height - windowPx + 1));
  const columns = new Float64Array(width);
  const b = factor?.data;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const gone = row - windowPx * width;
    for (let x = 0; x < width; x++) {
      columns[x] += b ? a[row + x] * b[row + x] : a[row + x];
      if (gone >= 0) columns[x] -= b ? a[gone + x] * b[gone + x] : a[gone + x];
    }
    if (y < windowPx - 1) continue;
    const target = (y - windowPx + 1) * across;
    let sum = 0;
    for (let x = 0; x < windowPx - 1; x++) sum += columns[x];
    for (let x = 0; x < across; x++) {
      sum += columns[x + windowPx - 1];
      sums[target + x] = sum;
      sum -= columns[x];
    }
  }
  return sums;
}
