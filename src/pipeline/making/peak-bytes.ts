import { decodeBytesPerPixel, type EncodeFormat, getEncoder } from "../../codecs/index.ts";
import { stageOf } from "../stages.ts";
import type { SizedFile } from "./decode-frames.ts";

/** What the frames become, and where. */
export interface Making {
  readonly format: EncodeFormat;
  /** Bits of the decoded frames, at most. */
  readonly bits: 8 | 16;
  /** How many frames are decoded at a time, at most. */
  readonly threads: number;
}

/**
 * The most memory that a set takes at a time, bytes: its pixels, and what libraries hold beside them while they decode
 * and encode. Frames of unknown depth count as 16 bits.
 */
export function peakBytesOf(sizes: readonly SizedFile[], { format, bits, threads }: Making): number {
  const pixelsOf = ({ width, height }: SizedFile) => width * height;
  const bytes = sizes.reduce((sum, size) => sum + pixelsOf(size) * (Math.min(size.bitDepth, bits) > 8 ? 6 : 3), 0);
  const pixels = Math.max(0, ...sizes.map(pixelsOf));
  const decoders = sizes
    .map((size) => pixelsOf(size) * decodeBytesPerPixel(size.format, size.bitDepth))
    .sort((a, b) => b - a)
    .slice(0, threads)
    .reduce((sum, each) => sum + each, 0);
  const size = { frames: sizes.length, bytes, pixels };
  const stages = Object.values(stageOf).map(({ peakBytes }) => peakBytes?.(size) ?? 0);
  return Math.max(...stages, bytes + decoders, pixels * getEncoder(format).bytesPerPixel);
}

/** A set in words. */
export function describeSize(sizes: readonly SizedFile[]): string {
  const megapixels = Math.max(0, ...sizes.map(({ width, height }) => width * height)) / 1e6;
  const shown = megapixels < 10 ? megapixels.toFixed(1) : Math.round(megapixels);
  return sizes.length === 1 ? `a picture of ${shown} megapixels` : `a set of ${sizes.length} × ${shown} megapixels`;
}
