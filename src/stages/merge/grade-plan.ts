import { encodeSrgb, type F32 } from "../../image/index.ts";
import { boxMean } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { filterGuided, type Guide, type GuidedPlane, readGuided } from "./guided-filter.ts";
import { lightAround } from "./light-around.ts";
import type { SmallFrames } from "./small-frames.ts";

/** How far windows are pulled down: local peaks above this display value are brought to it. */
export const pullTargets = { none: Number.POSITIVE_INFINITY, natural: 0.9, strong: 0.75 } as const;
export type WindowPull = keyof typeof pullTargets;

/** Display values above this bend towards white. */
export const knee = 0.89;
/** How fast a correction fades where less of the surroundings anchors it. */
export const anchorGain = 1.2;
const leastAnchor = 1e-3;
/** Below this, sums of high powers of anchor weights are rounding. */
const leastPower = 1e-9;

/** Radius of the areas that are corrected, or pulled down, as one; a share of the longer edge. */
const areaShare = 1 / 16;
/** Peaks are brought down by this much of what they exceed the target on average. */
const pullStrength = 1.25;
/** The pull is for what there is to see: half of it where the best frame shows this standard deviation. */
const seenStructure = 0.01;
/** What lies further under the target keeps its place, and what lies above that keeps some distance from it. */
const pullReach = 0.25;
const pullShare = 0.7;
/**
 * A step of light of this many stops counts as an edge, for the correction and for the pull, which must not follow what
 * a window shows.
 */
const edgeStops = 0.5;
const pullEdgeStops = 1.4;
/** Reach of what a pixel's surroundings are, for contrast. */
const surroundShare = 1 / 150;
/**
 * Contrast is restored up to this factor; not of noise (standard deviation) and not across edges (standard deviation).
 */
export const contrast = { mostGain: 2, noise: 0.005, edgeContrast: 0.8 } as const;
/**
 * Shade is shown no darker than this share of what the longest exposure shows there, up to this display value: blending
 * overshoots, and dark trees before a sky would turn black.
 */
const shadeShare = 0.4;
/** But up to this it is shown as the longest exposure shows it: near black, less is flat. */
const nearBlack = 0.04;
const shade = 0.12;
/** How soon shade is lifted before it falls short of that; a share of it. */
const shadeSoftness = 0.1;
/**
 * Where light jumps by so many stops, flat surfaces are set to the room's colour exactly; but not where that is further
 * away.
 */
export const jumpFrom = 0.8;
export const jumpTo = 1.8;
export const mostShift = 0.36;
/**
 * And half as far where the same surfaces, away from the jump, keep this distance from the room's colour (Euclidean,
 * display values): set exactly, what lies beside the jump would stand out from them as a patch.
 */
const patchShift = 0.05;
/**
 * A surface is as sure as its surest parts within this share of the longer edge: if each pixel were set exactly by as
 * much as it is sure by itself, a plain surface would turn into blotches.
 */
const surestShare = 1 / 200;
/** The power of the mean that finds them: it nears the maximum and has no edges of its own. */
const surestPower = 8;
/** Share of an area that must lie away from jumps for its distance to count, about. */
const leastAway = 0.02;
/**
 * Light counts for so many stops less at this share of the longer edge from it, and with the square of the distance.
 */
const jumpShare = 0.035;
const jumpFall = 2;

/** How far windows are pulled, and the light of the longest exposure, in stops over the first. */
export interface GradeWish {
  readonly windowPull: WindowPull;
  readonly longest: number;
}

/** Means on the coarse grid, as the kernel roomMeans makes them. */
export const meanPlanes = 8;
/** Planes of the plan, as the kernel gradeField reads them. */
export const planPlanes = 18;

/**
 * What is to be done to the fused picture, on the grid of the coarse frames. `means`: scene light, anchor weight,
 * anchored error (3), fused colour (3). Writes the 18 planes that the kernel gradeField takes.
 */
export async function planGrade(
  means: F32,
  small: SmallFrames,
  { windowPull, longest }: GradeWish,
  plan: F32,
  context: StageContext,
): Promise<void> {
  const { width, height } = small;
  const cells = width * height;
  const edge = Math.max(width, height);
  const mean = (plane: number) => means.subarray(plane * cells, (plane + 1) * cells);
  const put = (plane: number, values: Float32Array) => plan.set(values, plane * cells);
  const light = mean(0);
  const anchors = mean(1);
  const radiusOf = (share: number, least: number) => Math.max(least, Math.round(edge * share));
  const area = { guide: light, width, height, radius: radiusOf(areaShare, 2) };
  const areas = { ...area, epsilon: edgeStops ** 2 };
  const [anchor, ...errors] = await filterGuided(areas, means.subarray(cells, 5 * cells), context);
  const trust = readGuided(areas, anchor);
  for (let i = 0; i < cells; i++) trust[i] = trustOf(trust[i]);
  const graded = errors.map((error, c) => {
    const fused = mean(5 + c);
    const plane = readGuided(areas, error);
    for (let i = 0; i < cells; i++) plane[i] = fused[i] + plane[i] * trust[i];
    return plane;
  });
  const pullAreas = { ...area, epsilon: pullEdgeStops ** 2 };
  const scratch = context.memory.f32(cells);
  const target = pullTargets[windowPull];
  scratch.set(excessOf(graded, small, target));
  const [pull] = await filterGuided(pullAreas, scratch, context);
  const down = holdPull(pull, readGuided(pullAreas, pull), graded, target);
  // What the pull takes from the room beside a window is given back with the room's correction.
  for (let i = 0; i < cells; i++) scratch[i] = down[i] * anchors[i];
  const [spill] = await filterGuided(areas, scratch, context);
  context.memory.release(scratch);
  const given = readGuided(areas, spill);
  for (const plane of graded) for (let i = 0; i < cells; i++) plane[i] += given[i] * trust[i] - down[i];
  for (const [c, error] of errors.entries()) {
    put(2 * c, sum(error.slope, spill.slope));
    put(2 * c + 1, sum(error.offset, spill.offset));
  }
  put(6, anchor.slope);
  put(7, anchor.offset);
  put(8, pull.slope);
  put(9, pull.offset);

  const lacking = context.memory.f32(cells);
  lacking.set(lackOfShade(graded, light, longest));
  const [lift] = await filterGuided(areas, lacking, context);
  context.memory.release(lacking);
  const lifted = readGuided(areas, lift);
  for (const plane of graded) for (let i = 0; i < cells; i++) plane[i] += Math.max(0, lifted[i]);
  put(10, lift.slope);
  put(11, lift.offset);

  const reach = radiusOf(surroundShare, 1);
  const smooth = (data: Float32Array, radius: number) => boxMean({ width, height, data }, radius, false);
  for (let c = 0; c < 3; c++) put(12 + c, smooth(smooth(graded[c], reach), reach));
  const brightest = lightAround(light, width, height, jumpFall / radiusOf(jumpShare, 1) ** 2);
  put(15, brightest);
  put(16, await measureAgreement(areas, means, graded, brightest, context));
  put(17, surestAround(anchors, small, radiusOf(surestShare, 1)));
}

/**
 * How far, 1 to 0, the surfaces of an area that lie away from jumps of light have the room's colour once they are
 * graded; 1 where an area has none.
 */
async function measureAgreement(
  areas: Guide,
  means: F32,
  graded: readonly Float32Array[],
  brightest: Float32Array,
  context: StageContext,
): Promise<Float32Array> {
  const light = areas.guide;
  const cells = light.length;
  const away = context.memory.f32(4 * cells);
  for (let i = 0; i < cells; i++) {
    const jump = (brightest[i] - light[i] - jumpFrom) / (jumpTo - jumpFrom);
    const share = 1 - Math.min(1, Math.max(0, jump));
    const anchor = means[cells + i];
    away[i] = share * anchor;
    for (let c = 0; c < 3; c++) {
      const added = graded[c][i] - means[(5 + c) * cells + i];
      away[(1 + c) * cells + i] = share * (means[(2 + c) * cells + i] - anchor * added);
    }
  }
  const filtered = await filterGuided(areas, away, context);
  context.memory.release(away);
  const [weight, ...apart] = filtered.map((plane) => readGuided(areas, plane));
  return weight.map((value, i) => {
    const total = Math.max(0, value) + leastAway;
    let square = 0;
    for (const plane of apart) square += (plane[i] / total) ** 2;
    return 1 / (1 + square / patchShift ** 2);
  });
}

/** What the graded luma of each cell lacks to the least that shade is shown as, a little softly (display values). */
function lackOfShade([r, g, b]: readonly Float32Array[], light: Float32Array, longest: number): Float32Array {
  return light.map((stops, i) => {
    const longestShows = encodeSrgb(Math.min(1, 2 ** (stops + longest)));
    const least = Math.min(shade, Math.max(shadeShare * longestShows, Math.min(nearBlack, longestShows)));
    const lack = least - (0.299 * r[i] + 0.587 * g[i] + 0.114 * b[i]);
    return (lack + Math.hypot(lack, shadeSoftness * least)) / 2;
  });
}

/** A smooth maximum of the anchor weights around each cell (Lehmer mean), 0 to 1. */
function surestAround(anchors: Float32Array, { width, height }: SmallFrames, radius: number): Float32Array {
  const around = (power: number) =>
    boxMean({ width, height, data: anchors.map((anchor) => anchor ** power) }, radius, false);
  const [lower, higher] = [around(surestPower - 1), around(surestPower)];
  return higher.map((value, i) => Math.min(1, Math.max(0, value) / Math.max(leastPower, lower[i])));
}

function sum(a: Float32Array, b: Float32Array): Float32Array {
  const result = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) result[i] = a[i] + b[i];
  return result;
}

function trustOf(anchor: number): number {
  return Math.min(1, Math.max(0, anchor * anchorGain)) / Math.max(leastAnchor, anchor);
}

/** What the largest channel has over the target, around every pixel, as far as a frame shows structure there. */
function excessOf(
  [r, g, b]: readonly Float32Array[],
  { structure, width, height }: SmallFrames,
  target: number,
): Float32Array {
  const data = new Float32Array(r.length);
  for (let i = 0; i < data.length; i++) {
    let variance = 0;
    for (const map of structure) variance = Math.max(variance, map[i]);
    const seen = variance / (variance + seenStructure ** 2);
    data[i] = Math.max(0, Math.max(r[i], g[i], b[i]) - target) * pullStrength * seen;
  }
  return boxMean({ width, height, data }, 1, false);
}

/**
 * Scales the pull, in place, to what may be taken from each cell, and returns that: dark things before a window stay as
 * they are.
 */
function holdPull(
  pull: GuidedPlane,
  wanted: Float32Array,
  [r, g, b]: readonly Float32Array[],
  target: number,
): Float32Array {
  return wanted.map((value, i) => {
    const most = pullShare * Math.max(0, Math.max(r[i], g[i], b[i]) - target + pullReach);
    const share = value > 0 ? Math.min(1, most / value) : 0;
    pull.slope[i] *= share;
    pull.offset[i] *= share;
    return share * Math.max(0, value);
  });
}
