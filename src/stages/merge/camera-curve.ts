import { decodeSrgb, encodeSrgb, type F32, type PixelMemory } from "../../image/index.ts";
import { lumaSteps, minStops, stepsPerStop, stopEntries } from "../../kernels/index.ts";
import { trustOf } from "../../ops/index.ts";
import { camera, room, shoulder, trust } from "./params.ts";

/** Display value of middle grey, at which camera curves are assumed to equal sRGB. */
const anchor = encodeSrgb(room.middleGrey);
/**
 * Conversion between display values and light for a camera, in stops over sRGB's display white. Stops are scaled to
 * match sRGB in the mid-tones: the size of a bracket's stops is less certain than the shape of the curve.
 */
export interface CameraCurve {
  /** Number of these stops in one stop of the relation's table. */
  readonly perStop: number;
  /** Light of a display value, 0 to 1. */
  lightOf(value: number): number;
  /** Display value of light; above the camera's white it follows sRGB. */
  displayOf(stops: number): number;
}

/**
 * The response curve of the camera of a bracket. `light`: stops by display value, as a table from 0 to 1, of which only
 * differences count. Below `camera.darkest` and above white it follows sRGB.
 */
export function cameraCurve(light: Float32Array): CameraCurve {
  const last = light.length - 1;
  const rising = light.slice();
  for (let i = 1; i <= last; i++) rising[i] = Math.max(rising[i], rising[i - 1] + camera.minRise);
  const read = (value: number) => {
    const at = Math.min(1, value) * last;
    const first = Math.min(last - 1, Math.floor(at));
    return rising[first] + (rising[first + 1] - rising[first]) * (at - first);
  };
  const perStop = midSlope(read);
  for (let i = 0; i <= last; i++) rising[i] *= perStop;
  const off = srgbLight(anchor) - read(anchor);
  const white = read(1) + off;
  const black = read(camera.darkest) + off - srgbLight(camera.darkest);
  const displayOf = (stops: number) => {
    if (stops >= white) return encodeSrgb(2 ** (stops - white));
    if (stops <= srgbLight(camera.darkest) + black) return encodeSrgb(2 ** (stops - black));
    let [low, high] = [0, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (rising[middle] + off <= stops) low = middle;
      else high = middle;
    }
    return (low + (stops - off - rising[low]) / (rising[high] - rising[low])) / last;
  };
  const lightOf = (value: number) =>
    Math.max(minStops, value < camera.darkest ? srgbLight(value) + black : read(value) + off);
  return { perStop, lightOf, displayOf };
}

/** Number of sRGB stops in one stop of a curve, over the mid-tones. */
function midSlope(read: (value: number) => number): number {
  const [darkest, brightest] = camera.mid;
  let [product, square] = [0, 0];
  for (let i = 0; i <= camera.midSteps; i++) {
    const value = darkest + ((brightest - darkest) * i) / camera.midSteps;
    const own = read(value) - read(anchor);
    product += own * (srgbLight(value) - srgbLight(anchor));
    square += own * own;
  }
  return square > 0 ? Math.min(camera.maxScale, Math.max(1 / camera.maxScale, product / square)) : 1;
}

function srgbLight(value: number): number {
  return Math.log2(Math.max(camera.blackLight, decodeSrgb(value)));
}

/**
 * Compresses values above `from` towards `top`: by 1 − 1 / (1 + t + t² / 2), which starts with slope 1 and approaches
 * the top so slowly that peaks keep their structure.
 */
export function bend(value: number, from: number, top: number): number {
  if (value <= from) return value;
  const over = (value - from) / (top - from);
  return top - (top - from) / (1 + over + over ** 2 / 2);
}

const stopsAt = (i: number) => minStops + i / stepsPerStop;

/** Lookup tables for the kernels, in their memory. */
export interface LightTables {
  readonly logLight: F32;
  readonly trust: F32;
  readonly display: F32;
  readonly tone: F32;
  /** Stops at which `display` has the value that `tone` has. */
  readonly shown: F32;
}

export function lightTables({ lightOf, displayOf }: CameraCurve, memory: Pick<PixelMemory, "f32">): LightTables {
  const table = (length: number, formula: (i: number) => number) => {
    const values = memory.f32(length);
    for (let i = 0; i < length; i++) values[i] = formula(i);
    return values;
  };
  return {
    logLight: table(lumaSteps + 1, (i) => lightOf(i / lumaSteps)),
    trust: table(lumaSteps + 1, (i) => trustOf(i / lumaSteps) + trust.hidden * (i / lumaSteps) ** 2 + trust.least),
    display: table(stopEntries, (i) => Math.min(1, displayOf(stopsAt(i)))),
    tone: table(stopEntries, (i) => bend(displayOf(stopsAt(i)), shoulder, 1)),
    shown: table(stopEntries, (i) => shownStops(displayOf(stopsAt(i)), stopsAt(i), lightOf)),
  };
}

function shownStops(value: number, stops: number, lightOf: (value: number) => number): number {
  return value <= shoulder ? stops : lightOf(bend(value, shoulder, 1));
}

/** Stops over display white that the picture renders as a luma: the inverse of the table `tone`. */
export function stopsOf(luma: number, { tone }: LightTables): number {
  let [low, high] = [0, stopEntries - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (tone[middle] <= luma) low = middle;
    else high = middle;
  }
  const rise = tone[high] - tone[low];
  return stopsAt(low + (rise > 0 ? Math.min(1, Math.max(0, (luma - tone[low]) / rise)) : 0));
}
