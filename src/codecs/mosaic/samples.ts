import type { BlackPattern, PixelMemory, U16 } from "../../image/index.ts";
import { type DngTags, lossyCompression } from "../dng/index.ts";
import type { LibRawFrame, LibRawMetadata } from "../libraw/index.ts";
import { findMaskedBlack } from "./masked-black.ts";
import { channelAt, patternOf } from "./pattern.ts";

type Triple = readonly [number, number, number];

/** Whether the visible area lies within the unpacked frame. */
export function holdsVisible({ samples, stride, data }: LibRawFrame, metadata: LibRawMetadata): boolean {
  const { width, height, left_margin, top_margin } = metadata;
  const last = (top_margin + height - 1) * stride + (left_margin + width) * samples;
  return width > 0 && height > 0 && (left_margin + width) * samples <= stride && last <= data.length;
}

/** White level of converted floats. */
const floatWhite = 65535;

/**
 * The visible area's samples as 16-bit integers, and their levels; `white` only if the samples were scaled to it.
 */
export interface VisibleArea {
  readonly data: U16;
  readonly black: Triple;
  readonly blackPattern?: BlackPattern;
  readonly white?: number;
  /** Whether black was measured in masked photosites. */
  readonly isMeasured?: boolean;
}

/**
 * Copies the visible area out of LibRaw's memory, one sample per photosite, or three per pixel; a fully visible frame
 * that is already in our memory is returned unchanged.
 */
export function cutVisible(
  frame: LibRawFrame,
  { metadata, dng }: { readonly metadata: LibRawMetadata; readonly dng: DngTags | undefined },
  memory: PixelMemory,
): VisibleArea {
  const { width, height, left_margin, top_margin, color_data: color } = metadata;
  const channels = frame.samples === 1 ? 1 : 3;
  const isFloat = frame.data instanceof Float32Array;
  const floatScale = floatWhite / (dng?.white?.[0] ?? 1);
  const data = ownSamples(frame, metadata) ?? memory.u16(width * height * channels);
  for (let y = 0; y < height && data !== frame.data; y++) {
    const start = (top_margin + y) * frame.stride + left_margin * frame.samples;
    const target = data.subarray(y * width * channels, (y + 1) * width * channels);
    if (isFloat) copyFloats(frame, start, target, channels, floatScale);
    else copyIntegers(frame, start, target, channels);
  }
  if (isFloat) {
    const black = [0, 1, 2].map((c) => (color.dng_fblack + (color.dng_fcblack[c] ?? 0)) * floatScale);
    return { data, black: black as unknown as Triple, white: floatWhite };
  }
  const black = [0, 1, 2].map((c) => color.black + color.cblack[c]) as unknown as Triple;
  // The tags of lossy files refer to roots of light; LibRaw's levels refer to its linear output.
  const pattern = patternOf(metadata);
  // A DNG's tags take precedence over its masked photosites; LibRaw's levels come from tables or are plain means.
  const masked = pattern && !dng?.black ? findMaskedBlack(frame, metadata, pattern) : undefined;
  if (masked) return { data, ...masked, isMeasured: true };
  const own = dng && dng.compression !== lossyCompression ? dng.black : blackPatternOf(metadata);
  return { data, black: statedBlack(black, own), ...(own && isUseful(own, color.black) && { blackPattern: own }) };
}

function ownSamples({ data, stride, isOurs }: LibRawFrame, { width, height }: LibRawMetadata): U16 | undefined {
  const isWhole = stride === width && data.length === width * height;
  return isOurs && isWhole ? (data as U16) : undefined;
}

/** Impossible differences of rows and columns have distorted LibRaw's level; those of the places are sound. */
function statedBlack(black: Triple, own: BlackPattern | undefined): Triple {
  if (!own || black.every((level) => level >= 0 && level <= 65535)) return black;
  const mean = own.levels.reduce((sum, level) => sum + level, 0) / own.levels.length;
  return [mean, mean, mean];
}

function copyIntegers({ data, samples }: LibRawFrame, start: number, target: U16, channels: number): void {
  if (samples === channels) {
    target.set(data.subarray(start, start + target.length));
    return;
  }
  for (let i = 0, from = start; i < target.length; i += 3, from += samples) {
    for (let c = 0; c < 3; c++) target[i + c] = data[from + c];
  }
}

/** Not-a-number and what is below 0 become 0. */
function copyFloats(frame: LibRawFrame, start: number, target: U16, channels: number, scale: number): void {
  const { data, samples } = frame;
  for (let i = 0, from = start; i < target.length; i += channels, from += samples) {
    for (let c = 0; c < channels; c++) {
      const value = data[from + c] * scale;
      target[i + c] = value > 0 ? Math.min(65535, Math.round(value)) : 0;
    }
  }
}

/** Whether the levels differ from LibRaw's single level for all photosites. */
function isUseful({ levels, columns, rows }: BlackPattern, common: number): boolean {
  return columns !== undefined || rows !== undefined || levels.some((level) => level !== common);
}

/**
 * LibRaw's black levels as they repeat over the visible area: by colour, and by place where the camera measures them
 * so.
 */
function blackPatternOf(metadata: LibRawMetadata): BlackPattern | undefined {
  const { black, cblack } = metadata.color_data;
  const pattern = patternOf(metadata);
  const [rows, columns] = [cblack[4], cblack[5]];
  const hasPlaces = rows > 0 && columns > 0 && cblack.length === 6 + rows * columns;
  if (!pattern || (hasPlaces && (rows > 6 || columns > 6))) return undefined;
  const width = hasPlaces ? pattern.width * columns : pattern.width;
  const height = hasPlaces ? pattern.height * rows : pattern.height;
  const levels = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const place = hasPlaces ? cblack[6 + (y % rows) * columns + (x % columns)] : 0;
    return black + cblack[channelAt(metadata, pattern, x, y)] + place;
  });
  return { width, height, levels };
}
