import type { IntegerImage, U16 } from "../image/index.ts";
import { storedLevel } from "../kernels/index.ts";
import type { Tools } from "./shrink.ts";

/** Standard deviation of well-exposedness (Mertens, Kautz, Van Reeth 2007). */
const exposedSigma = 0.2;
/** Display values up to this are crushed, and those from 1 minus this on are clipped. */
const crushed = 0.02;

/** Well-exposedness of a luma (display value, 0 to 1), 0 to 1 (Mertens 2007, section 3.1). */
export function exposednessOf(luma: number): number {
  return Math.exp(-((luma - 0.5) ** 2) / (2 * exposedSigma ** 2));
}

/** Trust in the light that a frame's luma shows, 0 to 1: 0 if it is nearly black or white. */
export function trustOf(luma: number): number {
  return Math.max(0, exposednessOf(luma) - exposednessOf(crushed));
}

/**
 * Height of the bands of full-size passes, as a share of the picture, and its minimum in rows. Each band computes some
 * thirty additional rows, so bands are tall; a dozen of them still share a picture.
 */
const bandShare = 1 / 12;
const minBandRows = 64;

/** Exponents of the paper's three measures. */
interface FusionWeights {
  readonly contrastWeight: number;
  readonly saturationWeight: number;
  readonly exposednessWeight: number;
}

/** The paper's three measures, each with exponent 1. */
export const paperWeights: FusionWeights = { contrastWeight: 1, saturationWeight: 1, exposednessWeight: 1 };

/**
 * Blends the frames' Laplacian pyramids by the Gaussian pyramids of their weights and collapses them (Mertens, Kautz,
 * Van Reeth 2007, eq. 6). Full depth, ⌊log2 min(width, height)⌋ levels, as in OpenCV's MergeMertens. It uses integers,
 * 15 bits a sample, within 70 dB of the same in floats. Only level 3 and coarser levels of the pyramids are stored;
 * finer ones are computed twice, row by row. The result has 16 bits.
 */
export async function fusePyramids(
  frames: readonly IntegerImage[],
  { contrastWeight, saturationWeight, exposednessWeight }: FusionWeights,
  { kernels, memory }: Tools,
): Promise<IntegerImage & { readonly data: U16 }> {
  const { width, height } = frames[0];
  const depth = Math.floor(Math.log2(Math.min(width, height)));
  const levels = Math.min(storedLevel, depth);
  const weights = { contrastWeight, saturationWeight, exposednessWeight };
  const input = { frames: frames.map((frame) => frame.data), width, height, levels, ...weights };
  const target = memory.u16(width * height * 3);
  const image = { width, height, channels: 3, data: target, space: "srgb" } as const;
  const bandRows = Math.max(minBandRows, Math.ceil(height * bandShare));
  if (levels === 0) {
    await kernels.run("fusionExpand", { ...input, target }, height, bandRows);
    return image;
  }
  const scale = 2 ** levels;
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const area = size.width * size.height;
  const stored = frames.map(() => memory.u16(area * 4));
  const result = memory.u16(area * 3);
  await kernels.run("fusionReduce", { ...input, targets: stored }, size.height, Math.ceil(bandRows / scale));
  await kernels.run("fusionCollapse", { levels: stored, target: result, ...size, depth: depth - levels }, 3, 1);
  await kernels.run("fusionExpand", { ...input, stored, result, target }, height, bandRows);
  for (const view of [...stored, result]) memory.release(view);
  return image;
}
