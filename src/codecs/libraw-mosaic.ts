import type { WarningCode } from "../errors/index.ts";
import type {
  BlackPattern,
  CameraCalibration,
  CfaColor,
  CfaPattern,
  Mosaic,
  OpcodeList,
  Orientation,
  PixelMemory,
  RawOpcode,
  Rect,
  U16,
} from "../image/index.ts";
import { calibrationsOf, diagonal, dngCameraToXyz, multiply, srgbToXyzD50 } from "./dng-color.ts";
import { readOpcodeList } from "./dng-opcodes.ts";
import type { DngTags } from "./dng-tags.ts";
import type { LibRawColor, LibRawFrame, LibRawMetadata } from "./libraw-module.ts";

import { findWhiteLevel } from "./white-level.ts";
import { isXTransCell } from "./xtrans-cell.ts";

type Triple = readonly [number, number, number];

/** LibRaw's `filters` for X-Trans. */
const xTransFilters = 9;

/** TIFF compression of lossy DNG. */
const lossyCompression = 34892;

/** dcraw's flip codes 0 to 7 as EXIF orientations. */
const orientations: readonly Orientation[] = [1, 2, 4, 3, 5, 8, 6, 7];

export function orientationOf({ flip }: LibRawMetadata): Orientation {
  return orientations[flip] ?? 1;
}

function isXTrans({ filters, colors }: LibRawMetadata): boolean {
  return filters === xTransFilters && colors === 3;
}

/**
 * Whether the sensor data is a mosaic that the engine develops itself: Bayer or X-Trans of red, green and blue with square pixels in
 * upright rows. Fuji's rotated sensors, cyan-yellow filters and tall pixels are left to LibRaw.
 */
export function isPlainMosaic(metadata: LibRawMetadata): boolean {
  return isUpright(metadata) && metadata.is_foveon === 0 && patternOf(metadata) !== undefined;
}

/** Whether the file holds red, green and blue for every pixel, so that there is nothing to demosaic: linear DNG, sRAW, Foveon. */
export function isFullColor(metadata: LibRawMetadata): boolean {
  return isUpright(metadata) && metadata.filters === 0 && metadata.colors === 3;
}

function isUpright({ pixel_aspect, fuji_rotated }: LibRawMetadata): boolean {
  return fuji_rotated === 0 && Math.abs(pixel_aspect - 1) < 0.01;
}

/** The 2 × 2 pattern at the visible area's origin, or `undefined` when it is none of the four phases of red, two greens and blue. */
function bayerPattern({ filters, colors, cdesc }: LibRawMetadata): CfaPattern | undefined {
  if (filters < 1000 || colors !== 3 || !cdesc.startsWith("RGB")) return undefined;
  const at = (row: number, column: number) => {
    const code = (filters >>> ((((row << 1) & 14) + (column & 1)) << 1)) & 3;
    return (code === 3 ? 1 : code) as CfaColor;
  };
  for (let row = 2; row < 8; row++) {
    if (at(row, 0) !== at(row - 2, 0) || at(row, 1) !== at(row - 2, 1)) return undefined;
  }
  const colorsOfCell = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
  const isBayer = [...colorsOfCell].sort().join("") === "0112" && (colorsOfCell[0] === 1) === (colorsOfCell[3] === 1);
  return isBayer ? { width: 2, height: 2, colors: colorsOfCell } : undefined;
}

/** The 6 × 6 pattern at the visible area's origin, or `undefined` when it is none of X-Trans. */
function xTransPattern({ xtrans }: LibRawMetadata): CfaPattern | undefined {
  const colors = xtrans.flat();
  return isXTransCell(colors) ? { width: 6, height: 6, colors: colors as CfaColor[] } : undefined;
}

function patternOf(metadata: LibRawMetadata): CfaPattern | undefined {
  return isXTrans(metadata) ? xTransPattern(metadata) : bayerPattern(metadata);
}

/** The part of the visible area that the camera itself delivers, in coordinates of the visible area. */
export function deliveredRect(metadata: LibRawMetadata): Rect {
  const { width, height } = metadata;
  const [crop] = metadata.raw_inset_crops;
  const x = crop.cleft - metadata.left_margin;
  const y = crop.ctop - metadata.top_margin;
  const inside = x >= 0 && y >= 0 && x + crop.cwidth <= width && y + crop.cheight <= height;
  const most = crop.cwidth >= 0.8 * width && crop.cheight >= 0.8 * height;
  return inside && most ? { x, y, width: crop.cwidth, height: crop.cheight } : { x: 0, y: 0, width, height };
}

/** What the development of one file starts from. */
export interface MosaicSource {
  /** As read after unpacking. */
  readonly metadata: LibRawMetadata;
  /** What the container says beyond LibRaw. */
  readonly dng: DngTags | undefined;
  warn(code: WarningCode, message: string): void;
}

/** Cuts the visible area out of the unpacked sensor frame and gathers what its development needs; `undefined` when the frame does not fit. */
export function toMosaic(frame: LibRawFrame, source: MosaicSource, memory: PixelMemory): Mosaic | undefined {
  const { metadata } = source;
  const pattern = patternOf(metadata);
  if (frame.samples !== 1 || !pattern || !holdsVisible(frame, metadata)) return undefined;
  const { data, black, blackPattern, white } = cutVisible(frame, source, memory);
  const { black: common, maximum } = metadata.color_data;
  const limit = { black: common, declared: Math.min(65535, Math.max(common + 1, maximum)) };
  const declared = white ?? findWhiteLevel(data, metadata.width, pattern, limit);
  return {
    width: metadata.width,
    height: metadata.height,
    data,
    pattern,
    black,
    ...(blackPattern && { blackPattern }),
    white: [declared, declared, declared],
    ...factsOf(source),
  };
}

/** As {@link toMosaic}, for files that hold three colours a pixel. */
export function toFullColor(frame: LibRawFrame, source: MosaicSource, memory: PixelMemory): Mosaic | undefined {
  const { metadata } = source;
  if (frame.samples === 1 || !holdsVisible(frame, metadata)) return undefined;
  const { data, black, white } = cutVisible(frame, source, memory);
  const declared = white ?? Math.min(65535, Math.max(1, metadata.color_data.maximum));
  return {
    width: metadata.width,
    height: metadata.height,
    data,
    black,
    white: [declared, declared, declared],
    ...factsOf(source),
  };
}

function holdsVisible({ samples, stride, data }: LibRawFrame, metadata: LibRawMetadata): boolean {
  const { width, height, left_margin, top_margin } = metadata;
  const last = (top_margin + height - 1) * stride + (left_margin + width) * samples;
  return width > 0 && height > 0 && (left_margin + width) * samples <= stride && last <= data.length;
}

/** What floats become: 65535 is white. */
const floatWhite = 65535;

/** The visible area's samples as 16-bit integers, and their levels; `white` only where the samples were scaled to it. */
interface VisibleArea {
  readonly data: U16;
  readonly black: Triple;
  readonly blackPattern?: BlackPattern;
  readonly white?: number;
}

function cutVisible(frame: LibRawFrame, { metadata, dng }: MosaicSource, memory: PixelMemory): VisibleArea {
  const { width, height, left_margin, top_margin, color_data: color } = metadata;
  const channels = frame.samples === 1 ? 1 : 3;
  const data = memory.u16(width * height * channels);
  const isFloat = frame.data instanceof Float32Array;
  const floatScale = floatWhite / (dng?.white?.[0] ?? 1);
  for (let y = 0; y < height; y++) {
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
  // The tags of lossy files mean roots of light; LibRaw's levels are those of what it made of them.
  const own = dng && dng.compression !== lossyCompression ? dng.black : blackPatternOf(metadata);
  return { data, black, ...(own && isUseful(own, color.black) && { blackPattern: own }) };
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

/** LibRaw's black levels as they repeat over the visible area: by colour, and by place where the camera measures them so. */
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

/** LibRaw counts the second green of a Bayer cell as a channel of its own. */
function channelAt({ filters }: LibRawMetadata, pattern: CfaPattern, x: number, y: number): number {
  if (pattern.width !== 2) return pattern.colors[(y % pattern.height) * pattern.width + (x % pattern.width)];
  return (filters >>> ((((y << 1) & 14) + (x & 1)) << 1)) & 3;
}

/** What does not depend on how the samples lie. */
function factsOf(source: MosaicSource) {
  const { metadata, dng } = source;
  const { color_data: color, iso_speed: iso } = metadata;
  const cameraDaylight = neutralOf(color.pre_mul);
  const cameraNeutral = neutralOf(color.cam_mul) ?? cameraDaylight ?? ([1, 1, 1] as const);
  const ev = color.dng_levels.baseline_exposure;
  const calibrations = calibrationsOf(color.dng_color, color.dng_levels.analogbalance);
  const opcodes = dng ? opcodesOf(dng, source) : [];
  const toXyz = cameraToXyz(color, calibrations, cameraNeutral);
  // The cameras that write sRAW balance it first.
  const isBalanced = color.as_shot_wb_applied !== 0;
  const asShotNeutral = isBalanced ? ([1, 1, 1] as const) : cameraNeutral;
  const daylightNeutral = isBalanced ? relativeTo(cameraDaylight, cameraNeutral) : cameraDaylight;
  return {
    crop: deliveredRect(metadata),
    asShotNeutral,
    cameraToXyz: isBalanced ? multiply(toXyz, diagonal(cameraNeutral)) : toXyz,
    ...(calibrations.length > 0 && !isBalanced && { calibrations }),
    orientation: orientationOf(metadata),
    ...(daylightNeutral && { daylightNeutral }),
    baselineExposureEv: ev > -20 && ev < 20 ? ev : 0,
    ...(opcodes.length > 0 && { opcodes }),
    ...(iso > 0 && { iso }),
    ...(dng?.noise && { noise: dng.noise }),
  };
}

/** Where the levels differ from the one that LibRaw took for all photosites. */
function isUseful({ levels, columns, rows }: BlackPattern, common: number): boolean {
  return columns !== undefined || rows !== undefined || levels.some((level) => level !== common);
}

/** The file's opcodes in coordinates of the visible area; the first list counts from the sensor frame's corner, the others from the active area's. */
function opcodesOf(
  { opcodeLists, active, compression }: DngTags,
  { metadata, warn }: MosaicSource,
): readonly RawOpcode[] {
  const [marginX, marginY] = [metadata.left_margin, metadata.top_margin];
  return opcodeLists.flatMap((bytes, i) => {
    if (!bytes) return [];
    const shift = i === 0 ? { x: 0, y: 0 } : active;
    const frame = { list: (i + 1) as OpcodeList, shiftX: shift.x - marginX, shiftY: shift.y - marginY };
    const { opcodes, unknown } = readOpcodeList(bytes, frame);
    if (unknown.length > 0) {
      warn(
        "decode/opcodes-skipped",
        `decode: the DNG asks for corrections (opcodes ${unknown.join(", ")}) that are not known or broken`,
      );
    }
    // Lossy DNGs store roots; LibRaw takes that opcode into account when it unpacks them.
    return opcodes.filter(({ kind }) => !(kind === "mapPolynomial" && compression === lossyCompression));
  });
}

/** White balance multipliers to the response to white, largest 1; `undefined` where the camera gave none. */
function neutralOf(multipliers: readonly number[]): Triple | undefined {
  const [r, g, b] = multipliers;
  if (!(r > 0 && g > 0 && b > 0)) return undefined;
  const inverse = [1 / r, 1 / g, 1 / b];
  const largest = Math.max(...inverse);
  const neutral = inverse.map((value) => value / largest) as unknown as Triple;
  return Math.min(...neutral) > 1 / 64 ? neutral : undefined;
}

/** A response to white of samples that were divided by another one. */
function relativeTo(neutral: Triple | undefined, divisor: Triple): Triple | undefined {
  return neutral && neutralOf(neutral.map((value, c) => divisor[c] / value));
}

function cameraToXyz(
  color: LibRawColor,
  calibrations: readonly CameraCalibration[],
  neutral: Triple,
): readonly number[] {
  const fromDng = dngCameraToXyz(calibrations, neutral);
  if (fromDng?.every(Number.isFinite)) return fromDng;
  const balancedToSrgb = color.rgb_cam.flatMap((row) => row.slice(0, 3));
  return multiply(srgbToXyzD50, multiply(balancedToSrgb, diagonal(neutral.map((value) => 1 / value))));
}
