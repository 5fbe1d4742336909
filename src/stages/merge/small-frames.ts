import { decodeSrgb, type F32 } from "../../image/index.ts";
import { percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { FineCopies } from "./frame-copies.ts";

/** How much coarser than the fine copies the grid is that the picture is planned on. */
const coarsening = 4;
/** Rows of blocks that are measured in one go. */
const bandRows = 32;

/** What is measured on small copies of all frames; 1.0 = full scale. */
export interface SmallFrames extends FineCopies {
  /** Size of the coarse planes: a block of fine pixels a cell, those at the right and lower border cut. */
  readonly width: number;
  readonly height: number;
  /** Pixels of a frame, along each axis, that one cell averages. */
  readonly factor: number;
  readonly lumas: readonly F32[];
  /** Local variance of each frame's luma: how much structure it shows there. */
  readonly structure: readonly F32[];
}

export async function measureSmallFrames(copies: FineCopies, { kernels, memory }: StageContext): Promise<SmallFrames> {
  const { fine, fineWidth, fineHeight, fineFactor } = copies;
  const width = Math.ceil(fineWidth / coarsening);
  const height = Math.ceil(fineHeight / coarsening);
  const [lumas, structure] = [0, 1].map(() => fine.map(() => memory.f32(width * height)));
  const args = { sources: fine, lumas, structure, width: fineWidth, height: fineHeight, factor: coarsening };
  await kernels.run("structureMaps", args, height, bandRows);
  return { fine, fineWidth, fineHeight, fineFactor, width, height, factor: fineFactor * coarsening, lumas, structure };
}

/** Steps of the tables below: finer than 8-bit values by sixteen, and much faster than powers and logarithms. */
export const tableSteps = 4095;
const atSteps = (formula: (value: number) => number) =>
  Float32Array.from({ length: tableSteps + 1 }, (_, i) => formula(i / tableSteps));
export const logLightTable = atSteps((luma) => Math.log2(Math.max(2e-4, decodeSrgb(luma))));
export const exposednessTable = atSteps((luma) => Math.exp(-((luma - 0.5) ** 2) / (2 * 0.2 ** 2)));

/** The upper one of an even number. */
export function medianOf(values: Float32Array): number {
  return percentile(values, 0.5);
}

/**
 * Scene light in stops, 0 where the first frame shows display white: the mean of all frames' readings, each weighted by
 * how well it is exposed there. What the darkest frame clips reads as its white; what the brightest hides in black, as
 * its black.
 */
export function sceneLight({ lumas }: SmallFrames, stops: readonly number[]): Float32Array {
  const light = new Float32Array(lumas[0].length);
  const total = new Float32Array(light.length);
  const last = lumas.length - 1;
  for (const [k, copy] of lumas.entries()) {
    const trusted = { above: k === 0 ? 0.5 : 2, below: k === last ? 0.5 : -1 };
    addLight(copy, stops[k], trusted, { light, total });
  }
  for (let i = 0; i < light.length; i++) light[i] /= total[i];
  return light;
}

/**
 * One frame's share, which is trusted above and below two lumas. On its own, so that an engine compiles the loop alone.
 */
function addLight(
  copy: F32,
  offset: number,
  { above, below }: { readonly above: number; readonly below: number },
  { light, total }: { readonly light: Float32Array; readonly total: Float32Array },
): void {
  for (let i = 0; i < light.length; i++) {
    const luma = copy[i];
    const step = Math.min(tableSteps, (luma * tableSteps + 0.5) | 0);
    const weight = exposednessTable[step] + (luma > above || luma < below ? 1.01e-4 : 1e-6);
    light[i] += weight * (logLightTable[step] - offset);
    total[i] += weight;
  }
}
