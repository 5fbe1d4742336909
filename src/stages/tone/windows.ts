import { boxMean } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import type { Surfaces } from "./surfaces.ts";
import { balancedGains } from "./white-balance.ts";

/** Bases this many times as bright as pale surfaces begin to be views, and this many times surely are. */
const [brightFrom, brightTo] = [1.05, 1.35];

/** Slope of the guided filter at which a place begins to be textured, and surely is: v / (v + ε) for a variance v. */
const [texturedFrom, texturedTo] = [0.35, 0.8];

/** How much warmer than the room's light (log of R/B of display values) a place begins to be no view, and surely is none. */
const [warmFrom, warmTo] = [0.35, 0.7];

/** A view fills an area: radius of the mean, as a share of the longer edge, and the share of it that must look like one. */
const areaShare = 1 / 50;
const [areaFrom, areaTo] = [0.3, 0.8];

/** Lift of a view's light: its mid-tones come down to the room's level or under it, its white stays. */
const viewLift = 0.12;

/** Share of the pale surfaces' brightness from which a surface's own daylight is kept from turning blue. */
const [paleFrom, paleTo] = [0.6, 0.85];
/** The same for dark things, whose colour tells little of the light: black glass would turn blue. */
const [darkFrom, darkTo] = [0.5, 0.25];

export interface Copy {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/** What views are told by: the luma, the slopes and offsets of its base, and the colours of surfaces. */
export interface ViewEvidence {
  readonly luma: Float32Array;
  readonly coefficients: Float32Array;
  readonly surfaces: Surfaces;
}

/**
 * How surely each pixel of the small copy looks out of a window, 0 to 1: brighter than the room's pale surfaces, textured over
 * an area, and not much warmer than its light. Glare and lit ceilings are plain, lamps small, and sunlit wood is warm: they hold no view.
 */
export function findViews(
  { width, height, wrapX }: Copy,
  { luma, coefficients, surfaces }: ViewEvidence,
  level: number,
  amount: number,
): Float32Array {
  const { samples, red, blue } = surfaces;
  const [from, to] = [Math.min(0.8, level * brightFrom), Math.min(0.97, level * brightTo)];
  const likely = luma.map((value, i) => {
    const slope = coefficients[2 * i];
    const base = slope * value + coefficients[2 * i + 1];
    const warmer = samples[3 * i] - samples[3 * i + 1] - (red - blue);
    return ramp(base, from, to) * ramp(slope, texturedFrom, texturedTo) * ramp(-warmer, -warmTo, -warmFrom);
  });
  const radius = Math.max(1, Math.round(Math.max(width, height) * areaShare));
  let area: Float32Array = likely;
  for (let pass = 0; pass < 2; pass++) area = boxMean({ width, height, data: area }, radius, wrapX);
  return area.map((share) => amount * ramp(share, areaFrom, areaTo));
}

/** The lifts with the light of views brought down. */
export function pullViews(views: Float32Array, lifts: Float32Array): Float32Array {
  return lifts.map((lift, i) => lift * viewLift ** views[i]);
}

/** The gains (two a pixel) let go in views, which have daylight of their own. */
export function keepDaylight(views: Float32Array, gains: Float32Array): Float32Array {
  return gains.map((gain, i) => gain ** (1 - views[i >> 1]));
}

/**
 * The gains (factors of R and B, two a pixel; G's keeps grey's luma), held where they would turn a bright or a dark surface blue or
 * magenta that was not: the view out of a lamp-lit room and its glare stay neutral, and so does black glass. `samples` holds log(R/G), log(B/G)
 * and a weight of every pixel.
 */
export function holdDaylight(
  { width, height, wrapX }: Copy,
  luma: Float32Array,
  samples: Float32Array,
  gains: Float32Array,
  level: number,
  amount: number,
): Float32Array {
  const cooling = new Float32Array(luma.length);
  const magenta = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const [red, green, blue] = logGains(gains[2 * i], gains[2 * i + 1]);
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
  return gains.map((_, at) => {
    const i = at >> 1;
    const [red, , blue] = balancedGains(tint[i] - cool[i], tint[i] + cool[i]);
    return at % 2 === 0 ? red : blue;
  });
}

/** How much of a correction goes beyond taking away what is there. */
function beyond(correction: number, found: number): number {
  return correction > 0 ? Math.max(0, correction - Math.max(0, found)) : 0;
}

function logGains(red: number, blue: number): [number, number, number] {
  return [Math.log(red), Math.log((1 - 0.2126 * red - 0.0722 * blue) / 0.7152), Math.log(blue)];
}
