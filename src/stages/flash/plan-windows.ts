import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { boxMean, percentile, ramp } from "../../ops/index.ts";
import { brightestOf, type CellSize, luminanceOf } from "./cells.ts";
import * as params from "./params.ts";

/** Aligned small copies: interleaved display sRGB, 0 to 1. */
interface WindowViews extends CellSize {
  readonly ambient: Float32Array;
  readonly flash: readonly Float32Array[];
  /** Certainty that each cell shows a window, 0 to 1. */
  readonly window: Float32Array;
}

/** Contribution of one flash frame to the windows of a picture. */
export interface WindowPart {
  /** Index of the flash frame. */
  readonly frame: number;
  /** Blend weight of that frame in each cell, 0 to 1. */
  readonly share: Float32Array;
  /** Factor of the frame's linear light. */
  readonly gain: number;
}

/**
 * Finds windows that are clipped in the picture by ambient light but not in a flash frame, which has a shorter
 * exposure. Each cell comes from the best frame without a reflection of the flash there: a place that is bright in one
 * frame but not in another or, if only one frame shows the windows, a place that this frame clips. Empty if the picture
 * does not clip its windows, or if the edges around them agree with none of these frames.
 */
export function planWindows(views: WindowViews): readonly WindowPart[] {
  const { width, height, ambient, flash, window } = views;
  const washed = washedOf(ambient);
  const lost = (shares: Float32Array) => sumOver(window, (i) => window[i] * shares[i]);
  const area = sumOver(window, (i) => window[i]);
  if (area === 0 || lost(washed) < params.windowLoss.least * area) return [];
  const clips = flash.map(washedOf);
  const lights = flash.map(lightOf);
  const holding = flash
    .map((_, frame) => frame)
    .filter((frame) => lost(clips[frame]) < params.windowLoss.kept * lost(washed))
    .filter((frame) => agree(views, lights[frame]) >= params.minAgreement)
    .sort((a, b) => lost(clips[a]) - lost(clips[b]) || a - b);
  if (holding.length === 0) return [];
  const mask = maskOf(views, washed);
  if (mask.every((share) => share < params.majority)) return [];
  const left = mask.slice();
  const first = lights[holding[0]];
  const firstGain = gainOf(first, mask);
  const parts = holding.map((frame): WindowPart => {
    const clean = cleanOf(views, frame, { holding, lights, washed: clips[frame] });
    const share = left.map((value, i) => value * clean[i]);
    for (let i = 0; i < left.length; i++) left[i] -= share[i];
    return { frame, share, gain: firstGain * 2 ** usualEv(first, lights[frame], mask) };
  });
  return parts.filter(({ share }) => sumOver(share, (i) => share[i]) > params.minPart * width * height);
}

/**
 * Mask of the windows that lose light, as a whole: blinds and bars in front of a pane come from the same frame as the
 * pane.
 */
function maskOf({ width, height, window }: WindowViews, washed: Float32Array): Float32Array {
  // Closes the gaps that blinds and bars make.
  const closed = boxMean({ width, height, data: window }, params.barCells, false);
  const isPane = closed.map((share) => (share > params.paneShare ? 1 : 0));
  const mask = new Float32Array(window.length);
  for (const pane of areasOf(isPane, width)) {
    const mean = (at: (i: number) => number) => pane.reduce((sum, i) => sum + at(i), 0) / pane.length;
    if (pane.length < params.minPane * window.length) continue;
    if (mean((i) => window[i]) < params.minWindow || mean((i) => washed[i]) < params.windowLoss.least) continue;
    for (const i of pane) mask[i] = 1;
  }
  return boxMean({ width, height, data: mask }, params.rimCells, false);
}

/** Connected areas of a plane of zeros and ones, as lists of cells. */
function areasOf(plane: Float32Array, width: number): number[][] {
  const left = plane.slice();
  const areas: number[][] = [];
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue;
    const area = [start];
    left[start] = 0;
    for (let k = 0; k < area.length; k++) {
      const [i, x] = [area[k], area[k] % width];
      for (const next of [x > 0 ? i - 1 : -1, x + 1 < width ? i + 1 : -1, i - width, i + width]) {
        if (next < 0 || next >= left.length || left[next] === 0) continue;
        left[next] = 0;
        area.push(next);
      }
    }
    areas.push(area);
  }
  return areas;
}

/** What a flash frame is compared with to find its reflections. */
interface Compared {
  /** Indices of the flash frames that do not clip the windows. */
  readonly holding: readonly number[];
  /** log2 of linear luminance, for each flash frame. */
  readonly lights: readonly Float32Array[];
  /** Degree to which the frame itself is clipped, 0 to 1. */
  readonly washed: Float32Array;
}

/** Weight of each cell that shows no reflection of the flash, 0 to 1. */
function cleanOf(
  { width, height, window }: WindowViews,
  frame: number,
  { holding, lights, washed }: Compared,
): Float32Array {
  const own = lights[frame];
  const spots = holding.length > 1 ? new Float32Array(own.length) : washed.slice();
  for (const other of holding) {
    if (other === frame) continue;
    const light = lights[other];
    const usual = usualEv(own, light, window);
    for (let i = 0; i < spots.length; i++)
      spots[i] = Math.max(spots[i], ramp(own[i] - light[i] - usual, params.spotEv.from, params.spotEv.to));
  }
  const around = boxMean({ width, height, data: spots }, params.spotCells, false);
  return around.map((share) => 1 - ramp(share, params.spotShare.from, params.spotShare.to));
}

/** Median EV of one frame relative to another inside the windows. */
function usualEv(one: Float32Array, other: Float32Array, where: Float32Array): number {
  return percentile(
    one.map((ev, i) => ev - other[i]).filter((_, i) => where[i] > params.majority),
    0.5,
  );
}

/** Gain that brings the brightest parts of the mask close to white; at least 1. `light`: log2 of linear luminance. */
function gainOf(light: Float32Array, mask: Float32Array): number {
  const high =
    2 **
    percentile(
      light.filter((_, i) => mask[i] > params.majority),
      params.brightPart,
    );
  return Math.min(2 ** params.maxWindowEv, Math.max(1, decodeSrgb(params.windowWhite) / high));
}

/**
 * Correlation of edges around the windows, −1 to 1; high if a flash frame, given by log2 of its linear luminance, is
 * aligned with the picture.
 */
function agree({ width, height, ambient, window }: WindowViews, flashLight: Float32Array): number {
  const near = boxMean({ width, height, data: window }, params.paneCells, false);
  const [a, b] = [lightOf(ambient), flashLight].map((light) => light.map((ev) => encodeSrgb(2 ** ev)));
  let [both, ofA, ofB] = [0, 0, 0];
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x;
      const isAround = near[i] > params.paneRim.minNear && window[i] < params.paneRim.maxWindow;
      if (!isAround || Math.max(a[i], a[i + 1], a[i + width]) > params.brightest.from) continue;
      for (const next of [i + 1, i + width]) {
        const [da, db] = [Math.log(a[next] / a[i]), Math.log(b[next] / b[i])];
        both += da * db;
        ofA += da * da;
        ofB += db * db;
      }
    }
  }
  return both / Math.sqrt(Math.max(1e-9, ofA * ofB));
}

/** Degree to which each cell of display sRGB is washed out, 0 to 1. */
function washedOf(display: Float32Array): Float32Array {
  const clipped = new Float32Array(display.length / 3);
  for (let i = 0; i < clipped.length; i++)
    clipped[i] = ramp(brightestOf(display, i), params.washed.from, params.washed.to);
  return clipped;
}

/** log2 of linear luminance of each cell of display sRGB. */
function lightOf(display: Float32Array): Float32Array {
  const light = new Float32Array(display.length / 3);
  for (let i = 0; i < light.length; i++) light[i] = Math.log2(Math.max(params.minLight, luminanceOf(display, i)));
  return light;
}

function sumOver(plane: Float32Array, at: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < plane.length; i++) sum += at(i);
  return sum;
}
