import { decodeSrgb, encodeSrgb, type IntegerImage } from "../../image/index.ts";
import {
  cellSamples,
  exposednessOf,
  fusePyramids,
  paperWeights,
  percentile,
  type SmallCopy,
  trustOf,
} from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, floats, floatsOf, labOf } from "./cells.ts";
import { type SmoothLuma, smoothLuma } from "./detail.ts";
import { expected, simulated } from "./params.ts";

/** Index of the frame that shows a moved area, or 255 for all frames, on a grid over the picture. */
export interface ShownBy {
  readonly width: number;
  readonly height: number;
  readonly frames: Uint8Array;
}

/**
 * The expected colours: the mean of the frames that are well exposed at a cell and clip no channel there; where
 * something moved, the colour of the frame that shows it. If no frame qualifies, the colour of `fallback`.
 */
export async function expectColours(
  frames: readonly Cells[],
  fallback: Cells,
  shownBy: ShownBy | undefined,
  context: StageContext,
): Promise<Pick<Cells, "rgb" | "lab">> {
  const { width } = fallback;
  const rgb = floats(fallback.rgb.length);
  for (let cell = 0; cell < fallback.luma.length; cell++) {
    const only = shownBy && frameAt(shownBy, cell, fallback);
    let total = 0;
    for (const [k, frame] of frames.entries()) {
      if (only !== undefined && only !== k) continue;
      const weight = weightOf(frame, cell);
      total += weight;
      for (let i = 3 * cell; i < 3 * cell + 3; i++) rgb[i] += weight * frame.rgb[i];
    }
    for (let i = 3 * cell; i < 3 * cell + 3; i++)
      rgb[i] = total < expected.minWeight ? fallback.rgb[i] : rgb[i] / total;
  }
  return { rgb, lab: await labOf(rgb, width, context) };
}

function frameAt({ width, height, frames }: ShownBy, cell: number, cells: Cells): number | undefined {
  const x = Math.min(width - 1, Math.floor((((cell % cells.width) + 0.5) * width) / cells.width));
  const y = Math.min(height - 1, Math.floor(((Math.floor(cell / cells.width) + 0.5) * height) / cells.height));
  const frame = frames[y * width + x];
  return frame === 255 ? undefined : frame;
}

function weightOf({ rgb, luma }: Cells, cell: number): number {
  const at = 3 * cell;
  const most = Math.max(rgb[at], rgb[at + 1], rgb[at + 2]);
  if (most >= expected.clipped) return 0;
  return exposednessOf(luma[cell]) * Math.min(1, (expected.clipped - most) / (expected.clipped - expected.clipsFrom));
}

/**
 * Simulated luma of the scene at exposures between those of the frames: frames several stops apart show steps of light
 * clipped or in the dark, while an exposure between them shows them unclipped.
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
  if (ratios.length < simulated.minShare * dark.length) return simulated.usualStops;
  return Math.max(0, percentile(Float32Array.from(ratios), 0.5));
}

/** Light in stops, 0 where the darkest frame shows white: the mean over the frames, weighted by trust. */
function lightOf(frames: readonly Cells[], stops: readonly number[]): Float32Array {
  return frames[0].luma.map((_, i) => {
    let [sum, total] = [0, 0];
    for (const [k, { luma }] of frames.entries()) {
      const isEnd = (k === 0 && luma[i] > 0.5) || (k === frames.length - 1 && luma[i] < 0.5);
      const weight = trustOf(luma[i]) + (isEnd ? simulated.extremeWeight : simulated.minWeight);
      sum += weight * (Math.log2(Math.max(simulated.blackLight, decodeSrgb(luma[i]))) - stops[k]);
      total += weight;
    }
    return sum / total;
  });
}

/**
 * The plain fusion of small copies' colours (Mertens, Kautz, Van Reeth 2007), as a small copy whose spread is unknown
 * and set to 0. The caller releases it.
 */
export async function fusePlainly(
  frames: readonly IntegerImage[],
  factor: number,
  context: StageContext,
): Promise<SmallCopy> {
  const { kernels, memory } = context;
  const image = await fusePyramids(frames, paperWeights, context);
  const { width, height } = image;
  const data = memory.u16(width * height * cellSamples);
  await kernels.run("colouredCells", { source: image.data, target: data, width }, height);
  memory.release(image.data);
  return { width, height, factor, fineFactor: factor, data };
}
