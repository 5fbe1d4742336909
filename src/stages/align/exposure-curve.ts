import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { solveCholesky } from "../../ops/index.ts";

/**
 * A brightness of the brighter frame, display 0 to 1, and what the darker one shows there; `weight` is a number of
 * pixels.
 */
export interface TonePair {
  readonly bright: number;
  readonly dark: number;
  readonly weight: number;
}

/** Knots of the curve, evenly over the logarithm of the brighter frame's light. */
const knots = 32;
/** Linear light below which eight bits carry no information; it keeps the ratio finite in the blacks. */
const floor = 2e-4;
/** How strongly the curve resists bending, against a well-filled brightness. */
const stiffness = 15;
/** How strongly it resists rising or falling at all, which decides where nothing else does. */
const levelling = 0.3;
/** Share of the pixels from which on a brightness counts as well filled. */
const filled = 0.01;
/** Misfits, in natural logarithms of linear light, from which on a pair loses its say; from generous to strict. */
const misfits = [1, 0.5, 0.3, 0.2, 0.12];

/**
 * The curve from the brighter frame's tones to the darker one's. Were the cameras linear behind sRGB, the ratio of
 * linear light would be one number; with a camera's own contrast it still changes slowly. So the logarithm of the ratio
 * is fitted by a stiff curve with Geman–McClure weights: brightnesses at which a mover or a window speaks for the scene
 * cannot bend it. `undefined` where nothing determines it.
 */
export function fitExposureCurve(pairs: readonly TonePair[]): ((bright: number) => number) | undefined {
  const ratio = totalRatio(pairs);
  if (ratio === undefined) return undefined;
  const lift = floor / ratio;
  const half = filled * pairs.reduce((sum, { weight }) => sum + weight, 0);
  const position = (bright: number) =>
    (knots - 1) * (1 - Math.log((decodeSrgb(bright) + lift) / (1 + lift)) / Math.log(lift / (1 + lift)));
  const data = pairs.map(({ bright, dark, weight }) => ({
    at: position(bright),
    log: Math.log((decodeSrgb(dark) + floor) / (decodeSrgb(bright) + lift)),
    weight: weight / (weight + half),
  }));
  let curve = new Float64Array(knots).fill(Math.log(ratio));
  for (const misfit of misfits) {
    const solved = fitOnce(data, curve, misfit);
    if (!solved) return undefined;
    curve = solved;
  }
  return (bright) => {
    const light = (decodeSrgb(bright) + lift) * Math.exp(valueAt(curve, position(bright))) - floor;
    return encodeSrgb(Math.min(1, Math.max(0, light)));
  };
}

interface Datum {
  readonly at: number;
  readonly log: number;
  readonly weight: number;
}

function fitOnce(data: readonly Datum[], curve: Float64Array, misfit: number): Float64Array<ArrayBuffer> | undefined {
  const matrix = new Float64Array(knots * knots);
  const right = new Float64Array(knots);
  for (const { at, log, weight } of data) {
    const off = (log - valueAt(curve, at)) / misfit;
    const w = weight / (1 + off * off) ** 2;
    const i = Math.min(knots - 2, Math.max(0, Math.floor(at)));
    const shares = [1 - (at - i), at - i];
    for (let a = 0; a < 2; a++) {
      right[i + a] += w * shares[a] * log;
      for (let b = 0; b < 2; b++) matrix[(i + a) * knots + i + b] += w * shares[a] * shares[b];
    }
  }
  addPenalty(matrix, [1, -2, 1], stiffness);
  addPenalty(matrix, [1, -1], levelling);
  return solveCholesky(matrix, right) as Float64Array<ArrayBuffer> | undefined;
}

/** Adds `strength` times the squares of a difference of neighbouring knots, all along the curve. */
function addPenalty(matrix: Float64Array, difference: readonly number[], strength: number): void {
  for (let i = 0; i + difference.length <= knots; i++) {
    for (const [a, da] of difference.entries()) {
      for (const [b, db] of difference.entries()) matrix[(i + a) * knots + i + b] += strength * da * db;
    }
  }
}

function valueAt(curve: Float64Array, at: number): number {
  const i = Math.min(knots - 2, Math.max(0, Math.floor(at)));
  return curve[i] + (curve[i + 1] - curve[i]) * (at - i);
}

/** The median ratio of linear light, each pair counted by its pixels: where the fit starts. */
function totalRatio(pairs: readonly TonePair[]): number | undefined {
  const ratios = pairs.map(({ bright, dark, weight }) => ({
    ratio: (decodeSrgb(dark) + floor) / (decodeSrgb(bright) + floor),
    weight: weight * decodeSrgb(bright),
  }));
  ratios.sort((a, b) => a.ratio - b.ratio);
  let left = ratios.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { ratio, weight } of ratios) {
    left -= weight;
    if (left <= 0) return ratio;
  }
  return undefined;
}
