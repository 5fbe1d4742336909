import {
  boxMean,
  type Copy,
  columnsBeside,
  meanWithin,
  percentile,
  quantiles,
  ramp,
  type SmallImage,
} from "../../../../ops/index.ts";
import { matteOf } from "../../refine.ts";
import type { Surfaces } from "../surfaces/index.ts";
import { clipping, crossed, panes, roomLight, sashes, shine, whiteSky } from "./params.ts";

/** What views are detected from. */
export interface ViewEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
  /** Display value of pale surfaces in good light. */
  readonly level: number;
  /** Probability of a window by the learned map. */
  readonly windows: Float32Array;
  /** Scene light in stops, if the frames of a bracket show it. */
  readonly stops?: Float32Array | undefined;
}

/**
 * How surely each pixel of the small copy shows a view through a window, 0 to 1: the map calls it a window, its
 * surroundings shine, and they have texture. Single pixels need neither: leaves and the shade between them are one
 * view, and darkening only one of them would invert their contrast. Smooth places are not views, whatever the map says:
 * they have no detail to recover, and a blind or a white wall would turn grey.
 */
export function findViews(copy: Copy, small: SmallImage, evidence: ViewEvidence): Float32Array {
  const windows = evidence.windows.map((window) => ramp(window, panes.windowFrom, panes.windowTo));
  const texture = crossedTexture(copy, evidence.luma).map((value) =>
    ramp(value / crossed.textured, crossed.plainFrom, crossed.plainTo),
  );
  const above = stopsAboveRoom(evidence);
  const lit = above ? rising(above, shine.shiningStops) : brighterThanPaint(evidence);
  const shining = meanWithin(copy, windows, lit, shine.windowShare);
  const telling = meanWithin(copy, windows, texture, crossed.tellingShare);
  const sure = windows.map(
    (window, i) =>
      window *
      ramp(shining[i], shine.shiningFrom, shine.shiningTo) *
      ramp(telling[i], crossed.tellingFrom, crossed.tellingTo),
  );
  const frames = framesIn(copy, evidence, lit);
  const views = grown(copy, evidence, sure, { shining, telling }).map((view, i) => view * (1 - frames[i]));
  const radius = Math.max(1, Math.round(Math.max(copy.width, copy.height) * sashes.matteShare));
  return matteOf(views, small, radius, copy.wrapX).map((view, i) => view * (1 - frames[i]));
}

/**
 * Extends views over the rest of their windows: the white sky above the trees, and panes of which the map is less sure
 * (hysteresis; Canny 1986). A place belongs to a view if enough of the window around it is a view, and if it has
 * texture or is nearly white; a blind above a garden is neither.
 */
function grown(
  copy: Copy,
  { windows, luma }: ViewEvidence,
  sure: Float32Array,
  { shining, telling }: { readonly shining: Float32Array; readonly telling: Float32Array },
): Float32Array {
  const likely = windows.map((window) => ramp(window, panes.likelyFrom, panes.likelyTo));
  const near = meanWithin(copy, likely, sure, shine.windowShare);
  return sure.map((view, i) => {
    const shows = Math.max(
      ramp(telling[i], crossed.tellingFrom, crossed.tellingTo),
      ramp(luma[i], whiteSky.from, whiteSky.to),
    );
    const belongs = ramp(near[i], panes.nearFrom, panes.nearTo) * ramp(shining[i], shine.shiningFrom, shine.shiningTo);
    return Math.max(view, likely[i] * belongs * shows);
  });
}

/**
 * How surely each pixel belongs to a frame or a sash: smooth within a few pixels, as grey as the room's light, and not
 * brighter than its paint. The map is too coarse to separate them from the panes. The shade between leaves is also
 * dark, but not smooth, and remains part of the view.
 */
function framesIn(copy: Copy, { luma, surfaces }: ViewEvidence, lit: Float32Array): Float32Array {
  const { samples, red, blue } = surfaces;
  const steps = boxMean({ ...copy, data: stepsOf(copy, luma) }, 1, copy.wrapX);
  const frames = lit.map((bright, i) => {
    const distance = (samples[3 * i] - red) ** 2 + (samples[3 * i + 1] - blue) ** 2;
    return (
      (1 - bright) *
      ramp(-steps[i], -sashes.roughFrame, -sashes.smoothFrame) *
      Math.exp(-distance / (2 * sashes.frameGrey ** 2))
    );
  });
  return boxMean({ ...copy, data: frames }, 1, copy.wrapX);
}

/** For each pixel, the larger of the steps of luma to the next pixel in x and in y. */
function stepsOf({ width, height, wrapX }: Copy, luma: Float32Array): Float32Array {
  return luma.map((value, i) => {
    const [, right] = columnsBeside(i % width, width, wrapX);
    const across = Math.abs(luma[i - (i % width) + right] - value);
    const down = i + width < width * height ? Math.abs(luma[i + width] - value) : 0;
    return Math.max(across, down);
  });
}

function rising(plane: Float32Array, [from, to]: readonly [number, number]): Float32Array {
  return plane.map((value) => ramp(value, from, to));
}

/** How surely the display value of each pixel is brighter than any paint of the room. */
function brighterThanPaint({ luma, surfaces, level }: ViewEvidence): Float32Array {
  const [highlight] = quantiles(luma, [shine.highlightShare], surfaces.areas);
  const from = Math.min(shine.maxFrom, Math.max(level * shine.brightFrom, highlight * shine.highlightFrom));
  const to = Math.min(shine.maxTo, Math.max(level * shine.brightTo, highlight * shine.highlightTo));
  return rising(luma, [from, to]);
}

/** How surely each colour of the small copy (`data`) is clipped, 0 to 1. */
export function clippedColours({ data }: SmallImage): Float32Array {
  const clipped = new Float32Array(data.length / 3);
  for (let i = 0; i < clipped.length; i++)
    clipped[i] = ramp(Math.max(data[3 * i], data[3 * i + 1], data[3 * i + 2]), clipping.from, clipping.to);
  return clipped;
}

/** The part of the views that is not bright sky. */
export function groundOf(views: Float32Array, luma: Float32Array): Float32Array {
  return views.map((view, i) => view * ramp(-luma[i], -whiteSky.to, -whiteSky.from));
}

/**
 * Stops of scene light above the room's pale surfaces in good light, or above the whole room if too little of it is
 * pale. `undefined` unless the frames of a bracket show the light.
 */
function stopsAboveRoom({ stops, luma, surfaces, level, windows }: ViewEvidence): Float32Array | undefined {
  if (!stops) return undefined;
  const { samples } = surfaces;
  const isRoom = (i: number) => windows[i] < panes.windowFrom;
  const isPale = (i: number) =>
    isRoom(i) &&
    samples[3 * i + 2] > roomLight.litSmoothness * luma[i] ** 2 &&
    luma[i] > roomLight.paleFrom * level &&
    luma[i] < roomLight.paleTo * level;
  const pale = stops.filter((_, i) => isPale(i));
  const known = pale.length > roomLight.minPale * stops.length ? pale : stops.filter((_, i) => isRoom(i));
  const ofRoom = known.length > 0 ? percentile(known, roomLight.litShare) : Number.POSITIVE_INFINITY;
  return stops.map((each) => each - ofRoom);
}

/**
 * Texture that runs in all directions: the root of the smaller eigenvalue of the structure tensor (Förstner & Gülch
 * 1987) of a plane with capped steps, averaged over an area; display values a pixel. Leaves, roofs and streets have it;
 * stairs, blinds, window bars and the rim of a lamp run in one direction and have little of it, even if their edges are
 * strong.
 */
export function crossedTexture({ width, height, wrapX }: Copy, luma: Float32Array): Float32Array {
  const [alongX, alongY, across] = [0, 1, 2].map(() => new Float32Array(luma.length));
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const [left, right] = columnsBeside(x, width, wrapX);
      const dx = (luma[y * width + right] - luma[y * width + left]) / 2;
      const dy = (luma[below + x] - luma[above + x]) / 2;
      const step = Math.sqrt(dx * dx + dy * dy);
      const share = step > crossed.maxStep ? (crossed.maxStep / step) ** 2 : 1;
      alongX[i] = share * dx * dx;
      alongY[i] = share * dy * dy;
      across[i] = share * dx * dy;
    }
  }
  const [xx, yy, xy] = [alongX, alongY, across].map((data) =>
    boxMean({ width, height, data }, crossed.tensorRadius, wrapX),
  );
  const data = xx.map((x, i) => {
    const half = (x + yy[i]) / 2;
    const apart = Math.sqrt(((x - yy[i]) / 2) ** 2 + xy[i] ** 2);
    return Math.sqrt(Math.max(0, half - apart));
  });
  return boxMean({ width, height, data }, crossed.areaRadius, wrapX);
}
