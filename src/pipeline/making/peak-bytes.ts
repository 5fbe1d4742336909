import { stageOf } from "../stages.ts";
import type { SizedFile } from "./decode-frames.ts";

/** The most memory of pixels that a set has in use at a time, bytes. Frames of unknown depth count as 16 bits. */
export function peakBytesOf(sizes: readonly SizedFile[]): number {
  const bytes = sizes.reduce((sum, { width, height, bitDepth }) => sum + width * height * (bitDepth > 8 ? 6 : 3), 0);
  const pixels = Math.max(0, ...sizes.map(({ width, height }) => width * height));
  const size = { frames: sizes.length, bytes, pixels };
  return Math.max(...Object.values(stageOf).map(({ peakBytes }) => peakBytes?.(size) ?? 0));
}
