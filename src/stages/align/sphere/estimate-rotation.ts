import { degreesOf, radiansOf } from "../../../image/index.ts";
import { percentile, sigmaPerMad, solveCholesky } from "../../../ops/index.ts";
import { type StageContext, throwIfCancelled } from "../../context.ts";
import { type FeaturePair, makeFeatures, releaseFeatures, releaseToned, tonePyramid } from "../features.ts";
import type { Plane, Pyramid } from "../luminance-pyramid.ts";
import { motionLimits, refinement, rotationSearch } from "../params.ts";
import { matchToneByRank } from "../tone-match.ts";
import {
  angleOf,
  composeRotations,
  directionOf,
  noRotation,
  type Rotation,
  rotatedPlace,
  rotationOf,
  type Vector,
} from "./rotation.ts";

/** Values per compared pixel: direction (3), derivative by the rotation (3), value and area. */
const pixelFields = 8;

/**
 * The rotation between two spheres, or the reason why none is trusted. `before` and `score` are the correlations of the
 * spheres before and after the rotation, −1 to 1; `uncertainty` is one standard deviation of the angle, in radians, as
 * if residuals were independent. `differs`: both have content, but not the same.
 */
export type RotationEstimate =
  | {
      readonly found: true;
      readonly rotation: Rotation;
      readonly before: number;
      readonly score: number;
      readonly uncertainty: number;
    }
  | { readonly found: false; readonly reason: string; readonly score: number; readonly differs: boolean };

/** One plane of both spheres, with the compared pixels of the brighter one. */
interface SpherePair {
  /** Pixels of a full turn, and of the half turn from pole to pole. */
  readonly perTurn: number;
  readonly perHalf: number;
  readonly frame: Float32Array;
  readonly stride: number;
  readonly rows: number;
  /** Offset of the picture's left and upper borders in the padded plane, px. */
  readonly left: number;
  readonly top: number;
  /** For each compared pixel: direction, derivative of its value by the rotation, value, area. */
  readonly pixels: Float64Array;
}

/**
 * The rotation from directions of `bright` to those of `dark`, the darker exposure of the same sphere: a search for the
 * rotation about the vertical axis, then robust Gauss–Newton on the sphere (inverse compositional, Baker & Matthews
 * 2004) on planes of increasing size. `width` and `height` are those of the spheres, in pixels.
 */
export async function estimateRotation(
  bright: Pyramid,
  dark: Pyramid,
  { width, height }: { readonly width: number; readonly height: number },
  context: StageContext,
): Promise<RotationEstimate> {
  const tone = matchToneByRank(bright, dark);
  if (!tone) return { found: false, reason: "the spheres share no range of tones", score: 0, differs: false };
  const [brightest, darkest] = [bright, dark].map(({ levels }) => padded(levels[0], context));
  const count = Math.min(rotationSearch.planes, bright.levels.length);
  const toned = await tonePyramid(brightest, darkest, tone, count, context);
  context.memory.release(brightest.data);
  context.memory.release(darkest.data);
  const size = { perTurn: width / bright.factor, perHalf: height / bright.factor };
  const blocked = padColumns(bright.blocked, bright.levels[0], context.memory.u8(toned[0].width * toned[0].height));
  let rotation = noRotation;
  let estimate: RotationEstimate | undefined;
  for (let level = count - 1; level >= 0; level--) {
    throwIfCancelled(context, "align");
    const features = await makeFeatures(
      toned[level],
      level === 0 ? blocked : undefined,
      rotationSearch.shareOfPixels,
      context,
    );
    const pair = spherePair(features, size, level);
    if (level === count - 1) rotation = searchYaw(pair);
    const refined = refineRotation(pair, rotation);
    if (refined) rotation = refined.rotation;
    if (level === 0) estimate = refined && judge(pair, refined);
    releaseFeatures(features, context);
  }
  context.memory.release(blocked);
  releaseToned(toned, context);
  const reason = "they show too little texture to determine a rotation";
  return estimate ?? { found: false, reason, score: 0, differs: false };
}

function padded(plane: Plane, context: StageContext): Plane {
  const width = plane.width + 2 * rotationSearch.paddingPx;
  return { width, height: plane.height, data: padColumns(plane.data, plane, context.memory.u16(width * plane.height)) };
}

function padColumns<T extends Uint8Array | Uint16Array>(
  source: T,
  { width, height }: Pick<Plane, "width" | "height">,
  target: T,
): T {
  const wide = width + 2 * rotationSearch.paddingPx;
  for (let y = 0; y < height; y++) {
    const row = source.subarray(y * width, (y + 1) * width);
    target.set(row.subarray(width - rotationSearch.paddingPx), y * wide);
    target.set(row, y * wide + rotationSearch.paddingPx);
    target.set(row.subarray(0, rotationSearch.paddingPx), y * wide + rotationSearch.paddingPx + width);
  }
  return target;
}

/** Pixel i of a level is pixel 2^level · i of the finest, padded plane. */
function spherePair(
  { width, height, template, frame, blocked, minSquare }: FeaturePair,
  size: { readonly perTurn: number; readonly perHalf: number },
  level: number,
): SpherePair {
  const scale = 2 ** level;
  const [perTurn, perHalf] = [size.perTurn / scale, size.perHalf / scale];
  const left = (rotationSearch.paddingPx - 0.5) / scale;
  const top = -0.5 / scale;
  const [first, last] = [Math.ceil(left), Math.ceil(left + perTurn) - 1];
  const found: number[] = [];
  for (let y = 2; y < height - 2; y++) {
    const latitude = Math.PI / 2 - (Math.PI * (y - top)) / perHalf;
    if (Math.abs(latitude) > Math.PI / 2 - radiansOf(rotationSearch.poleDeg)) continue;
    for (let x = first; x <= last; x++) {
      const at = y * width + x;
      if (blocked[at]) continue;
      const gx = (template[at + 1] - template[at - 1]) / 2;
      const gy = (template[at + width] - template[at - width]) / 2;
      if (gx * gx + gy * gy < minSquare) continue;
      const longitude = (2 * Math.PI * (x - left)) / perTurn - Math.PI;
      const direction = directionOf(longitude, latitude);
      const area = Math.cos(latitude);
      // Change by the rotation: pixels to the right along `north`, and downwards along `east`.
      const [right, down] = [(gx * perTurn) / (2 * Math.PI * area), (gy * perHalf) / Math.PI];
      const north = [-Math.sin(latitude) * Math.sin(longitude), area, -Math.sin(latitude) * Math.cos(longitude)];
      const east = [Math.cos(longitude), 0, -Math.sin(longitude)];
      const slope = north.map((n, k) => right * n + down * east[k]);
      found.push(...direction, ...slope, template[at], area);
    }
  }
  return { perTurn, perHalf, frame, stride: width, rows: height, left, top, pixels: Float64Array.from(found) };
}

/** The frame's value in a pixel's direction, by Catmull–Rom interpolation. */
function frameValue(pair: SpherePair, rotation: Rotation, at: number): number {
  const { pixels, perTurn, perHalf, left, top, frame, stride, rows } = pair;
  const { longitude, latitude } = rotatedPlace(rotation, pixels[at], pixels[at + 1], pixels[at + 2]);
  const x = left + ((longitude + Math.PI) * perTurn) / (2 * Math.PI);
  const y = Math.min(rows - 3, Math.max(1, top + ((Math.PI / 2 - latitude) * perHalf) / Math.PI));
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [wx, wy] = [cubicWeights(x - column), cubicWeights(y - row)];
  let sum = 0;
  for (let j = 0; j < 4; j++) {
    const from = (row + j - 1) * stride + column - 1;
    const line = wx[0] * frame[from] + wx[1] * frame[from + 1] + wx[2] * frame[from + 2] + wx[3] * frame[from + 3];
    sum += wy[j] * line;
  }
  return sum;
}

function cubicWeights(t: number): readonly [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2, (t3 - t2) / 2];
}

/** The rotation about the vertical axis, in whole pixels of the plane, with the highest correlation of the spheres. */
function searchYaw(pair: SpherePair): Rotation {
  const reach = Math.ceil((rotationSearch.searchedYawDeg * pair.perTurn) / 360);
  let best = { rotation: noRotation, score: correlate(pair, noRotation) };
  for (let shift = -reach; shift <= reach; shift++) {
    const rotation = rotationOf([0, (2 * Math.PI * shift) / pair.perTurn, 0]);
    const score = correlate(pair, rotation);
    if (score > best.score) best = { rotation, score };
  }
  return best.rotation;
}

/** Normalised correlation of the compared pixels, weighted by the area that each covers. */
function correlate(pair: SpherePair, rotation: Rotation): number {
  const { pixels } = pair;
  let [tf, tt, ff] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += pixelFields) {
    const [value, area] = [pixels[at + 6], pixels[at + 7]];
    const other = frameValue(pair, rotation, at);
    tf += area * value * other;
    tt += area * value * value;
    ff += area * other * other;
  }
  return tt > 0 && ff > 0 ? tf / Math.sqrt(tt * ff) : 0;
}

interface RefinedRotation {
  readonly rotation: Rotation;
  /** One standard deviation of the angle, in radians. */
  readonly uncertainty: number;
}

/** `undefined` if the pixels do not determine the rotation. */
function refineRotation(pair: SpherePair, start: Rotation): RefinedRotation | undefined {
  let rotation = start;
  let uncertainty = Number.POSITIVE_INFINITY;
  for (let step = 0; step < rotationSearch.maxSteps; step++) {
    const { matrix, right, variance } = normalEquations(pair, rotation);
    const change = solveCholesky(matrix, right);
    if (!change) return undefined;
    uncertainty = Math.sqrt(variance * inverseTrace(matrix));
    const turn: Vector = [change[0], change[1], change[2]];
    rotation = composeRotations(rotation, rotationOf(turn));
    if (Math.hypot(...turn) * pair.perTurn < rotationSearch.tolerancePx * 2 * Math.PI) break;
  }
  return { rotation, uncertainty };
}

/**
 * Equations of one step, with Geman–McClure weights: things that moved between the exposures, or clip in one, have
 * little weight.
 */
function normalEquations(pair: SpherePair, rotation: Rotation) {
  const { pixels } = pair;
  const residuals = new Float64Array(pixels.length / pixelFields);
  for (let i = 0, at = 0; i < residuals.length; i++, at += pixelFields)
    residuals[i] = frameValue(pair, rotation, at) - pixels[at + 6];
  const deviation = Math.max(refinement.minDeviation, sigmaPerMad * percentile(residuals.map(Math.abs), 0.5));
  const matrix = new Float64Array(9);
  const right = new Float64Array(3);
  let [squares, total] = [0, 0];
  for (let i = 0, at = 0; i < residuals.length; i++, at += pixelFields) {
    const residual = residuals[i];
    const weight = pixels[at + 7] / (1 + (residual / (rotationSearch.robustness * deviation)) ** 2) ** 2;
    squares += weight * residual * residual;
    total += weight;
    for (let a = 0; a < 3; a++) {
      const slope = weight * pixels[at + 3 + a];
      right[a] -= slope * residual;
      for (let b = 0; b < 3; b++) matrix[3 * a + b] += slope * pixels[at + 3 + b];
    }
  }
  return { matrix, right, variance: squares / total };
}

function inverseTrace(matrix: Float64Array): number {
  const columns = [0, 1, 2].map(
    (k) =>
      solveCholesky(
        matrix,
        [0, 1, 2].map((i) => (i === k ? 1 : 0)),
      )?.[k] ?? Infinity,
  );
  return columns[0] + columns[1] + columns[2];
}

function judge(pair: SpherePair, { rotation, uncertainty }: RefinedRotation): RotationEstimate {
  const before = correlate(pair, noRotation);
  const score = correlate(pair, rotation);
  const refused = (reason: string): RotationEstimate => ({ found: false, reason, score, differs: true });
  if (!(score >= motionLimits.minScore)) return refused(`they do not look alike (correlation ${score.toFixed(2)})`);
  const angleDeg = degreesOf(angleOf(rotation));
  if (!(angleDeg <= rotationSearch.maxDeg))
    return refused(`the rotation found, ${angleDeg.toFixed(1)}°, is above ${rotationSearch.maxDeg}°`);
  if (before > score) return { found: true, rotation: noRotation, before, score: before, uncertainty };
  return { found: true, rotation, before, score, uncertainty };
}
