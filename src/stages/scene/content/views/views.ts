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
import type { Surfaces } from "../surfaces/index.ts";
import { matteOf } from "./matte.ts";
import {
  brightFrom,
  brightTo,
  clippedFrom,
  clippedTo,
  frameGrey,
  highlightFrom,
  highlightShare,
  highlightTo,
  leastPale,
  likelyFrom,
  likelyTo,
  litShare,
  litSmoothness,
  matteShare,
  mostFrom,
  mostTo,
  nearFrom,
  nearTo,
  paleFrom,
  paleTo,
  plainFrom,
  plainTo,
  roughFrame,
  shiningFrom,
  shiningStops,
  shiningTo,
  smoothFrame,
  tellingFrom,
  tellingShare,
  tellingTo,
  textured,
  windowFrom,
  windowShare,
  windowTo,
} from "./params.ts";
import { whiteSkyFrom, whiteSkyTo } from "./veil-params.ts";
import { crossedTexture } from "./view-texture.ts";

/** What views are detected from. */
export interface ViewEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
  /** Display value of pale surfaces in good light. */
  readonly level: number;
  /** Probability of a window by the learned map. */
  readonly windows: Float32Array;
  /** Scene light in stops, where the frames of a bracket show it. */
  readonly stops?: Float32Array | undefined;
}

/**
 * How surely each pixel of the small copy looks out of a window and shows something there, 0 to 1: the map takes it for
 * a window, it shines as a whole, and has texture near by. Neither is asked of single pixels: leaves and the shade
 * between them are one view, and bringing down one without the other would turn their contrast around. What is smooth
 * is left alone, whatever the map says: nothing in it could become clearer, and a blind or a white wall would turn
 * grey.
 */
export function findViews(copy: Copy, small: SmallImage, evidence: ViewEvidence): Float32Array {
  const windows = evidence.windows.map((window) => ramp(window, windowFrom, windowTo));
  const texture = crossedTexture(copy, evidence.luma).map((value) => ramp(value / textured, plainFrom, plainTo));
  const above = stopsAboveRoom(evidence);
  const lit = above ? rising(above, shiningStops) : brighterThanPaint(evidence);
  const shining = meanWithin(copy, windows, lit, windowShare);
  const telling = meanWithin(copy, windows, texture, tellingShare);
  const sure = windows.map(
    (window, i) => window * ramp(shining[i], shiningFrom, shiningTo) * ramp(telling[i], tellingFrom, tellingTo),
  );
  const frames = framesIn(copy, evidence, lit);
  const views = grown(copy, evidence, sure, { shining, telling }).map((view, i) => view * (1 - frames[i]));
  const radius = Math.max(1, Math.round(Math.max(copy.width, copy.height) * matteShare));
  return matteOf(views, small, radius, copy.wrapX).map((view, i) => view * (1 - frames[i]));
}

/**
 * Views grown over the rest of their windows: the white sky above the trees, and panes of which the map is less sure
 * (hysteresis; Canny 1986). A place belongs to a view if views make up enough of the window around it, and if it shows
 * something or is nearly white; a blind above a garden is neither.
 */
function grown(
  copy: Copy,
  { windows, luma }: ViewEvidence,
  sure: Float32Array,
  { shining, telling }: { readonly shining: Float32Array; readonly telling: Float32Array },
): Float32Array {
  const likely = windows.map((window) => ramp(window, likelyFrom, likelyTo));
  const near = meanWithin(copy, likely, sure, windowShare);
  return sure.map((view, i) => {
    const shows = Math.max(ramp(telling[i], tellingFrom, tellingTo), ramp(luma[i], whiteSkyFrom, whiteSkyTo));
    const belongs = ramp(near[i], nearFrom, nearTo) * ramp(shining[i], shiningFrom, shiningTo);
    return Math.max(view, likely[i] * belongs * shows);
  });
}

/**
 * Frames and sashes: smooth for a few pixels around, as grey as the room's light, and no brighter than its paint. The
 * map is too coarse to part them from the panes. The shade between leaves is dark as well, but not smooth, and stays
 * with its leaves.
 */
function framesIn(copy: Copy, { luma, surfaces }: ViewEvidence, lit: Float32Array): Float32Array {
  const { samples, red, blue } = surfaces;
  const steps = boxMean({ ...copy, data: stepsOf(copy, luma) }, 1, copy.wrapX);
  const frames = lit.map((bright, i) => {
    const distance = (samples[3 * i] - red) ** 2 + (samples[3 * i + 1] - blue) ** 2;
    return (1 - bright) * ramp(-steps[i], -roughFrame, -smoothFrame) * Math.exp(-distance / (2 * frameGrey ** 2));
  });
  return boxMean({ ...copy, data: frames }, 1, copy.wrapX);
}

/** The larger step of luma from each pixel to the next one in x and in y. */
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

/** How surely each pixel is brighter, by its display value, than any paint of the room. */
function brighterThanPaint({ luma, surfaces, level }: ViewEvidence): Float32Array {
  const [highlight] = quantiles(luma, [highlightShare], surfaces.areas);
  const from = Math.min(mostFrom, Math.max(level * brightFrom, highlight * highlightFrom));
  const to = Math.min(mostTo, Math.max(level * brightTo, highlight * highlightTo));
  return rising(luma, [from, to]);
}

/** How surely each colour of the small copy (`data`) is clipped, 0 to 1. */
export function clippedColours({ data }: SmallImage): Float32Array {
  const clipped = new Float32Array(data.length / 3);
  for (let i = 0; i < clipped.length; i++)
    clipped[i] = ramp(Math.max(data[3 * i], data[3 * i + 1], data[3 * i + 2]), clippedFrom, clippedTo);
  return clipped;
}

/** The part of the views that is not bright sky. */
export function groundOf(views: Float32Array, luma: Float32Array): Float32Array {
  return views.map((view, i) => view * ramp(-luma[i], -whiteSkyTo, -whiteSkyFrom));
}

/**
 * Stops of scene light over the room's pale surfaces in good light (over all of the room where none is pale), where the
 * frames of a bracket show it.
 */
function stopsAboveRoom({ stops, luma, surfaces, level, windows }: ViewEvidence): Float32Array | undefined {
  if (!stops) return undefined;
  const { samples } = surfaces;
  const isRoom = (i: number) => windows[i] < windowFrom;
  const isPale = (i: number) =>
    isRoom(i) &&
    samples[3 * i + 2] > litSmoothness * luma[i] ** 2 &&
    luma[i] > paleFrom * level &&
    luma[i] < paleTo * level;
  const pale = stops.filter((_, i) => isPale(i));
  const known = pale.length > leastPale * stops.length ? pale : stops.filter((_, i) => isRoom(i));
  const ofRoom = known.length > 0 ? percentile(known, litShare) : Number.POSITIVE_INFINITY;
  return stops.map((each) => each - ofRoom);
}
