import { decodeSrgb, encodeSrgb } from "../../image/index.ts";
import { percentile, trustOf } from "../../ops/index.ts";
import type { Cells } from "./cells.ts";
import { type SmoothLuma, smoothLuma } from "./contrast.ts";
import { floatsOf } from "./lists.ts";

/** Display values between which two frames are compared: above noise, below the shoulder. */
const [darkest, brightest] = [0.06, 0.87];
/** Stops from one simulated exposure to the next, and between frames that share no tones: a usual bracket's step. */
const stepStops = 1;
const usualStops = 2;
/** Share of the cells from which on two frames share tones. */
const leastShare = 0.005;
/** Linear light that counts as black: eight bits show nothing below. */
const blackLight = 2e-4;
/** Weights where no frame is trusted: of all frames, and of the one that clips or hides last. */
const [leastWeight, extremeWeight] = [1e-6, 1e-4];

/**
 * Luma of the scene at exposures between the frames' own, as a camera would have shown it: frames that lie several
 * stops apart show steps of light either clipped or in the dark, and an exposure between them shows them whole.
 */
export function simulateLumas(frames: readonly Cells[]): SmoothLuma[] {
  const ordered = [...frames].sort((a, b) => meanOf(a.luma) - meanOf(b.luma));
  const stops = [0];
  for (let k = 1; k < ordered.length; k++) stops.push(stops[k - 1] + stopsBetween(ordered[k - 1], ordered[k]));
  const light = lightOf(ordered, stops);
  const count = Math.max(0, Math.ceil(stops[stops.length - 1] / stepStops) - 1);
  const { width, height } = frames[0];
  return Array.from({ length: count }, (_, i) => {
    const exposure = (i + 1) * stepStops;
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
    if (dark[i] < darkest || bright[i] > brightest) continue;
    ratios.push(Math.log2(decodeSrgb(bright[i]) / decodeSrgb(dark[i])));
  }
  if (ratios.length < leastShare * dark.length) return usualStops;
  return Math.max(0, percentile(Float32Array.from(ratios), 0.5));
}

/** Stops, 0 where the darkest frame shows white: the mean over the frames, by how far each is trusted. */
function lightOf(frames: readonly Cells[], stops: readonly number[]): Float32Array {
  return frames[0].luma.map((_, i) => {
    let [sum, total] = [0, 0];
    for (const [k, { luma }] of frames.entries()) {
      const isEnd = (k === 0 && luma[i] > 0.5) || (k === frames.length - 1 && luma[i] < 0.5);
      const weight = trustOf(luma[i]) + (isEnd ? extremeWeight : leastWeight);
      sum += weight * (Math.log2(Math.max(blackLight, decodeSrgb(luma[i]))) - stops[k]);
      total += weight;
    }
    return sum / total;
  });
}
