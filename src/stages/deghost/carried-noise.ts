import { type ExposureTables, type FrameCopy, lookUp, lumaSample, noiseAt } from "../../ops/index.ts";
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
  const tables = copies.slice(from + 1).map(() => new Float32Array(tableSteps + 1));
  for (let i = 0; i <= tableSteps; i++) {
    let value = i / tableSteps;
    let deviation = noiseAt(copies[from].noise, value);
    for (const [k, table] of tables.entries()) {
      const up = links[from + k].up[lumaSample];
      deviation *= slopeOf(up, value);
      value = lookUp(up, value);
      const most = Math.max(carried.visible, carried.timesOwn * noiseAt(copies[from + k + 1].noise, value));
      table[i] = deviation > most ? deviation * deviation : 0;
    }
  }
  return tables;
}

function slopeOf(table: Float32Array, value: number): number {
  const [low, high] = [Math.max(0, value - carried.slopeReach), Math.min(1, value + carried.slopeReach)];
  return (lookUp(table, high) - lookUp(table, low)) / (high - low);
}
