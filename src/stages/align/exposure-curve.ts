import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { solveCholesky } from "../../ops/index.ts";
import { exposureCurve } from "./params.ts";

/**
 * A brightness of the brighter frame, display 0 to 1, and what the darker one shows there; `weight` is a number of
 * pixels.
 */
export interface TonePair {
  readonly bright: number;
  readonly dark: number;
  readonly weight: number;
}

/**
 * The curve from the brighter frame's tones to the darker one's. Were the cameras linear behind sRGB, the ratio of
 * linear light would be one number; with a camera's own contrast it still changes slowly. So the logarithm of the ratio
 * is fitted by a stiff curve with Geman–McClure weights: brightnesses at which a mover or a window speaks for the scene
 * cannot bend it. `undefined` where nothing determines it.
 */
export function fitExposureCurve(pairs: readonly TonePair[]): ((bright: number) => number) | undefined {
  const ratio = totalRatio(pairs);
  if (ratio === undefined) return undefined;
  const lift = exposureCurve.floor / ratio;
  const half = exposureCurve.filled * pairs.reduce((sum, { weight }) => sum + weight, 0);
  const position = (bright: number) =>
    (exposureCurve.knots - 1) * (1 - Math.log((decodeSrgb(bright) + lift) / (1 + lift)) / Math.log(lift / (1 + lift)));
  const data = pairs.map(({ bright, dark, weight }) => ({
    at: position(bright),
    log: Math.log((decodeSrgb(dark) + exposureCurve.floor) / (decodeSrgb(bright) + lift)),
    weight: weight / (weight + half),
  }));
  let curve = new Float64Array(exposureCurve.knots).fill(Math.log(ratio));
  for (const misfit of exposureCurve.misfits) {
    const solved = fitOnce(data, curve, misfit);
    if (!solved) return undefined;
    curve = solved;
  }
  return (bright) => {
    const light = (decodeSrgb(bright) + lift) * Math.exp(valueAt(curve, position(bright))) - exposureCurve.floor;
    return encodeSrgb(Math.min(1, Math.max(0, light)));
  };
}

interface Datum {
  readonly at: number;
  readonly log: number;
  readonly weight: number;
}

function fitOnce(data: readonly Datum[], curve: Float64Array, misfit: number): Float64Array<ArrayBuffer> | undefined {
  const matrix = new Float64Array(exposureCurve.knots * exposureCurve.knots);
  const right = new Float64Array(exposureCurve.knots);
  for (const { at, log, weight } of data) {
    const off = (log - valueAt(curve, at)) / misfit;
    const w = weight / (1 + off * off) ** 2;
    const i = Math.min(exposureCurve.knots - 2, Math.max(0, Math.floor(at)));
    const shares = [1 - (at - i), at - i];
    for (let a = 0; a < 2; a++) {
      right[i + a] += w * shares[a] * log;
      for (let b = 0; b < 2; b++) matrix[(i + a) * exposureCurve.knots + i + b] += w * shares[a] * shares[b];
    }
  }
  addPenalty(matrix, [1, -2, 1], exposureCurve.stiffness);
  addPenalty(matrix, [1, -1], exposureCurve.levelling);
  return solveCholesky(matrix, right) as Float64Array<ArrayBuffer> | undefined;
}

/** Adds `strength` times the squares of a difference of neighbouring knots, all along the curve. */
function addPenalty(matrix: Float64Array, difference: readonly number[], strength: number): void {
  for (let i = 0; i + difference.length <= exposureCurve.knots; i++) {
    for (const [a, da] of difference.entries()) {
      for (const [b, db] of difference.entries()) matrix[(i + a) * exposureCurve.knots + i + b] += strength * da * db;
    }
  }
}

function valueAt(curve: Float64Array, at: number): number {
  const i = Math.min(exposureCurve.knots - 2, Math.max(0, Math.floor(at)));
  return curve[i] + (curve[i + 1] - curve[i]) * (at - i);
}

/** The median ratio of linear light, each pair counted by its pixels: where the fit starts. */
function totalRatio(pairs: readonly TonePair[]): number | undefined {
  const ratios = pairs.map(({ bright, dark, weight }) => ({
    ratio: (decodeSrgb(dark) + exposureCurve.floor) / (decodeSrgb(bright) + exposureCurve.floor),
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
