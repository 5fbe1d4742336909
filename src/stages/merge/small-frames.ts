import { decodeSrgb, type F32, type IntegerImage } from "../../image/index.ts";
import { boxMean, type Plane, shrinkBy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/** Longer edge, at most, of the copies that the picture is graded on, and how much coarser those are that it is planned on. */
const fineEdgePx = 1500;
const coarsening = 4;
/** Radius of the window that structure is measured in, coarse pixels. */
const structureRadius = 1;

/** Small copies of all frames and what is measured on them; 1.0 = full scale. */
export interface SmallFrames {
  /** Display values, 3 channels, fineWidth × fineHeight; gone after {@link releaseFine}. */
  readonly fine: readonly F32[];
  readonly fineWidth: number;
  readonly fineHeight: number;
  /** Pixels of a frame, along each axis, that one fine pixel averages. */
  readonly fineFactor: number;
  /** Size of the coarse planes: a block a pixel, those at the right and lower border cut. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that one coarse pixel averages. */
  readonly factor: number;
  readonly lumas: readonly Float32Array[];
  /** Local variance of each frame's luma: how much structure it shows there. Shared with the kernels. */
  readonly structure: readonly F32[];
}

export async function measureSmallFrames(frames: readonly IntegerImage[], context: StageContext): Promise<SmallFrames> {
  const { kernels, memory } = context;
  const [first] = frames;
  const edge = Math.max(first.width, first.height);
  const fineFactor = Math.min(64, first.width, first.height, Math.max(1, Math.ceil(edge / fineEdgePx)));
  const fine = await Promise.all(frames.map((frame) => shrinkBy(frame, fineFactor, context)));
  const { width: fineWidth, height: fineHeight } = fine[0];
  const width = Math.ceil(fineWidth / coarsening);
  const height = Math.ceil(fineHeight / coarsening);
  const lumas: Float32Array[] = [];
  const structure: F32[] = [];
  for (const { data } of fine) {
    const luma = memory.f32(width * height);
    const args = { source: data, target: luma, width: fineWidth, height: fineHeight, factor: coarsening };
    await kernels.run("blockLuma", args, height);
    lumas.push(luma.slice());
    luma.set(localVariance({ width, height, data: luma }, structureRadius));
    structure.push(luma);
  }
  const sizes = { fineWidth, fineHeight, fineFactor, width, height, factor: fineFactor * coarsening };
  return { fine: fine.map(({ data }) => data), ...sizes, lumas, structure };
}

export function releaseFine({ fine }: SmallFrames, { memory }: StageContext): void {
  for (const copy of fine) memory.release(copy);
}

/** Variance in windows of (2 radius + 1)² samples. */
export function localVariance(plane: Plane, radius: number): Float32Array {
  const mean = boxMean(plane, radius, false);
  const squares = new Float32Array(mean.length);
  for (let i = 0; i < squares.length; i++) squares[i] = plane.data[i] * plane.data[i];
  const variance = boxMean({ ...plane, data: squares }, radius, false);
  for (let i = 0; i < variance.length; i++) variance[i] = Math.max(0, variance[i] - mean[i] * mean[i]);
  return variance;
}

/** Steps of the tables below: finer than 8-bit values by sixteen, and much faster than powers and logarithms. */
export const tableSteps = 4095;
const atSteps = (formula: (value: number) => number) =>
  Float32Array.from({ length: tableSteps + 1 }, (_, i) => formula(i / tableSteps));
export const logLightTable = atSteps((luma) => Math.log2(Math.max(2e-4, decodeSrgb(luma))));
export const exposednessTable = atSteps((luma) => Math.exp(-((luma - 0.5) ** 2) / (2 * 0.2 ** 2)));
const stepOf = (luma: number) => Math.min(tableSteps, Math.max(0, Math.round(luma * tableSteps)));

/** The upper one of an even number. Found by partition (Hoare 1961): sorting a plane takes ten times as long. */
export function medianOf(values: Float32Array): number {
  const left = values.slice();
  const rank = left.length >> 1;
  let from = 0;
  let to = left.length - 1;
  while (from < to) {
    const pivot = left[(from + to) >> 1];
    let i = from;
    let j = to;
    while (i <= j) {
      while (left[i] < pivot) i++;
      while (left[j] > pivot) j--;
      if (i > j) break;
      const swapped = left[i];
      left[i++] = left[j];
      left[j--] = swapped;
    }
    if (rank <= j) to = j;
    else if (rank >= i) from = i;
    else break;
  }
  return left[rank];
}

/**
 * Scene light in stops, 0 where the first frame shows display white: the mean of all frames' readings, each weighted by how well it
 * is exposed there. What the darkest frame clips reads as its white; what the brightest hides in black, as its black.
 */
export function sceneLight({ lumas }: SmallFrames, stops: readonly number[]): Float32Array {
  const light = new Float32Array(lumas[0].length);
  const last = lumas.length - 1;
  for (let i = 0; i < light.length; i++) {
    let sum = 0;
    let total = 0;
    for (let k = 0; k <= last; k++) {
      const luma = lumas[k][i];
      let weight = exposedness(luma) + 1e-6;
      if ((k === 0 && luma > 0.5) || (k === last && luma < 0.5)) weight += 1e-4;
      sum += weight * (logLightTable[stepOf(luma)] - stops[k]);
      total += weight;
    }
    light[i] = sum / total;
  }
  return light;
}

/** Mertens' well-exposedness of a luma, 1 at middle grey. */
function exposedness(luma: number): number {
  return exposednessTable[stepOf(luma)];
}
