import { type ExposureTables, type FrameCopy, type FrameNoise, lookUp, lumaSample, noiseAt } from "../../ops/index.ts";
import { carried, tableSteps } from "./params.ts";

/** Noise of frames whose content is shown in brighter ones. Frames darkest first. */
export interface CarriedNoise {
  /**
   * Squared deviation, in display values, of luma `value` of frame `from` shown in frame `to`, if it exceeds what is
   * allowed; otherwise 0.
   */
  beyond(from: number, to: number, value: number): number;
  /** The maximum over all brighter frames. */
  worst(from: number, value: number): number;
}

/**
 * Noise of a frame at its tone times the slopes of the mapping tables. It counts as visible above 6 of 255 levels and
 * above three times the noise of the frame in which it is shown: a frame brightened by several stops.
 */
export function carriedNoise(copies: readonly FrameCopy[], links: readonly ExposureTables[]): CarriedNoise {
  const tables = copies.map((_, from) => carriedFrom(copies, links, from));
  const worst = tables.map((each) =>
    Float32Array.from({ length: tableSteps + 1 }, (_, i) => Math.max(0, ...each.map((table) => table[i]))),
  );
  const at = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * tableSteps);
  return {
    beyond: (from, to, value) => tables[from][to - from - 1][at(value)],
    worst: (from, value) => worst[from][at(value)],
  };
}

/** One table for each brighter frame. */
function carriedFrom(copies: readonly FrameCopy[], links: readonly ExposureTables[], from: number): Float32Array[] {
  const values = Float64Array.from({ length: tableSteps + 1 }, (_, i) => i / tableSteps);
  const deviations = values.map((value) => noiseAt(copies[from].noise, value));
  return copies
    .slice(from + 1)
    .map(({ noise }, k) => carryOver(links[from + k].up[lumaSample], noise, values, deviations));
}

/** Maps values and their deviations to the next brighter frame, in place. Returns that frame's table. */
function carryOver(up: Float32Array, noise: FrameNoise, values: Float64Array, deviations: Float64Array): Float32Array {
  const table = new Float32Array(values.length);
  for (let i = 0; i < table.length; i++) {
    const deviation = deviations[i] * slopeOf(up, values[i]);
    const value = lookUp(up, values[i]);
    const most = Math.max(carried.visible, carried.timesOwn * noiseAt(noise, value));
    table[i] = deviation > most ? deviation * deviation : 0;
    values[i] = value;
    deviations[i] = deviation;
  }
  return table;
}

function slopeOf(table: Float32Array, value: number): number {
  const [low, high] = [Math.max(0, value - carried.slopeReach), Math.min(1, value + carried.slopeReach)];
  return (lookUp(table, high) - lookUp(table, low)) / (high - low);
}
