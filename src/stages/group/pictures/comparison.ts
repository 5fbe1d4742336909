import { type Plane, ssim } from "../../../ops/index.ts";
import { dim, sameness, small } from "./params.ts";
import { countOf, type Layer, lightEv, type Picture, rankOf } from "./picture.ts";
import { bestShift, type Layers, type Shift } from "./shift-search.ts";

/** How similar two frames are as pictures of one scene, independent of exposure. */
export interface Comparison {
  /** The share of the picture that is well exposed in both frames, 0 to 1. */
  readonly coverage: number;
  /** SSIM of the rank-equalised frames where both are well exposed; 0 if the gradients already show two scenes. */
  readonly structure: number;
  /** Correlation of the gradients there, −1 to 1. */
  readonly gradient: number;
  /** Median of log2(light of b / light of a) where both are well exposed: the exposure step if both show one scene. */
  readonly stepEv: number;
}

/**
 * Likeness of two frames as one number: gradients distinguish scenes more sharply than windows of ranks, in which two
 * rooms may share bright and dark sides.
 */
export function likenessOf(comparison: Comparison): number {
  return (comparison.structure + 2 * comparison.gradient) / 3;
}

export function isSameScene(comparison: Comparison | undefined): comparison is Comparison {
  return (
    comparison !== undefined && comparison.coverage >= sameness.coverage && likenessOf(comparison) >= sameness.likeness
  );
}

const still: Shift = { dx: 0, dy: 0 };

const nothing: Comparison = { coverage: 0, structure: 0, gradient: 0, stepEv: 0 };

/**
 * Compares two frames at the small shift that fits best. Pairs whose coarse layers clearly differ are judged on those
 * alone.
 */
export function comparePictures(a: Picture, b: Picture): Comparison {
  if (!haveOneShape(a.fine, b.fine)) return nothing;
  const byEdges = compareEdges(a, b);
  return isSameScene(byEdges) ? byEdges : (compareDim(a, b) ?? byEdges);
}

/** Compares by light only, if the camera did not move and one of the frames is dim. */
function compareDim(a: Picture, b: Picture): Comparison | undefined {
  if (Math.min(a.brightness, b.brightness) > dim.brightness) return undefined;
  const { coverage, correlation } = lightChange(a, b);
  if (coverage < dim.coverage || correlation < dim.correlation) return undefined;
  return { coverage, structure: dim.likeness, gradient: dim.likeness, stepEv: meanStep(a.fine, b.fine) };
}

/** Step between the mean light of both, EV: noise dominates the median of a dim frame's light, but hardly its sum. */
function meanStep(a: Layer, b: Layer): number {
  let [sumA, sumB] = [0, 0];
  for (let i = 0; i < a.usable.length; i++) {
    if ((a.usable[i] & b.usable[i]) === 0) continue;
    sumA += 2 ** lightEv(a.luma.data[i]);
    sumB += 2 ** lightEv(b.luma.data[i]);
  }
  return Math.log2(sumB / sumA);
}

function compareEdges(a: Picture, b: Picture): Comparison {
  const fine = { a: a.fine, b: b.fine };
  const coarse = { a: a.coarse, b: b.coarse };
  const rough = bestShift(coarse, still, sameness.coarseReachPx, 1);
  const byCoarse = compareOverlap(overlapOf(coarse, rough));
  // With little overlap the coarse fit is chance, so the fine layers are searched around no shift at all.
  const isTrusted = byCoarse.coverage >= sameness.coarseCoverage;
  if (isTrusted && byCoarse.gradient < sameness.minGradient) return byCoarse;
  const middle = isTrusted ? { dx: rough.dx * small.coarseFactor, dy: rough.dy * small.coarseFactor } : still;
  return compareOverlap(overlapOf(fine, bestShift(fine, middle, sameness.fineReachPx, isTrusted ? 2 : 1)));
}

/**
 * Correlation of the gradients of the coarse layers without any shift, to preselect pairs: a thousandth of the work of
 * {@link comparePictures}.
 */
export function roughLikeness({ coarse: a }: Picture, { coarse: b }: Picture): number {
  if (a.luma.width !== b.luma.width || a.luma.height !== b.luma.height) return 0;
  const both = new Uint8Array(a.usable.length);
  for (let i = 0; i < both.length; i++) both[i] = a.usable[i] & b.usable[i];
  return countOf(both) < sameness.minRoughPixels ? 0 : gradientCorrelation(a.ranks, b.ranks, both);
}

const stepBins = sameness.lightRangeEv / sameness.stepBinEv;

function haveOneShape(a: Layer, b: Layer): boolean {
  return Math.abs(a.luma.width - b.luma.width) <= 2 && Math.abs(a.luma.height - b.luma.height) <= 2;
}

/** The overlapping parts of two shifted frames. */
interface Overlap {
  readonly a: Plane;
  readonly b: Plane;
  readonly usable: Uint8Array;
}

function compareOverlap({ a, b, usable }: Overlap): Comparison {
  const count = countOf(usable);
  const coverage = count / usable.length;
  if (count < sameness.minPixels) return { ...nothing, coverage };
  const ranksA: Plane = { ...a, data: rankOf(a.data, usable) };
  const ranksB: Plane = { ...b, data: rankOf(b.data, usable) };
  const gradient = gradientCorrelation(ranksA, ranksB, usable);
  if (gradient < sameness.minGradient) return { ...nothing, coverage, gradient };
  return {
    coverage,
    structure: ssim(ranksA, ranksB, { mask: usable, step: sameness.windowStepPx }).score,
    gradient,
    stepEv: medianStep(a.data, b.data, usable),
  };
}

/** Cosine between the gradient fields, over pixels whose neighbours are usable too. */
function gradientCorrelation({ data: a, width, height }: Plane, { data: b }: Plane, usable: Uint8Array): number {
  let dot = 0;
  let normA = 0;
  let normB = 0;
  for (let y = 0; y + 1 < height; y++) {
    for (let i = y * width; i < (y + 1) * width - 1; i++) {
      if ((usable[i] & usable[i + 1] & usable[i + width]) === 0) continue;
      const acrossA = a[i + 1] - a[i];
      const acrossB = b[i + 1] - b[i];
      const downA = a[i + width] - a[i];
      const downB = b[i + width] - b[i];
      dot += acrossA * acrossB + downA * downB;
      normA += acrossA * acrossA + downA * downA;
      normB += acrossB * acrossB + downB * downB;
    }
  }
  return normA * normB < 1e-12 ? 0 : dot / Math.sqrt(normA * normB);
}

/** Reused for each pair. */
const stepCounts = new Uint32Array(2 * stepBins + 1);

/** Median of the steps in bins of 0.02 EV: sorting thousands of steps took longer than all the rest. */
function medianStep(a: Float32Array, b: Float32Array, usable: Uint8Array): number {
  const bins = stepCounts.fill(0);
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    if (usable[i] === 0) continue;
    bins[stepBins + Math.round((lightEv(b[i]) - lightEv(a[i])) / sameness.stepBinEv)]++;
    count++;
  }
  let bin = 0;
  for (let seen = bins[0]; 2 * seen < count; seen += bins[bin]) bin++;
  return (bin - stepBins) * sameness.stepBinEv;
}

/** The parts of both frames that overlap after the shift; without a shift, both whole frames, not copied. */
function overlapOf({ a, b }: Layers, { dx, dy }: Shift): Overlap {
  const [x0, y0] = [Math.max(0, -dx), Math.max(0, -dy)];
  const width = Math.min(a.luma.width - x0, b.luma.width - x0 - dx);
  const height = Math.min(a.luma.height - y0, b.luma.height - y0 - dy);
  const usable = new Uint8Array(width * height);
  const isWhole = dx === 0 && dy === 0 && a.luma.width === b.luma.width && a.luma.height === b.luma.height;
  if (isWhole) {
    for (let i = 0; i < usable.length; i++) usable[i] = a.usable[i] & b.usable[i];
    return { a: a.luma, b: b.luma, usable };
  }
  const dataA = new Float32Array(width * height);
  const dataB = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y + y0) * a.luma.width + x + x0;
      const k = (y + y0 + dy) * b.luma.width + x + x0 + dx;
      dataA[y * width + x] = a.luma.data[i];
      dataB[y * width + x] = b.luma.data[k];
      usable[y * width + x] = a.usable[i] & b.usable[k];
    }
  }
  return { a: { width, height, data: dataA }, b: { width, height, data: dataB }, usable };
}

/** Difference of the light in one scene between two frames, taken by a camera that did not move. */
export interface LightChange {
  /** Share of the picture that is well exposed in both, 0 to 1. */
  readonly coverage: number;
  /** Contrast of b relative to a, EV per EV, where both are well exposed: 1 for exposures by the same light. */
  readonly contrast: number;
  /** Correlation of both there, −1 to 1. */
  readonly correlation: number;
}

/**
 * Measures the difference of light. A flash brightens dark parts far more than bright ones, while another exposure
 * changes all parts equally.
 */
export function lightChange({ fine: a }: Picture, { fine: b }: Picture): LightChange {
  const nothing = { coverage: 0, contrast: 1, correlation: 0 };
  if (a.luma.width !== b.luma.width || a.luma.height !== b.luma.height) return nothing;
  let [n, sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < a.usable.length; i++) {
    if ((a.usable[i] & b.usable[i]) === 0) continue;
    const evA = lightEv(a.luma.data[i]);
    const evB = lightEv(b.luma.data[i]);
    n++;
    sumA += evA;
    sumB += evB;
    sumAa += evA * evA;
    sumBb += evB * evB;
    sumAb += evA * evB;
  }
  if (n < 2) return nothing;
  const varianceA = sumAa / n - (sumA / n) ** 2;
  const varianceB = sumBb / n - (sumB / n) ** 2;
  if (varianceA < 1e-4 || varianceB < 1e-4) return nothing;
  return {
    coverage: n / a.usable.length,
    contrast: Math.sqrt(varianceB / varianceA),
    correlation: (sumAb / n - (sumA / n) * (sumB / n)) / Math.sqrt(varianceA * varianceB),
  };
}
