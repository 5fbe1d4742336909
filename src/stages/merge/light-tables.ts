import type { F32, PixelMemory } from "../../image/index.ts";
import { leastStops, lumaSteps, stepsPerStop, stopEntries } from "../../kernels/index.ts";
import { trustOf } from "../../ops/index.ts";
import type { CameraCurve } from "./camera-curve.ts";
import { shoulder } from "./params.ts";

/**
 * Values above `from` bend towards `top`: by 1 − 1 / (1 + t + t² / 2), which starts with slope 1 and nears the top so
 * late that peaks keep structure.
 */
export function bend(value: number, from: number, top: number): number {
  if (value <= from) return value;
  const over = (value - from) / (top - from);
  return top - (top - from) / (1 + over + over ** 2 / 2);
}

/**
 * Trust in a frame that shows nothing, where none shows more: at white, and at black. Light that is clipped in one
 * frame and black in a brighter one moved between them. The log of black is all noise, so the clipped frame decides.
 */
const [hiddenTrust, leastTrust] = [1e-6, 1e-12];

const stopsAt = (i: number) => leastStops + i / stepsPerStop;

/** The tables that the kernels read, in their memory. */
export interface LightTables {
  readonly logLight: F32;
  readonly trust: F32;
  readonly display: F32;
  readonly tone: F32;
  /** Stops at which `display` has what `tone` has. */
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
    trust: table(lumaSteps + 1, (i) => trustOf(i / lumaSteps) + hiddenTrust * (i / lumaSteps) ** 2 + leastTrust),
    display: table(stopEntries, (i) => Math.min(1, displayOf(stopsAt(i)))),
    tone: table(stopEntries, (i) => bend(displayOf(stopsAt(i)), shoulder, 1)),
    shown: table(stopEntries, (i) => shownStops(displayOf(stopsAt(i)), stopsAt(i), lightOf)),
  };
}

function shownStops(value: number, stops: number, lightOf: (value: number) => number): number {
  return value <= shoulder ? stops : lightOf(bend(value, shoulder, 1));
}

/** Stops over display white at which the picture shows a luma: the inverse of the table `tone`. */
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
