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
import type { LibRawColor, LibRawImage, LibRawMetadata, LibRawMosaic } from "./libraw-module.ts";
import { isXTransCell } from "./xtrans-cell.ts";

type Triple = readonly [number, number, number];

/** LibRaw's `filters` for X-Trans; its 6 × 6 pattern is not exposed and must be looked at. */
const xTransFilters = 9;

/** TIFF compression of lossy DNG. */
const lossyCompression = 34892;

/** dcraw's flip codes 0 to 7 as EXIF orientations. */
const orientations: readonly Orientation[] = [1, 2, 4, 3, 5, 8, 6, 7];

export function orientationOf({ flip }: LibRawMetadata): Orientation {
  return orientations[flip] ?? 1;
}

export function isXTrans({ filters, colors }: LibRawMetadata): boolean {
  return filters === xTransFilters && colors === 3;
}

/**
 * Whether the sensor data is a mosaic that the engine develops itself: Bayer or X-Trans of red, green and blue with square pixels in
 * upright rows. Fuji's rotated sensors, cyan-yellow filters, tall pixels, Foveon and linear files are left to LibRaw.
 */
export function isPlainMosaic(metadata: LibRawMetadata): boolean {
  const { width, height } = unrotatedSize(metadata);
  const fits = width <= metadata.raw_width && height <= metadata.raw_height;
  const square = Math.abs(metadata.pixel_aspect - 1) < 0.01;
  return fits && square && metadata.is_foveon === 0 && (isXTrans(metadata) || bayerPattern(metadata) !== undefined);
}

/** Size before orientation: LibRaw's metadata states it turned. */
function unrotatedSize({ width, height, flip }: LibRawMetadata) {
  return (flip & 4) !== 0 ? { width: height, height: width } : { width, height };
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

/**
 * The X-Trans pattern, read off LibRaw's undemosaiced picture: `data` has three channels of which one is not zero at each pixel.
 * `undefined` when a place of the 6 × 6 cell stayed black everywhere, or the cell is none of X-Trans.
 */
export function readXTransPattern(data: ArrayLike<number>, width: number, height: number): CfaPattern | undefined {
  const sums = new Float64Array(36 * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) sums[((y % 6) * 6 + (x % 6)) * 3 + c] += data[(y * width + x) * 3 + c];
    }
  }
  const colors: CfaColor[] = [];
  for (let i = 0; i < 36; i++) {
    const cell = [sums[i * 3], sums[i * 3 + 1], sums[i * 3 + 2]];
    const most = Math.max(...cell);
    if (!(most > 0)) return undefined;
    colors.push(cell.indexOf(most) as CfaColor);
  }
  return isXTransCell(colors) ? { width: 6, height: 6, colors } : undefined;
}

/** The part of the visible area that the camera itself delivers, in coordinates of the visible area. */
export function deliveredRect(metadata: LibRawMetadata): Rect {
  const { width, height } = unrotatedSize(metadata);
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

/** Cuts the visible area out of the unpacked sensor frame and gathers what its development needs. */
export function toMosaic(
  frame: LibRawMosaic,
  xTrans: CfaPattern | undefined,
  source: MosaicSource,
  memory: PixelMemory,
): Mosaic {
  const { metadata, dng } = source;
  const { color_data: color } = metadata;
  const { width, height } = unrotatedSize(metadata);
  const data = memory.u16(width * height);
  for (let y = 0; y < height; y++) {
    const start = (frame.top_margin + y) * frame.raw_width + frame.left_margin;
    data.set(frame.data.subarray(start, start + width), y * width);
  }
  const white = whiteLevel(data, color);
  return {
    width,
    height,
    data,
    pattern: (xTrans ?? bayerPattern(metadata)) as CfaPattern,
    black: [color.black, color.black, color.black],
    ...(dng?.black && isUseful(dng.black, color.black) && { blackPattern: dng.black }),
    white: [white, white, white],
    ...factsOf(source),
  };
}

/** Full-colour samples of linear files, as LibRaw hands them over: black already subtracted. */
export function toFullColor(
  { width, height, data: samples }: LibRawImage,
  source: MosaicSource,
  memory: PixelMemory,
): Mosaic {
  const { color_data: color } = source.metadata;
  const data = memory.u16(width * height * 3);
  data.set(samples.subarray(0, data.length));
  const white = Math.max(1, color.maximum - color.black);
  return { width, height, data, black: [0, 0, 0], white: [white, white, white], ...factsOf(source) };
}

/** What does not depend on how the samples lie. */
function factsOf(source: MosaicSource) {
  const { metadata, dng } = source;
  const { color_data: color, iso_speed: iso } = metadata;
  const daylightNeutral = neutralOf(color.pre_mul);
  const asShotNeutral = neutralOf(color.cam_mul) ?? daylightNeutral ?? ([1, 1, 1] as const);
  const ev = color.dng_levels.baseline_exposure;
  const calibrations = calibrationsOf(color.dng_color, color.dng_levels.analogbalance);
  const opcodes = dng ? opcodesOf(dng, source) : [];
  return {
    crop: deliveredRect(metadata),
    asShotNeutral,
    cameraToXyz: cameraToXyz(color, calibrations, asShotNeutral),
    ...(calibrations.length > 0 && { calibrations }),
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

/**
 * The level at which the sensor clips. LibRaw's tables hold the highest of all ISO speeds; where a good part of the photosites
 * sits on one lower value with next to nothing above, that is the real one (else clipped areas come out magenta).
 */
function whiteLevel(data: U16, color: LibRawColor): number {
  const declared = Math.min(65535, Math.max(color.black + 1, color.maximum));
  const counts = new Uint32Array(65536);
  for (let i = 0; i < data.length; i++) counts[data[i]]++;
  const lowest = Math.max(color.black + 1, Math.floor(declared * 0.7));
  const enough = Math.max(64, data.length * 1e-4);
  let above = 0;
  for (let level = 65535; level >= lowest; level--) {
    if (level <= declared && counts[level] > enough && counts[level] > 10 * above && isSpike(counts, level))
      return level;
    above += counts[level];
  }
  return declared;
}

function isSpike(counts: Uint32Array, level: number): boolean {
  let below = 0;
  for (let i = 1; i <= 32; i++) below += counts[Math.max(0, level - i)];
  return counts[level] > (4 * below) / 32;
}
