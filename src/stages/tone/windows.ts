import { boxMean, percentile } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { quantiles } from "./statistics.ts";
import type { Surfaces } from "./surfaces.ts";
import { type Copy, meanInViews } from "./view-mean.ts";
import { balancedGains } from "./white-balance.ts";

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
/** Beyond these (display values) everything is bright. */
const [mostFrom, mostTo] = [0.8, 0.97];

/** Radius of the mean that texture lies off, and of the area over which it counts, pixels of the small copy. */
const [fineRadius, textureRadius] = [2, 8];
/**
 * The most that one pixel counts (display value), so that an edge is not texture, and where texture begins and surely
 * is.
 */
const mostTexture = 0.03;
const [texturedFrom, texturedTo] = [0.007, 0.014];

/**
 * How much warmer than the room's light (log of R/B of display values) a place begins to be no view, and surely is
 * none.
 */
const [warmFrom, warmTo] = [0.35, 0.7];

/**
 * A view fills an area: radius of the mean, as a share of the longer edge, and the share of it that must look like one.
 */
const areaShare = 1 / 50;
const [areaFrom, areaTo] = [0.25, 0.6];

/**
 * What a view's mean becomes, as a share of what becomes a bright wall, and the least lift of its light. What is
 * clipped beside a view is not brought down with it: window bars would turn black.
 */
const viewMean = 0.48;
const leastLift = 0.08;
/** Display values from which a view is white sky or clipped: its brightness says nothing of what there is to see. */
const [whiteFrom, whiteTo] = [0.9, 0.97];
/** Radius of that mean, as a share of the longer edge. */
const meanShare = 1 / 20;

/** Share of the pale surfaces' brightness from which a surface's own daylight is kept from turning blue. */
const [paleFrom, paleTo] = [0.6, 0.85];
/** The same for dark things, whose colour tells little of the light: black glass would turn blue. */
const [darkFrom, darkTo] = [0.5, 0.25];

/**
 * What views are told by: the luma, the slopes and offsets of its base, the colours of surfaces, and the display value
 * of pale ones.
 */
export interface ViewEvidence {
  readonly luma: Float32Array;
  readonly coefficients: Float32Array;
  readonly surfaces: Surfaces;
  readonly level: number;
  /** Scene light, in stops, where the frames of a bracket tell it. */
  readonly stops?: Float32Array | undefined;
}

/**
 * How surely each pixel of the small copy looks out of a window, 0 to 1: brighter than the room's pale surfaces and
 * near its highlights, or under far more light where the frames of a bracket tell it; finely textured over an area,
 * and not much warmer than its light. Glare and lamps' glow are smooth, however steep, lamps small, and sunlit wood is
 * warm: they hold no view.
 */
export function findViews(
  { width, height, wrapX }: Copy,
  { luma, coefficients, surfaces, level, stops }: ViewEvidence,
  amount: number,
): Float32Array {
  const { samples, areas, red, blue } = surfaces;
  const mean = (data: Float32Array, radius: number) => boxMean({ width, height, data }, radius, wrapX);
  const [highlight] = quantiles(luma, [0.99], areas);
  const from = Math.min(mostFrom, Math.max(level * brightFrom, highlight * highlightFrom));
  const to = Math.min(mostTo, Math.max(level * brightTo, highlight * highlightTo));
  const fine = mean(luma, fineRadius);
  for (let i = 0; i < fine.length; i++) fine[i] = Math.min(mostTexture, Math.abs(luma[i] - fine[i]));
  const texture = mean(fine, textureRadius);
  const likely = new Float32Array(luma.length);
  const roomStops = stops ? lightOfRoom(stops, luma, surfaces, level) : 0;
  for (let i = 0; i < likely.length; i++) {
    const base = coefficients[2 * i] * luma[i] + coefficients[2 * i + 1];
    const above = stops ? stops[i] - roomStops : Number.POSITIVE_INFINITY;
    const bright = Math.max(
      stops ? ramp(above, outsideFrom, outsideTo) : 0,
      ramp(base, from, to) * ramp(above, brightFromStops, brightToStops),
    );
    if (bright === 0) continue;
    const warmer = samples[3 * i] - samples[3 * i + 1] - (red - blue);
    likely[i] = bright * ramp(texture[i], texturedFrom, texturedTo) * ramp(-warmer, -warmTo, -warmFrom);
  }
  const radius = Math.max(1, Math.round(Math.max(width, height) * areaShare));
  let area: Float32Array = likely;
  for (let pass = 0; pass < 2; pass++) area = mean(area, radius);
  return area.map((share) => amount * ramp(share, areaFrom, areaTo));
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
 * The lifts with the light of views brought down under the room's: each view's mean goes to a share of `level`, the
 * display value that becomes a bright wall; what lies there already stays.
 */
export function pullViews(
  copy: Copy,
  views: Float32Array,
  luma: Float32Array,
  lifts: Float32Array,
  level: number,
): Float32Array {
  if (views.every((view) => view === 0)) return lifts;
  const held = views.map((view, i) => view * ramp(-luma[i], -whiteTo, -whiteFrom));
  const means = meanInViews(copy, held, luma, meanShare);
  const wanted = viewMean * level;
  return lifts.map((lift, i) => {
    if (views[i] === 0) return lift;
    const found = Math.min(0.99, means[i]);
    const pull = (wanted * (1 - found)) / Math.max(1e-6, found * (1 - wanted));
    return lift ** (1 - views[i]) * Math.min(lift, Math.max(leastLift, pull)) ** views[i];
  });
}

/**
 * The gains (two a pixel) let go in views where they cool: a view has daylight of its own, which lamps in the room do
 * not warm.
 */
export function keepDaylight(views: Float32Array, gains: Float32Array): Float32Array {
  const kept = gains.slice();
  for (let i = 0; i < views.length; i++) {
    const [red, blue] = [2 * i, 2 * i + 1];
    if (views[i] === 0 || gains[blue] <= gains[red]) continue;
    for (const at of [red, blue]) kept[at] **= 1 - views[i];
  }
  return kept;
}

/** What tells where gains go too far. `samples` holds log(R/G), log(B/G) and a weight of every pixel. */
interface BalancedLight {
  readonly luma: Float32Array;
  readonly samples: Float32Array;
  /** Factors of R and B, two a pixel; G's keeps grey's luma. */
  readonly gains: Float32Array;
  /** Display value of pale surfaces. */
  readonly level: number;
}

/**
 * The gains, held where they would turn a bright or a dark
 * surface blue or magenta that was not: the view out of a lamp-lit room and its glare stay neutral, and so does black
 * glass.
 */
export function holdDaylight(
  { width, height, wrapX }: Copy,
  { luma, samples, gains, level }: BalancedLight,
  amount: number,
): Float32Array {
  const cooling = new Float32Array(luma.length);
  const magenta = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const red = Math.log(gains[2 * i]);
    const green = Math.log((1 - 0.2126 * gains[2 * i] - 0.0722 * gains[2 * i + 1]) / 0.7152);
    const blue = Math.log(gains[2 * i + 1]);
    cooling[i] = (blue - red) / 2;
    magenta[i] = (red + blue) / 2 - green;
    if (samples[3 * i + 2] === 0) continue;
    const warmth = (samples[3 * i] - samples[3 * i + 1]) / 2;
    const greenness = -(samples[3 * i] + samples[3 * i + 1]) / 2;
    const brightness = luma[i] / level;
    const share = amount * Math.max(ramp(brightness, paleFrom, paleTo), ramp(-brightness, -darkFrom, -darkTo));
    cooling[i] -= share * beyond(cooling[i], warmth);
    magenta[i] -= share * beyond(magenta[i], greenness);
  }
  const soft = (data: Float32Array) => boxMean({ width, height, data }, 2, wrapX);
  const [cool, tint] = [soft(cooling), soft(magenta)];
  const held = new Float32Array(gains.length);
  for (let i = 0; i < luma.length; i++) {
    const balanced = balancedGains(tint[i] - cool[i], tint[i] + cool[i]);
    held[2 * i] = balanced[0];
    held[2 * i + 1] = balanced[2];
  }
  return held;
}

/** How much of a correction goes beyond taking away what is there. */
function beyond(correction: number, found: number): number {
  return correction > 0 ? Math.max(0, correction - Math.max(0, found)) : 0;
}
