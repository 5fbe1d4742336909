import { boxMean, percentile } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { runningLeast } from "./running-least.ts";
import { quantiles } from "./statistics.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Copy } from "./view-mean.ts";
import { texturedFrom, texturedTo } from "./view-texture.ts";

/** Places this many times as bright as pale surfaces begin to be views, and this many times surely are. */
const [brightFrom, brightTo] = [1.05, 1.35];
/** Stops of scene light over those of the room's surfaces at which a place begins to lie outside, and surely does. */
const [outsideFrom, outsideTo] = [1.25, 2.25];
/** The same for what is bright beside: pale cabinets by a window lie below, and stay. */
const [brightFromStops, brightToStops] = [1, 1.6];
/** Share of the pale surfaces that are darker than what tells the room's light, and how smooth they are (0 to 1). */
const [wellLit, smooth] = [0.75, 0.5];
/** The same against the picture's highlights: paper on a dark wall is bright there and no window. */
const [highlightFrom, highlightTo] = [0.62, 0.8];
/** In a single frame, what is bright beside is sky only this near to the highlights: a blind is lit from behind. */
const [skyFrom, skyTo] = [0.86, 0.94];
/** Beyond these (display values) everything is bright. */
const [mostFrom, mostTo] = [0.8, 0.97];

/**
 * How much warmer than the room's light (log of R/B of display values) a place begins to be no view, and surely is
 * none.
 */
const [warmFrom, warmTo] = [0.35, 0.7];

/** Log of R/B of the room's light between which it is that of lamps, and surely is. */
const [lamplitFrom, lamplitTo] = [0.3, 0.45];
/** What is cooler than lamplight by this share of that may be a view; by so little it is a lamp, or lit by one. */
const [surelyCooler, hardlyCooler] = [0.5, 0.25];

/**
 * A view fills an area: radius of the mean, as a share of the longer edge, and the share of it that must look like one.
 */
const areaShare = 1 / 50;
const [areaFrom, areaTo] = [0.25, 0.6];

/**
 * A window lights what stands before it: stops over the room's light, as a mean over an area, that no surface inside
 * has, and below them the share of the brightest views' that an area needs. Each from where it begins to where it is
 * sure; then the reach of an area, as a share of the longer edge, and the quantile that tells the brightest.
 */
const [beyondFrom, beyondTo] = [2.1, 2.6];
const [shareFrom, shareTo] = [0.45, 0.65];
const [litReach, brightestAt] = [1 / 20, 0.9];

/** How far what is bright beside a view belongs to it, as a share of the longer edge. */
const growShare = 1 / 25;

/** Share of the level of pale surfaces from which a smooth surface tells the room's light. */
const paleFrom = 0.6;

/**
 * What views are told by: the luma, the slopes and offsets of its base, the colours of surfaces, and the display value
 * of pale ones.
 */
export interface ViewEvidence {
  readonly luma: Float32Array;
  /** Of the luma, crossed. */
  readonly texture: Float32Array;
  readonly coefficients: Float32Array;
  readonly surfaces: Surfaces;
  readonly level: number;
  /** Scene light, in stops, where the frames of a bracket tell it. */
  readonly stops?: Float32Array | undefined;
}

/**
 * How surely each pixel of the small copy looks out of a window, 0 to 1: brighter than the room's pale surfaces and
 * near its highlights, or under far more light where the frames of a bracket tell it; with texture that runs every way
 * over an area, and not much warmer than its light; and what is as bright right beside, in a single frame nearly white.
 * Glare and lamps' glow are
 * smooth, however steep, stairs and blinds run one way, lamps are small, and sunlit wood is warm: they hold no view.
 * Nor does what is no cooler than a room that lamps light: it is one of them, or lit by them.
 */
export function findViews(
  { width, height, wrapX }: Copy,
  { luma, texture, coefficients, surfaces, level, stops }: ViewEvidence,
  amount: number,
): Float32Array {
  const { samples, areas, red, blue } = surfaces;
  const mean = (data: Float32Array, radius: number) => boxMean({ width, height, data }, radius, wrapX);
  const [highlight] = quantiles(luma, [0.99], areas);
  const from = Math.min(mostFrom, Math.max(level * brightFrom, highlight * highlightFrom));
  const to = Math.min(mostTo, Math.max(level * brightTo, highlight * highlightTo));
  const radiusOf = (share: number) => Math.max(1, Math.round(Math.max(width, height) * share));
  const likely = new Float32Array(luma.length);
  const bright = new Float32Array(luma.length);
  const cast = Math.max(0, red - blue);
  const lamplight = ramp(cast, lamplitFrom, lamplitTo);
  const roomStops = stops ? lightOfRoom(stops, luma, surfaces, level) : 0;
  for (let i = 0; i < likely.length; i++) {
    const base = coefficients[2 * i] * luma[i] + coefficients[2 * i + 1];
    const above = stops ? stops[i] - roomStops : Number.POSITIVE_INFINITY;
    bright[i] = ramp(base, from, to) * ramp(above, brightFromStops, brightToStops);
    const outside = Math.max(bright[i], stops ? ramp(above, outsideFrom, outsideTo) : 0);
    if (outside === 0) continue;
    const warmer = samples[3 * i] - samples[3 * i + 1] - (red - blue);
    const cooler = 1 - lamplight * ramp(warmer, -surelyCooler * cast, -hardlyCooler * cast);
    likely[i] = outside * ramp(texture[i], texturedFrom, texturedTo) * ramp(-warmer, -warmTo, -warmFrom) * cooler;
  }
  if (stops) leaveLitSurfaces(likely, stops, roomStops, (data) => mean(data, radiusOf(litReach)));
  const radius = radiusOf(areaShare);
  let area: Float32Array = likely;
  for (let pass = 0; pass < 2; pass++) area = mean(area, radius);
  const views = area.map((share) => ramp(share, areaFrom, areaTo));
  const beside = stops ? bright : bright.map((share, i) => share * ramp(luma[i] / highlight, skyFrom, skyTo));
  return grow({ width, height, wrapX }, views, beside, radiusOf(growShare)).map((view) => amount * view);
}

/**
 * Takes out surfaces that a window lights: they stand out of the room as a dull view by itself would, yet lie in far
 * less light than what is seen through the window.
 */
function leaveLitSurfaces(
  likely: Float32Array,
  stops: Float32Array,
  roomStops: number,
  mean: (data: Float32Array) => Float32Array,
): void {
  const shares = mean(likely);
  const sums = mean(likely.map((share, i) => (share === 0 ? 0 : share * (stops[i] - roomStops))));
  const above = sums.map((sum, i) => (likely[i] === 0 ? 0 : sum / Math.max(1e-6, shares[i])));
  const sure = above.filter((_, i) => likely[i] > 0.5);
  if (sure.length === 0) return;
  const brightest = percentile(sure, brightestAt);
  for (let i = 0; i < likely.length; i++) {
    const share = ramp(above[i] / brightest, shareFrom, shareTo);
    likely[i] *= Math.max(share, ramp(above[i], beyondFrom, beyondTo));
  }
}

/**
 * Scene light of the room's pale surfaces, in stops: those in good light count, and what is brighter than any paint
 * does not. Infinite where there are none, so that nothing lies outside.
 */
function lightOfRoom(stops: Float32Array, luma: Float32Array, { samples }: Surfaces, level: number): number {
  const isPale = (i: number) =>
    samples[3 * i + 2] > smooth * luma[i] ** 2 && luma[i] > paleFrom * level && luma[i] < brightFrom * level;
  const pale = stops.filter((_, i) => isPale(i));
  return pale.length === 0 ? Number.POSITIVE_INFINITY : percentile(pale, wellLit);
}

/**
 * The views with the bright places around and between their parts, up to `radius` away: white sky and plain walls
 * outside have no texture of their own.
 */
function grow({ width, height, wrapX }: Copy, views: Float32Array, bright: Float32Array, radius: number): Float32Array {
  if (views.every((view) => view === 0)) return views;
  const farthest = runningLeast({ width, height, data: views.map((view) => 1 - view) }, radius, wrapX);
  const near = boxMean({ width, height, data: farthest.map((least) => 1 - least) }, radius >> 1, wrapX);
  return views.map((view, i) => Math.max(view, Math.min(near[i], bright[i])));
}
