import type { IntegerImage } from "../../image/index.ts";
import { storedLevel } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";
import type { MergeOptions } from "./options.ts";

/** Bands of the full-size passes: each makes some thirty rows beyond its own, so they are tall, but a dozen share a picture. */
const bandShare = 1 / 12;
const leastBandRows = 64;

/**
 * Exposure fusion exactly as Mertens, Kautz and Van Reeth describe it (Pacific Graphics 2007): contrast, saturation and
 * well-exposedness of every pixel as weights, the frames' Laplacian pyramids blended by the weights' Gaussian pyramids at full depth,
 * ⌊log2 min(width, height)⌋ levels, as OpenCV's MergeMertens, and clipped to the range at the end. In integers: 15 bits a sample, within
 * 70 dB of the same in floats. Of the pyramids only level 3 and coarser ones are kept; the finer ones are made twice, row by row.
 */
export async function fuseMertens(
  frames: readonly IntegerImage[],
  { contrastWeight, saturationWeight, exposednessWeight }: MergeOptions,
  { kernels, memory }: StageContext,
): Promise<IntegerImage> {
  const { width, height } = frames[0];
  const depth = Math.floor(Math.log2(Math.min(width, height)));
  const levels = Math.min(storedLevel, depth);
  const data = frames.map((frame) => frame.data);
  const input = { frames: data, width, height, levels, contrastWeight, saturationWeight, exposednessWeight };
  const target = memory.u16(width * height * 3);
  const image: IntegerImage = { width, height, channels: 3, data: target, space: "srgb" };
  const bandRows = Math.max(leastBandRows, Math.ceil(height * bandShare));
  if (levels === 0) {
    await kernels.run("mertensExpand", { ...input, target }, height, bandRows);
    return image;
  }
  const scale = 2 ** levels;
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const area = size.width * size.height;
  const stored = frames.map(() => memory.u16(area * 4));
  const result = memory.u16(area * 3);
  await kernels.run("mertensReduce", { ...input, targets: stored }, size.height, Math.ceil(bandRows / scale));
  await kernels.run("mertensCollapse", { levels: stored, target: result, ...size, depth: depth - levels }, 3, 1);
  await kernels.run("mertensExpand", { ...input, stored, result, target }, height, bandRows);
  for (const view of [...stored, result]) memory.release(view);
  return image;
}
