import { type IntegerImage, maxValueOf } from "../../src/image/index.ts";
import { deltaE00, labOf } from "./color-difference.ts";
import { outOfRange } from "./out-of-range.ts";
import { lumaWeights } from "./planes.ts";
import { type Room, surfaces } from "./render-room.ts";
import { cutWall, minPatch } from "./wall-patches.ts";

/** Measures of a fused room. Levels are 8-bit display values; shares that cannot be measured are absent. */
export interface RoomMeasures {
  /** Level of the wall, scaled to one of 18 %: 118 if it is as in exposure 0. */
  readonly wall: number;
  /** Largest deviation, with sign, of the wall 3 to 400 px from a window from the level of the same wall far away. */
  readonly halo: number;
  /** Share of panes that are not clipped in some frame. */
  readonly held: number;
  readonly window?: { readonly mean: number; readonly deviation: number };
  /** Standard deviation of the view in the frame that exposes it best. */
  readonly viewDeviation?: number;
  /** Percentage of those pane pixels that are clipped in the fused picture. */
  readonly windowClipped: number;
  /** Largest ΔE00 between the colour of neutral surfaces and grey of the same lightness; absent in coloured light. */
  readonly neutral?: number;
  /** Percentage of pixels at an end of the range that are inside it in some frame. */
  readonly outOfRange: number;
}

/** Level of a wall of 18 % at exposure 0. */
export const correctWall = 117.6;
/** Minimum share of unclipped panes for judging their mean and contrast. */
const heldEnough = 0.5;

/** Prepares the measurements of a room; returns a function that measures a fused picture of it. */
export function prepareMeasures(room: Room): (fused: IntegerImage) => RoomMeasures {
  const wall = cutWall(room);
  const panes = pixelsOf(room, (surface) => surface === surfaces.pane);
  const held = panes.filter((pixel) => room.frames.some((frame) => holds(frame, pixel)));
  const enough = held.length > heldEnough * panes.length;
  const viewDeviation = enough ? Math.max(...room.frames.map((frame) => spread(frame, held).deviation)) : 0;
  const things = plainThings(room);
  const neutralLight = room.plan.light.every((channel) => channel === 1);
  return (fused) => {
    const far = Float64Array.from(wall.far, (pixel) => deviationOf(room, fused, pixel)).sort();
    const level = far[far.length >> 1];
    const rings = wall.near.map((patch) => meanDeviation(room, fused, patch) - level);
    const neutrals = neutralLight ? [...things, ...wall.near].map((patch) => tintOf(fused, patch)) : [];
    return {
      wall: correctWall + level,
      halo: rings.reduce((worst, ring) => (Math.abs(ring) > Math.abs(worst) ? ring : worst), 0),
      held: held.length / Math.max(1, panes.length),
      ...(enough ? { window: spread(fused, held), viewDeviation } : {}),
      windowClipped: clippedPercent(fused, held),
      ...(neutralLight ? { neutral: Math.max(0, ...neutrals) } : {}),
      outOfRange: outOfRange(room.frames, fused),
    };
  };
}

function pixelsOf({ surface }: Room, wanted: (surface: number) => boolean): Uint32Array {
  const pixels: number[] = [];
  for (let pixel = 0; pixel < surface.length; pixel++) if (wanted(surface[pixel])) pixels.push(pixel);
  return Uint32Array.from(pixels);
}

/** Pixels of each plain neutral object that is large enough to be judged. */
function plainThings(room: Room): Uint32Array[] {
  return room.plan.furniture
    .map((_, i) => pixelsOf(room, (surface) => surface === surfaces.plain + i))
    .filter((pixels) => pixels.length >= minPatch);
}

/** Luma of a pixel minus the truth, 8-bit levels. */
function deviationOf(room: Room, { data }: IntegerImage, pixel: number): number {
  const toLevels = 255 / maxValueOf(data);
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += lumaWeights[c] * (data[3 * pixel + c] * toLevels - room.truth[3 * pixel + c]);
  return sum;
}

/** Averaged over a patch, so that grain is not a halo. */
function meanDeviation(room: Room, fused: IntegerImage, patch: Uint32Array): number {
  let sum = 0;
  for (const pixel of patch) sum += deviationOf(room, fused, pixel);
  return sum / patch.length;
}

/** ΔE00 between a patch's mean colour and grey of the same lightness. */
function tintOf({ data }: IntegerImage, patch: Uint32Array): number {
  const rgb: [number, number, number] = [0, 0, 0];
  const share = 1 / (patch.length * maxValueOf(data));
  for (const pixel of patch) for (let c = 0; c < 3; c++) rgb[c] += data[3 * pixel + c] * share;
  const lab = labOf(rgb);
  return deltaE00(lab, [lab[0], 0, 0]);
}

/** Percentage of pixels with a channel at 0 or 255 in an 8-bit file. */
function clippedPercent({ data }: IntegerImage, pixels: Uint32Array): number {
  const top = maxValueOf(data);
  const [low, high] = [top / 510, top - top / 510];
  const isClipped = (i: number) => data[i] < low || data[i] >= high;
  let clipped = 0;
  for (const pixel of pixels)
    if (isClipped(3 * pixel) || isClipped(3 * pixel + 1) || isClipped(3 * pixel + 2)) clipped++;
  return (100 * clipped) / Math.max(1, pixels.length);
}

function holds({ data }: IntegerImage, pixel: number): boolean {
  for (let i = 3 * pixel; i < 3 * pixel + 3; i++) if (data[i] === 0 || data[i] === 255) return false;
  return true;
}

function spread({ data }: IntegerImage, pixels: Uint32Array): { mean: number; deviation: number } {
  const toLevels = 255 / maxValueOf(data);
  let sum = 0;
  let squares = 0;
  for (const pixel of pixels) {
    let luma = 0;
    for (let c = 0; c < 3; c++) luma += lumaWeights[c] * data[3 * pixel + c] * toLevels;
    sum += luma;
    squares += luma * luma;
  }
  const mean = sum / pixels.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / pixels.length - mean * mean)) };
}
