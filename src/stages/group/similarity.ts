import { type Plane, ssim } from "../../ops/index.ts";
import { type Appearance, coarseFactor, type Layer, lightEv, rankOf } from "./appearance.ts";

/** How alike two frames are as pictures of one scene, whatever their exposures. */
export interface Similarity {
  /** The share of the picture that is well exposed in both frames, 0 to 1. */
  readonly coverage: number;
  /** SSIM of the rank-equalised frames where both are well exposed; 0 where their gradients already tell them apart. */
  readonly structure: number;
  /** Correlation of the gradients there, −1 to 1. */
  readonly gradient: number;
  /** Median of log2(light of b / light of a) where both are well exposed: the exposure step as the pictures of one scene show it. */
  readonly stepEv: number;
}

/** How far a hand-held camera may have moved between two frames, in pixels of the coarse layer (about 4 % of the width). */
const coarseReachPx = 1;
const fineReachPx = 3;
const still: Shift = { dx: 0, dy: 0 };

/**
 * Pairs with a gradient correlation below this show different scenes, on coarse layers where those show enough of both frames, and
 * nothing else is measured: on thirteen real brackets, pairs of one scene have at least 0.6, two thirds of the others less than this.
 */
const gradientRejection = 0.12;
const coarseCoverage = 0.25;

const nothing: Similarity = { coverage: 0, structure: 0, gradient: 0, stepEv: 0 };

/** Compares two frames at the small shift that fits best. Pairs that the coarse layers tell apart are judged on those alone. */
export function compareAppearances(a: Appearance, b: Appearance): Similarity {
  if (!sameShape(a.fine, b.fine)) return nothing;
  const rough = bestShift(a.coarse, b.coarse, still, coarseReachPx, 1);
  const view = overlap(a.coarse, b.coarse, rough);
  const coarse = compareView(view);
  // With little in common the coarse fit is chance, and the fine layers are searched around no move at all.
  const trusted = coarse.coverage >= coarseCoverage;
  if (trusted && coarse.gradient < gradientRejection) return coarse;
  const middle = trusted ? { dx: rough.dx * coarseFactor, dy: rough.dy * coarseFactor } : still;
  return compareView(overlap(a.fine, b.fine, bestShift(a.fine, b.fine, middle, fineReachPx, trusted ? 2 : 1)));
}

const stepBinEv = 0.02;
/** Light in thumbnails spans less than 14 EV, from 1e-4 to 1. */
const stepBins = 14 / stepBinEv;

/** Below this many pixels a likeness is chance. */
const minPixels = 24;

function sameShape(a: Layer, b: Layer): boolean {
  return Math.abs(a.luma.width - b.luma.width) <= 2 && Math.abs(a.luma.height - b.luma.height) <= 2;
}

interface View {
  readonly a: Plane;
  readonly b: Plane;
  readonly usable: Uint8Array;
}

function compareView({ a, b, usable }: View): Similarity {
  let count = 0;
  for (const flag of usable) count += flag;
  const coverage = count / usable.length;
  if (count < minPixels) return { ...nothing, coverage };
  const ranksA: Plane = { ...a, data: rankOf(a.data, usable) };
  const ranksB: Plane = { ...b, data: rankOf(b.data, usable) };
  const gradient = gradientCorrelation(ranksA, ranksB, usable);
  if (gradient < gradientRejection) return { ...nothing, coverage, gradient };
  return {
    coverage,
    structure: ssim(ranksA, ranksB, { mask: usable }).score,
    gradient,
    stepEv: medianStep(a.data, b.data, usable),
  };
}

interface Shift {
  readonly dx: number;
  readonly dy: number;
}

/** Searches ±reach around `from`, looking at every `stride`-th pixel; of equal fits the smallest move wins. */
function bestShift(a: Layer, b: Layer, from: Shift, reach: number, stride: number): Shift {
  let best = { ...from, score: Number.NEGATIVE_INFINITY };
  for (let dy = from.dy - reach; dy <= from.dy + reach; dy++) {
    for (let dx = from.dx - reach; dx <= from.dx + reach; dx++) {
      const score = shiftedCorrelation(a, b, dx, dy, stride) - 0.002 * (Math.abs(dx) + Math.abs(dy));
      if (score > best.score) best = { dx, dy, score };
    }
  }
  return best;
}

/** Correlation of the ranks of a(x, y) and b(x + dx, y + dy) where both are usable. */
function shiftedCorrelation(a: Layer, b: Layer, dx: number, dy: number, stride: number): number {
  const sums = { n: 0, a: 0, b: 0, aa: 0, bb: 0, ab: 0 };
  const width = Math.min(a.luma.width, b.luma.width);
  const height = Math.min(a.luma.height, b.luma.height);
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y += stride) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x += stride) {
      const i = y * a.luma.width + x;
      const k = (y + dy) * b.luma.width + x + dx;
      if (a.usable[i] !== 0 && b.usable[k] !== 0) add(sums, a.ranks.data[i], b.ranks.data[k]);
    }
  }
  return correlationOf(sums);
}

interface Sums {
  n: number;
  a: number;
  b: number;
  aa: number;
  bb: number;
  ab: number;
}

function add(sums: Sums, a: number, b: number): void {
  sums.n++;
  sums.a += a;
  sums.b += b;
  sums.aa += a * a;
  sums.bb += b * b;
  sums.ab += a * b;
}

function correlationOf({ n, a, b, aa, bb, ab }: Sums): number {
  if (n < 2) return 0;
  const variance = Math.max(0, aa / n - (a / n) ** 2) * Math.max(0, bb / n - (b / n) ** 2);
  return variance < 1e-10 ? 0 : (ab / n - (a / n) * (b / n)) / Math.sqrt(variance);
}

/** Cosine between the gradient fields, over pixels whose neighbours are usable too. */
function gradientCorrelation(a: Plane, b: Plane, usable: Uint8Array): number {
  let [dot, normA, normB] = [0, 0, 0];
  for (let y = 0; y + 1 < a.height; y++) {
    for (let x = 0; x + 1 < a.width; x++) {
      const i = y * a.width + x;
      if (usable[i] === 0 || usable[i + 1] === 0 || usable[i + a.width] === 0) continue;
      for (const next of [i + 1, i + a.width]) {
        const ga = a.data[next] - a.data[i];
        const gb = b.data[next] - b.data[i];
        dot += ga * gb;
        normA += ga * ga;
        normB += gb * gb;
      }
    }
  }
  return normA * normB < 1e-12 ? 0 : dot / Math.sqrt(normA * normB);
}

/** By counting in bins of 0.02 EV: sorting thousands of steps took longer than all the rest. */
function medianStep(a: Float32Array, b: Float32Array, usable: Uint8Array): number {
  const bins = new Uint32Array(2 * stepBins + 1);
  let count = 0;
  for (let i = 0; i < a.length; i++) {
    if (usable[i] === 0) continue;
    bins[stepBins + Math.round((lightEv(b[i]) - lightEv(a[i])) / stepBinEv)]++;
    count++;
  }
  let bin = 0;
  for (let seen = bins[0]; 2 * seen < count; seen += bins[bin]) bin++;
  return (bin - stepBins) * stepBinEv;
}

/** The part of both frames that shows the same after the shift. */
function overlap(a: Layer, b: Layer, { dx, dy }: Shift): View {
  const [x0, y0] = [Math.max(0, -dx), Math.max(0, -dy)];
  const width = Math.min(a.luma.width - x0, b.luma.width - x0 - dx);
  const height = Math.min(a.luma.height - y0, b.luma.height - y0 - dy);
  const dataA = new Float32Array(width * height);
  const dataB = new Float32Array(width * height);
  const usable = new Uint8Array(width * height);
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
