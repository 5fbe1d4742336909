import { boxMean } from "../../ops/index.ts";

/** Bases this many times as bright as pale surfaces begin to be views, and this many times surely are. */
const [brightFrom, brightTo] = [0.95, 1.25];

/** Slope of the guided filter at which a place begins to be textured, and surely is: v / (v + ε) for a variance v. */
const [texturedFrom, texturedTo] = [0.35, 0.8];

/** A view fills an area: radius of the mean, as a share of the longer edge, and the share of it that must look like one. */
const areaShare = 1 / 50;
const [areaFrom, areaTo] = [0.3, 0.8];

/** Lift of a view's light: its mid-tones come down, its white stays. */
const viewLift = 0.3;

/** Share of the pale surfaces' brightness from which a surface's own daylight is kept from turning blue. */
const [paleFrom, paleTo] = [0.6, 0.85];

export interface Copy {
  readonly width: number;
  readonly height: number;
  readonly wrapX: boolean;
}

/**
 * How surely each pixel of the small copy looks out of a window, 0 to 1: brighter than the room's pale surfaces and textured over
 * an area. Glare, lamps and lit ceilings are plain or small and hold no view.
 */
export function findViews(
  { width, height, wrapX }: Copy,
  luma: Float32Array,
  coefficients: Float32Array,
  level: number,
  amount: number,
): Float32Array {
  const [from, to] = [Math.min(0.8, level * brightFrom), Math.min(0.97, level * brightTo)];
  const likely = luma.map((value, i) => {
    const slope = coefficients[2 * i];
    const base = slope * value + coefficients[2 * i + 1];
    return ramp(base, from, to) * ramp(slope, texturedFrom, texturedTo);
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

/**
 * The gains (factors of R and B, two a pixel), held where they would turn a bright surface blue that was not: the view out of a
 * lamp-lit room and its glare stay neutral. `samples` holds log(R/G), log(B/G) and a weight of every pixel.
 */
export function holdDaylight(
  { width, height, wrapX }: Copy,
  luma: Float32Array,
  samples: Float32Array,
  gains: Float32Array,
  level: number,
  amount: number,
): Float32Array {
  const kept = new Float32Array(luma.length).fill(1);
  for (let i = 0; i < luma.length; i++) {
    const [red, blue] = [Math.log(gains[2 * i]), Math.log(gains[2 * i + 1])];
    const cooling = (blue - red) / 2;
    if (cooling <= 0 || samples[3 * i + 2] === 0) continue;
    const warmth = (samples[3 * i] - samples[3 * i + 1]) / 2;
    const allowed = Math.min(1, Math.max(0, warmth) / cooling);
    kept[i] = 1 - amount * (1 - allowed) * ramp(luma[i] / level, paleFrom, paleTo);
  }
  const smooth = boxMean({ width, height, data: kept }, 2, wrapX);
  return gains.map((gain, i) => gain ** smooth[i >> 1]);
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / Math.max(1e-3, to - from)));
}
