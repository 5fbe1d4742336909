import { decodeBytesPerPixel, type EncodeFormat, getEncoder } from "../../codecs/index.ts";
import { stageOf, steps } from "../stages.ts";
import type { SizedFile } from "./decode-frames.ts";

/** What the frames become, and where. */
export interface Making {
  readonly format: EncodeFormat;
  /** Bits of the decoded frames, at most. */
  readonly bits: 8 | 16;
  /** How many frames could be decoded at a time. */
  readonly threads: number;
}

/** How a set is made within the memory that there is. */
export interface MemoryPlan {
  /** The most memory that it takes at a time, bytes. */
  readonly bytes: number;
  /** How many frames are decoded at a time, at most. */
  readonly decoders: number;
  /**
   * Whether the best picture is kept while it is looked for a better one; it is made once more where the memory is not
   * there.
   */
  readonly keepsBest: boolean;
}

/**
 * The fastest way to make a set that takes no more than `mostBytes`, or the one that takes the least where none does.
 */
export function planMemory(sizes: readonly SizedFile[], making: Making, mostBytes: number): MemoryPlan {
  const all = Array.from({ length: making.threads }, (_, i) => making.threads - i);
  const ways = [true, false].flatMap((keepsBest) => all.map((decoders) => ({ decoders, keepsBest })));
  const plans = ways.map((way) => ({ ...way, bytes: peakBytesOf(sizes, making, way) }));
  return plans.find(({ bytes }) => bytes <= mostBytes) ?? plans[plans.length - 1];
}

/**
 * The most memory that a set takes at a time, bytes: its pixels, and what libraries hold besides them while they decode
 * and encode. Frames of unknown depth count as 16 bits.
 */
function peakBytesOf(
  sizes: readonly SizedFile[],
  { format, bits }: Making,
  { decoders, keepsBest }: Omit<MemoryPlan, "bytes">,
): number {
  const pixelsOf = ({ width, height }: SizedFile) => width * height;
  const bytes = sizes.reduce((sum, size) => sum + pixelsOf(size) * (Math.min(size.bitDepth, bits) > 8 ? 6 : 3), 0);
  const pixels = Math.max(0, ...sizes.map(pixelsOf));
  const decoding = sizes
    .map((size) => pixelsOf(size) * decodeBytesPerPixel(size.format, size.bitDepth))
    .sort((a, b) => b - a)
    .slice(0, decoders)
    .reduce((sum, each) => sum + each, 0);
  const mayWrap = sizes.some(({ width, height }) => width === 2 * height);
  const flashFrames = sizes.filter(({ flash }) => flash).length;
  const size = { frames: sizes.length, flashFrames, bytes, pixels, mayWrap };
  const best = keepsBest && sizes.length > 1 ? bestBytesPerPixel * pixels : 0;
  const stages = fusingSteps.map((step) => best + (stageOf[step].peakBytes?.(size) ?? 0));
  const later = steps.map((step) => stageOf[step].peakBytes?.(size) ?? 0);
  return Math.max(...stages, ...later, best + bytes + decoding, pixels * getEncoder(format).bytesPerPixel);
}

/** Of a fused picture, which may wait for a better one to be made. */
const bestBytesPerPixel = 6;
const fusingSteps = ["align", "deghost", "merge"] as const;

/** A set in words. */
export function describeSize(sizes: readonly SizedFile[]): string {
  const megapixels = Math.max(0, ...sizes.map(({ width, height }) => width * height)) / 1e6;
  const shown = megapixels < 10 ? megapixels.toFixed(1) : Math.round(megapixels);
  return sizes.length === 1 ? `a picture of ${shown} megapixels` : `a set of ${sizes.length} × ${shown} megapixels`;
}
