import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { percentile, trustOf } from "../../ops/index.ts";
import type { Cells } from "./cells.ts";
import { type SmoothLuma, smoothLuma } from "./contrast.ts";
import { floatsOf } from "./lists.ts";
import { simulated } from "./params.ts";

/**
 * Luma of the scene at exposures between the frames' own, as a camera would have shown it: frames that lie several
 * stops apart show steps of light either clipped or in the dark, and an exposure between them shows them whole.
 */
export function simulateLumas(frames: readonly Cells[]): SmoothLuma[] {
  const ordered = [...frames].sort((a, b) => meanOf(a.luma) - meanOf(b.luma));
  const stops = [0];
  for (let k = 1; k < ordered.length; k++) stops.push(stops[k - 1] + stopsBetween(ordered[k - 1], ordered[k]));
  const light = lightOf(ordered, stops);
  const count = Math.max(0, Math.ceil(stops[stops.length - 1] / simulated.stepStops) - 1);
  const { width, height } = frames[0];
  return Array.from({ length: count }, (_, i) => {
    const exposure = (i + 1) * simulated.stepStops;
    const luma = floatsOf(light.map((each) => encodeSrgb(Math.min(1, 2 ** (each + exposure)))));
    return smoothLuma({ width, height, luma });
  });
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function stopsBetween({ luma: dark }: Cells, { luma: bright }: Cells): number {
  const ratios: number[] = [];
  for (let i = 0; i < dark.length; i++) {
    if (dark[i] < simulated.darkest || bright[i] > simulated.brightest) continue;
    ratios.push(Math.log2(decodeSrgb(bright[i]) / decodeSrgb(dark[i])));
  }
  if (ratios.length < simulated.leastShare * dark.length) return simulated.usualStops;
  return Math.max(0, percentile(Float32Array.from(ratios), 0.5));
}

/** Stops, 0 where the darkest frame shows white: the mean over the frames, by how far each is trusted. */
function lightOf(frames: readonly Cells[], stops: readonly number[]): Float32Array {
  return frames[0].luma.map((_, i) => {
    let [sum, total] = [0, 0];
    for (const [k, { luma }] of frames.entries()) {
      const isEnd = (k === 0 && luma[i] > 0.5) || (k === frames.length - 1 && luma[i] < 0.5);
      const weight = trustOf(luma[i]) + (isEnd ? simulated.extremeWeight : simulated.leastWeight);
      sum += weight * (Math.log2(Math.max(simulated.blackLight, decodeSrgb(luma[i]))) - stops[k]);
      total += weight;
    }
    return sum / total;
  });
}
