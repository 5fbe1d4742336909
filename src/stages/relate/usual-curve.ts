import { decodeSrgb } from "../../image/index.ts";
import { cameraSlopes, responseFit, usualCurve } from "./params.ts";
import type { Reading } from "./readings.ts";

const { slopesPerStop, darkest, brightest, fullShare, minShare, exifWeight, worstMisfit, minStep } = usualCurve;

/** Candidate strengths of the camera's curve. */
const perUnit = Math.round(1 / usualCurve.strengthStep);
const contrasts = Array.from({ length: usualCurve.maxStrength * perUnit + 1 }, (_, i) => i / perUnit);
/** Readings of two neighbours in exposure, and the stops between them that EXIF states. */
interface LinkReadings {
  readonly readings: readonly Reading[];
  readonly statedStops: number | undefined;
}

/** The curve of a usual camera that fits a bracket best. */
interface UsualCurve {
  /** Stops of light between neighbours by this curve; `undefined` if two share too few tones. */
  readonly stops: readonly (number | undefined)[];
  /** Stops of scene light below white, by display value. */
  readonly lightOf: (value: number) => number;
  /** Strength of a camera's curve in the frames: 0 linear light apart from sRGB, 1 as in most cameras. */
  readonly contrast: number;
}

/**
 * Finds the strength of the camera's curve for which each step is most uniform over all tones, and closest to EXIF's.
 * Readings alone do not determine the scale of light (Debevec and Malik 1997); the shape of the curve does.
 */
export function findUsualCurve(links: readonly LinkReadings[]): UsualCurve {
  const comparable = links.map(({ readings, statedStops }) => ({ tones: tonesOf(readings), statedStops }));
  let best = { contrast: 1, cost: Number.POSITIVE_INFINITY };
  for (const contrast of contrasts) {
    const lightOf = lightScale(contrast);
    let cost = usualCurve.usual * Math.abs(contrast - 1);
    for (const { tones, statedStops } of comparable) {
      const steps = stepsByTone(tones, lightOf);
      if (steps.length === 0) continue;
      const step = middleOf(steps);
      const misfit = (other: number) => Math.min(worstMisfit, Math.abs(other - step) / Math.max(minStep, step));
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
    .filter(({ bright, dark, count }) => bright < brightest && dark >= darkest && count >= minShare * total)
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
 * Scene light of display values, in stops below display white. `contrast` is the strength of the camera's own curve on
 * top of sRGB: 0 none (linear light, encoded), 1 as in most cameras.
 */
function lightScale(contrast: number): (value: number) => number {
  return (value) => {
    const stops = Math.log2(Math.max(responseFit.floor, decodeSrgb(value)));
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
