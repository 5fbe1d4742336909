import { decodeSrgb, type F32, type IntegerImage } from "../../image/index.ts";
import { boxMean, type Plane, shrinkBy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/** Longer edge, at most, of the copies that brightness is planned on. */
const analysisEdgePx = 750;
/** Radius of the window that structure is measured in, as a share of the longer edge. */
const structureShare = 1 / 250;

/** Small copies of all frames and what is measured on them; planes are width × height, 1.0 = full scale. */
export interface SmallFrames {
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that one pixel averages. */
  readonly factor: number;
  readonly lumas: readonly Float32Array[];
  /** Local variance of each frame's luma: how much structure it shows there. Shared with the kernels. */
  readonly structure: readonly F32[];
  /** The largest variance of any frame in 3 × 3 windows: 0 only on a wall that is flat in all. */
  readonly roughness: Float32Array;
}

/** The shrink factor for frames of this size; at least 2, so that sensor grain does not count as structure. */
function analysisFactor(width: number, height: number): number {
  const wanted = Math.max(2, Math.ceil(Math.max(width, height) / analysisEdgePx));
  return Math.min(wanted, 64, width, height);
}

export async function measureSmallFrames(frames: readonly IntegerImage[], context: StageContext): Promise<SmallFrames> {
  const factor = analysisFactor(frames[0].width, frames[0].height);
  const small = await Promise.all(frames.map((frame) => shrinkBy(frame, factor, context)));
  const { width, height } = small[0];
  const lumas = small.map(({ data }) => lumaOf(data, width * height));
  for (const { data } of small) context.memory.release(data);
  const radius = Math.max(1, Math.round(Math.max(width, height) * structureShare));
  const structure = lumas.map((luma) => {
    const shared = context.memory.f32(width * height);
    shared.set(localVariance({ width, height, data: luma }, radius));
    return shared;
  });
  const roughness = new Float32Array(width * height);
  for (const luma of lumas) {
    const variance = localVariance({ width, height, data: luma }, 1);
    for (let i = 0; i < roughness.length; i++) roughness[i] = Math.max(roughness[i], variance[i]);
  }
  return { width, height, factor, lumas, structure, roughness };
}

/** Rec. 601 luma of display values, as the fusion weights use it. */
function lumaOf(rgb: Float32Array, pixels: number): Float32Array {
  const luma = new Float32Array(pixels);
  for (let i = 0; i < pixels; i++) luma[i] = 0.299 * rgb[3 * i] + 0.587 * rgb[3 * i + 1] + 0.114 * rgb[3 * i + 2];
  return luma;
}

function localVariance(plane: Plane, radius: number): Float32Array {
  const mean = boxMean(plane, radius, false);
  const squares = boxMean({ ...plane, data: plane.data.map((value) => value * value) }, radius, false);
  return squares.map((square, i) => Math.max(0, square - mean[i] * mean[i]));
}

/** Steps of the tables below: finer than 8-bit values by sixteen, and much faster than powers and logarithms. */
const steps = 4095;
const atSteps = (formula: (value: number) => number) =>
  Float32Array.from({ length: steps + 1 }, (_, i) => formula(i / steps));
const logLights = atSteps((luma) => Math.log2(Math.max(2e-4, decodeSrgb(luma))));
const exposednesses = atSteps((luma) => Math.exp(-((luma - 0.5) ** 2) / (2 * 0.2 ** 2)));
const stepOf = (luma: number) => Math.min(steps, Math.max(0, Math.round(luma * steps)));

export function medianOf(values: ArrayLike<number>): number {
  const sorted = Float32Array.from(values).sort();
  return sorted[sorted.length >> 1];
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
      sum += weight * (logLights[stepOf(luma)] - stops[k]);
      total += weight;
    }
    light[i] = sum / total;
  }
  return light;
}

/** Mertens' well-exposedness of a luma, 1 at middle grey. */
export function exposedness(luma: number): number {
  return exposednesses[stepOf(luma)];
}
