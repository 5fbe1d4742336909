import type { Mosaic, NoiseModel } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { repairSamples } from "./bad-pixels.ts";
import { defectTables } from "./defect-tables.ts";
import { noiseOf } from "./sensor-noise.ts";

/** Room for finds in a row; where there are more, it is not single sites that are broken. */
const slots = 64;

/** More than this share of all sites is not stuck: then noise is other than the file lets expect. */
const mostShare = 5e-4;

/** A site is looked at closely from so many standard deviations of noise on. */
const scanSigmas = 5;

/** The level, relative to white, whose noise sets the scan's linear threshold: its tangent there. */
const scanLevel = 0.05;

/** Sites at this share of white count as clipped. */
const clippedShare = 0.98;

/** A smaller difference is never a defect: in steps of the samples, relative to white, and to the light around. */
const leastSteps = 8;
const leastLight = 2e-3;
const leastShare = 0.125;

/**
 * Photosites that are stuck bright or dark get values from sound neighbours of their colour, in `mosaic.data` itself,
 * whose owner calls this. `seen`: the noise that the data shows. Gives how many there were.
 */
export async function repairDefects(mosaic: Mosaic, seen: NoiseModel, context: StageContext): Promise<number> {
  const { data, width, height, pattern } = mosaic;
  const { memory } = context;
  const samples = pattern ? 1 : 3;
  const tables = defectTables(pattern, memory);
  const found = memory.f32(height * slots);
  const args = { source: data, found, ...tables, ...thresholds(mosaic, seen), slots, width: width * samples, height };
  await context.kernels.run("rawDefects", args, height);
  const places: number[] = [];
  for (let y = 0; y < height; y++) {
    const count = found[y * slots];
    if (count >= slots) continue;
    for (let i = 1; i <= count; i++) places.push(y * width * samples + found[y * slots + i]);
  }
  for (const view of [found, tables.pairs, tables.likes, tables.probes]) memory.release(view);
  if (places.length === 0 || places.length > data.length * mostShare) return 0;
  repairSamples({ data, width, height, samples, pedestal: 0, ...(pattern && { pattern }) }, places);
  return places.length;
}

/** In units of the samples; those of green are used for all. */
function thresholds(mosaic: Mosaic, seen: NoiseModel) {
  const { black: levels, white } = mosaic;
  const black = Math.max(0, Math.round(Math.min(...levels)));
  const range = Math.max(1, white[1] - black);
  const stated = noiseOf(mosaic);
  const [scale, offset] = [Math.max(stated.scale, seen.scale), Math.max(stated.offset, seen.offset)];
  const slope = Math.min(0.6, Math.max(leastShare, (scanSigmas / 2) * Math.sqrt(scale / scanLevel)));
  const atLevel = scanSigmas * Math.sqrt(scale * scanLevel + offset);
  const floor = Math.max(leastSteps, leastLight * range, (atLevel - slope * scanLevel) * range);
  return {
    black,
    white: Math.floor(Math.min(...white) * clippedShare),
    floor: Math.min(16384, Math.round(floor)),
    share: Math.round(slope * 65536),
    noiseScale: scale * range,
    noiseOffset: offset * range * range + 1,
  };
}
