import { decodeSrgb } from "../../image/index.ts";
import type { Reading } from "./readings.ts";

/**
 * How many stops of scene light one stop of decoded sRGB represents, in a camera's own JPEG: every half stop from 8.5
 * stops under display white up to white. Cameras add contrast in the mid-tones (values under 1) and compress highlights
 * (over 1), so that frames 2 stops apart look 3.2 apart in the mid-tones and 1.5 near white. The mean of five cameras
 * (Canon, Nikon, Panasonic, Samsung, and a RAW development), from brackets with known shutter speeds; each alone
 * gives slopes within 15 % of these.
 */
const cameraSlopes = [
  0.66, 0.66, 0.64, 0.61, 0.6, 0.59, 0.61, 0.62, 0.6, 0.62, 0.66, 0.69, 0.77, 1.0, 1.16, 1.33, 1.36,
] as const;
const slopesPerStop = 2;

/** Display values that show light: above the noise, below the shoulder. */
const darkest = 0.06;
const brightest = 0.87;
/** A tone has its full say from this share of the readings on: a large wall is one tone, no more. */
const fullShare = 0.02;
/** A smaller share of the cells is not evidence of a tone. */
const leastShare = 5e-4;
/** Strengths of the camera's curve that are tried. */
const contrasts = Array.from({ length: 16 }, (_, i) => i / 10);
/**
 * Cost of a strength other than a camera's usual one; decides if the frames show too few tones.
 */
const usual = 0.001;
/** Weight of EXIF against the pixels in choosing the strength. */
const exifWeight = 0.1;
/** Misfits, as a share of the step, beyond which the distance no longer matters: movers, flare, false EXIF. */
const worstMisfit = 0.5;

/** What two neighbours in exposure show, and the stops between them that EXIF states. */
export interface LinkReadings {
  readonly readings: readonly Reading[];
  readonly statedStops: number | undefined;
}

/** The curve of a usual camera that fits a bracket best. */
export interface UsualCurve {
  /** Stops of light between neighbours through it; `undefined` where two share too few tones. */
  readonly stops: readonly (number | undefined)[];
  /** Stops of scene light under white, by display value. */
  readonly lightOf: (value: number) => number;
  /** How strongly a camera's curve shows in the frames: 0 linear light behind sRGB, 1 as most cameras have it. */
  readonly contrast: number;
}

/**
 * Finds the strength of the camera's curve for which each step is the most alike in all tones, and closest to EXIF's.
 * Readings alone leave the scale of light open (Debevec and Malik 1997); the form of the curve fixes it.
 */
export function findUsualCurve(links: readonly LinkReadings[]): UsualCurve {
  const comparable = links.map(({ readings, statedStops }) => ({ tones: tonesOf(readings), statedStops }));
  let best = { contrast: 1, cost: Number.POSITIVE_INFINITY };
  for (const contrast of contrasts) {
    const lightOf = lightScale(contrast);
    let cost = usual * Math.abs(contrast - 1);
    for (const { tones, statedStops } of comparable) {
      const steps = stepsByTone(tones, lightOf);
      if (steps.length === 0) continue;
      const step = middleOf(steps);
      const misfit = (other: number) => Math.min(worstMisfit, Math.abs(other - step) / Math.max(0.3, step));
      let [sum, total] = [0, 0];
      for (const { stops, weight } of steps) {
        sum += weight * misfit(stops);
        total += weight;
      }
      cost += (sum / total + (statedStops === undefined ? 0 : exifWeight * misfit(statedStops))) / links.length;
    }
    if (cost < best.cost) best = { contrast, cost };
  }
  const lightOf = lightScale(best.contrast);
  const stops = comparable.map(({ tones }) =>
    tones.length === 0 ? undefined : Math.max(0, middleOf(stepsByTone(tones, lightOf))),
  );
  return { stops, lightOf, contrast: best.contrast };
}

interface Tone extends Reading {
  readonly weight: number;
}

function tonesOf(readings: readonly Reading[]): Tone[] {
  const total = readings.reduce((sum, { count }) => sum + count, 0);
  return readings
    .filter(({ bright, dark, count }) => bright < brightest && dark >= darkest && count >= leastShare * total)
    .map((reading) => ({ ...reading, weight: Math.min(reading.count / total, fullShare) }));
}

interface WeightedStep {
  readonly stops: number;
  readonly weight: number;
}

function stepsByTone(tones: readonly Tone[], lightOf: (value: number) => number): WeightedStep[] {
  return tones.map(({ bright, dark, weight }) => ({ stops: lightOf(bright) - lightOf(dark), weight }));
}

/** The weighted median. */
function middleOf(steps: readonly WeightedStep[]): number {
  const sorted = [...steps].sort((a, b) => a.stops - b.stops);
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { stops, weight } of sorted) {
    left -= weight;
    if (left <= 0) return stops;
  }
  return sorted[sorted.length - 1].stops;
}

/**
 * Scene light of display values, in stops under display white. `contrast` is how strongly the camera's own
 * curve was applied over sRGB: 0 not at all (linear light, encoded), 1 as most cameras do.
 */
function lightScale(contrast: number): (value: number) => number {
  return (value) => {
    const stops = Math.log2(Math.max(2e-4, decodeSrgb(value)));
    return (1 - contrast) * stops + contrast * throughCamera(stops);
  };
}

function throughCamera(stops: number): number {
  const whole = cameraSlopes.length / slopesPerStop;
  let light = 0;
  for (const [i, slope] of cameraSlopes.entries()) {
    const top = (i + 1) / slopesPerStop - whole;
    light -= slope * Math.min(1 / slopesPerStop, Math.max(0, top - stops));
  }
  return light + cameraSlopes[0] * Math.min(0, stops + whole);
}
