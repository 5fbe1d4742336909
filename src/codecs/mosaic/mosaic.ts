import type { WarningCode } from "../../errors/index.ts";
import type {
  BlackSource,
  CameraCalibration,
  Mosaic,
  Orientation,
  PixelMemory,
  RawOpcode,
  Rect,
} from "../../image/index.ts";
import { diagonal, identity, multiply } from "../color/index.ts";
import {
  calibrationsOf,
  type DngTags,
  dngCameraToXyz,
  lossyCompression,
  nonsenseLevels,
  srgbToXyzD50,
} from "../dng/index.ts";
import type { LibRawColor, LibRawFrame, LibRawMetadata } from "../libraw/index.ts";
import { deliveredRect, type FileOpcodes, readFileOpcodes } from "./file-opcodes.ts";
import { findWhiteLevel, plausibleLevels, type SensorLevels } from "./levels.ts";
import { patternOf } from "./pattern.ts";
import { cutVisible, holdsVisible, type VisibleArea } from "./samples.ts";

type Triple = readonly [number, number, number];

/** dcraw's flip codes 0 to 7 as EXIF orientations. */
const orientations: readonly Orientation[] = [1, 2, 4, 3, 5, 8, 6, 7];

export function orientationOf({ flip }: LibRawMetadata): Orientation {
  return orientations[flip] ?? 1;
}

/**
 * Whether the sensor data is a mosaic that the engine develops itself: Bayer or X-Trans of red, green and blue with
 * square pixels in upright rows. Fuji's rotated sensors, cyan-yellow filters and tall pixels are left to LibRaw.
 */
export function isPlainMosaic(metadata: LibRawMetadata): boolean {
  return isUpright(metadata) && metadata.is_foveon === 0 && patternOf(metadata) !== undefined;
}

/**
 * Whether the file has red, green and blue for every pixel, so that demosaicing is unnecessary: linear DNG, sRAW,
 * Foveon.
 */
export function isFullColor(metadata: LibRawMetadata): boolean {
  return isUpright(metadata) && metadata.filters === 0 && metadata.colors === 3;
}

/** Whether the file or LibRaw's table has a colour matrix for the camera. */
export function hasColor({ color_data: { cam_xyz, dng_color } }: LibRawMetadata): boolean {
  return [cam_xyz, ...dng_color.map((one) => one.colormatrix)].some((matrix) =>
    matrix.flat().some((value) => value !== 0),
  );
}

function isUpright({ pixel_aspect, fuji_rotated }: LibRawMetadata): boolean {
  return fuji_rotated === 0 && Math.abs(pixel_aspect - 1) < 0.01;
}

/** Input for the development of one file. */
interface MosaicSource {
  /** Metadata read after unpacking. */
  readonly metadata: LibRawMetadata;
  /** Tags of the container beyond LibRaw's metadata. */
  readonly dng: DngTags | undefined;
  warn(code: WarningCode, message: string): void;
}

/**
 * Cuts the visible area out of the unpacked sensor frame and gathers the input of its development; `undefined` if the
 * frame does not fit.
 */
export function toMosaic(frame: LibRawFrame, source: MosaicSource, memory: PixelMemory): Mosaic | undefined {
  const { metadata } = source;
  const pattern = patternOf(metadata);
  if (frame.samples !== 1 || !pattern || !holdsVisible(frame, metadata)) return undefined;
  const area = cutVisible(frame, source, memory);
  const { data } = area;
  const colorAt = (x: number, y: number) => pattern.colors[(y % pattern.height) * pattern.width + (x % pattern.width)];
  const { black, blackPattern, white, blackFrom } = levelsOf(area, source, { samples: 1, colorAt });
  const limit = { black: Math.floor(Math.max(...black)), declared: white };
  const declared = area.white ?? findWhiteLevel(data, metadata.width, pattern, limit);
  return {
    width: metadata.width,
    height: metadata.height,
    data,
    pattern,
    black,
    ...(blackPattern && { blackPattern }),
    blackFrom,
    white: [declared, declared, declared],
    ...factsOf(source),
  };
}

/** Like {@link toMosaic}, for files with three colours per pixel. */
export function toFullColor(frame: LibRawFrame, source: MosaicSource, memory: PixelMemory): Mosaic | undefined {
  const { metadata } = source;
  if (frame.samples === 1 || !holdsVisible(frame, metadata)) return undefined;
  const area = cutVisible(frame, source, memory);
  const { data } = area;
  const { blackPattern: _, ...plain } = area;
  const { black, white: declared, blackFrom } = levelsOf(plain, source, { samples: 3, colorAt: (_x, _y, c) => c });
  return {
    width: metadata.width,
    height: metadata.height,
    data,
    black,
    blackFrom,
    white: [declared, declared, declared],
    ...factsOf(source),
  };
}

/** The levels that LibRaw and the container state, or those of the data if it contradicts them. */
function levelsOf(
  { data, black, blackPattern, white, isMeasured }: VisibleArea,
  { metadata, dng, warn }: MosaicSource,
  layout: { readonly samples: 1 | 3; colorAt(x: number, y: number, c: number): number },
): SensorLevels & { readonly blackFrom: BlackSource } {
  const { maximum, raw_bps: bits } = metadata.color_data;
  const largest = white ?? (bits > 0 && bits <= 16 ? 2 ** bits - 1 : 65535);
  const nonsense = nonsenseLevels.filter((field) => dng?.nonsense.includes(field));
  const stated = nonsense.includes("WhiteLevel") ? largest : Math.min(65535, Math.max(1, maximum));
  const given = { black, ...(blackPattern && { blackPattern }), white: white ?? stated };
  const { wrong, ...levels } = plausibleLevels(given, { data, width: metadata.width, ...layout }, largest);
  if (wrong.length > 0) {
    const message = `decode: the file's ${wrong.join(" and ")} level cannot be that of its data, so it is taken from the data`;
    warn("decode/levels-implausible", message);
  } else if (nonsense.length > 0) {
    warn("decode/levels-implausible", `decode: the DNG's ${nonsense.join(" and ")} is impossible and was ignored`);
  }
  return { ...levels, blackFrom: wrong.includes("black") ? "picture" : isMeasured ? "masked" : "file" };
}

/** Facts that do not depend on the layout of the samples. */
function factsOf(source: MosaicSource) {
  const { metadata, dng } = source;
  const { color_data: color, iso_speed: iso } = metadata;
  const cameraDaylight = neutralOf(color.pre_mul);
  const isUnbalanced = dng?.nonsense.includes("AsShotNeutral") === true;
  const asShot = isUnbalanced ? undefined : neutralOf(color.cam_mul);
  const cameraNeutral = asShot ?? cameraDaylight ?? ([1, 1, 1] as const);
  const ev = color.dng_levels.baseline_exposure;
  const { calibrations, refused } = calibrationsOf(color.dng_color, color.dng_levels.analogbalance);
  warnOfColor([...(isUnbalanced ? ["AsShotNeutral"] : []), ...refused], source);
  const asked = dng && readFileOpcodes(dng, metadata);
  const opcodes = asked ? opcodesOf(asked, source) : [];
  const isColorUnknown = calibrations.length === 0 && refused.includes("ColorMatrix");
  const toXyz = isColorUnknown
    ? fromBalanced(identity, cameraNeutral)
    : cameraToXyz(color, calibrations, cameraNeutral);
  // The cameras that write sRAW balance it first.
  const isBalanced = color.as_shot_wb_applied !== 0;
  const asShotNeutral = isBalanced ? ([1, 1, 1] as const) : cameraNeutral;
  const daylightNeutral = isBalanced ? relativeTo(cameraDaylight, cameraNeutral) : cameraDaylight;
  return {
    crop: deliveredRect(metadata, dng, asked),
    asShotNeutral,
    ...(!asShot && !isBalanced && { isNeutralAssumed: true as const }),
    cameraToXyz: isBalanced ? multiply(toXyz, diagonal(cameraNeutral)) : toXyz,
    ...(calibrations.length > 0 && !isBalanced && { calibrations }),
    orientation: orientationOf(metadata),
    ...(daylightNeutral && { daylightNeutral }),
    baselineExposureEv: ev > -20 && ev < 20 ? ev : 0,
    ...(opcodes.length > 0 && { opcodes }),
    ...(iso > 0 && { iso }),
    ...(dng?.noise && { noise: dng.noise }),
    ...(dng?.profile && { profile: dng.profile }),
    ...(dng?.profile?.gainTableMap && { activeArea: activeAreaOf(dng, metadata) }),
  };
}

/** Active area in coordinates of the visible area. */
function activeAreaOf({ active }: DngTags, { left_margin, top_margin }: LibRawMetadata): Rect {
  return { ...active, x: active.x - left_margin, y: active.y - top_margin };
}

function warnOfColor(nonsense: readonly string[], { warn }: MosaicSource): void {
  if (nonsense.length === 0) return;
  warn("decode/tags-ignored", `decode: the RAW's ${nonsense.join(" and ")} is impossible and was ignored`);
}

/** The file's opcodes; a warning names those that are skipped. */
function opcodesOf({ opcodes, unknown }: FileOpcodes, { dng, warn }: MosaicSource): readonly RawOpcode[] {
  for (const ids of unknown) {
    const message = `decode: the DNG asks for corrections (opcodes ${ids.join(", ")}) that are not known or broken`;
    warn("decode/opcodes-skipped", message);
  }
  // Lossy DNGs store roots; LibRaw takes that opcode into account when it unpacks them.
  return opcodes.filter(({ kind }) => !(kind === "mapPolynomial" && dng?.compression === lossyCompression));
}

/** Converts white balance multipliers to the response to white, maximum 1; `undefined` if the camera states none. */
function neutralOf(multipliers: readonly number[]): Triple | undefined {
  const [r, g, b] = multipliers;
  if (!(r > 0 && g > 0 && b > 0)) return undefined;
  const inverse = [1 / r, 1 / g, 1 / b];
  const largest = Math.max(...inverse);
  const neutral = inverse.map((value) => value / largest) as unknown as Triple;
  return Math.min(...neutral) > 1 / 64 ? neutral : undefined;
}

/** Response to white of samples that were divided by `divisor`. */
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
  return fromBalanced(balancedToSrgb.every(Number.isFinite) ? balancedToSrgb : identity, neutral);
}

/** Matrix from camera to XYZ (D50), derived from the matrix of balanced colours to linear sRGB. */
function fromBalanced(balancedToSrgb: readonly number[], neutral: Triple): readonly number[] {
  return multiply(srgbToXyzD50, multiply(balancedToSrgb, diagonal(neutral.map((value) => 1 / value))));
}
