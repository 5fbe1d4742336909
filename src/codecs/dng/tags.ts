import type { BlackPattern, NoiseModel, Rect, RenderingProfile } from "../../image/index.ts";
import type { RandomAccess } from "../read-bytes.ts";
import { holdsSensorData, readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";
import { renderingProfileOf } from "./profile.ts";

/**
 * What a DNG states about its sensor data beyond what LibRaw returns; absent and inconsistent fields are omitted.
 */
export interface DngTags {
  /** Black levels in the samples' units, by rows and columns of the active area. */
  readonly black?: BlackPattern;
  /** White levels, one per channel or one for all. */
  readonly white?: readonly number[];
  /** DefaultCropOrigin and DefaultCropSize in the active area, to whole pixels. */
  readonly crop?: Rect;
  /** The active area in the sensor frame. */
  readonly active: Rect;
  readonly noise?: readonly NoiseModel[];
  readonly profile?: RenderingProfile;
  /** OpcodeList1 to 3, unread. */
  readonly opcodeLists: readonly (Uint8Array | undefined)[];
  readonly compression: number;
  /** Fields that are ignored because their values are impossible. */
  readonly nonsense: readonly NonsenseField[];
}

export const nonsenseLevels = ["BlackLevel", "BlackLevelDeltaH", "BlackLevelDeltaV", "WhiteLevel"] as const;
type NonsenseField = (typeof nonsenseLevels)[number] | "AsShotNeutral";

const floatFormat = 3;

/** TIFF's Compression of lossy DNGs. */
export const lossyCompression = 34892;

const tag = {
  subfileType: 254,
  width: 256,
  height: 257,
  compression: 259,
  samplesPerPixel: 277,
  sampleFormat: 339,
  dngVersion: 50706,
  blackRepeat: 50713,
  black: 50714,
  blackDeltaH: 50715,
  blackDeltaV: 50716,
  white: 50717,
  cropOrigin: 50719,
  cropSize: 50720,
  asShotNeutral: 50728,
  activeArea: 50829,
  opcodeLists: [51008, 51009, 51022],
  noiseProfile: 51041,
} as const;

/** The directory that holds the main picture's sensor data; `undefined` for files that are not DNGs. */
export function mainDirectory(bytes: Uint8Array | RandomAccess): TiffDirectory | undefined {
  return directoriesOf(bytes)?.main;
}

function directoriesOf(bytes: Uint8Array | RandomAccess): { first: TiffDirectory; main: TiffDirectory } | undefined {
  const directories = readTiffDirectories(bytes);
  const [first] = directories;
  if (!first?.has(tag.dngVersion)) return undefined;
  const main = directories
    .filter((one) => holdsSensorData(one) && ((one.number(tag.subfileType) ?? 0) & 1) === 0)
    .sort((a, b) => areaOf(b) - areaOf(a))[0];
  return main && { first, main };
}

/** Reads the tags of the main directory. */
export function readDngTags(bytes: Uint8Array | RandomAccess): DngTags | undefined {
  const directories = directoriesOf(bytes);
  if (!directories) return undefined;
  const { first, main } = directories;
  const [top = 0, left = 0, bottom = main.number(tag.height) ?? 0, right = main.number(tag.width) ?? 0] = main.numbers(
    tag.activeArea,
  );
  const [width, height] = [right - left, bottom - top];
  const black = blackOf(main, width, height);
  const white = main.reals(tag.white);
  const crop = cropOf(main, width, height);
  const profile = renderingProfileOf(first, main);
  const noise = noiseOf(main.has(tag.noiseProfile) ? main : first);
  return {
    ...(black && { black }),
    ...(white.length > 0 && white.every((value) => value > 0 && value < Number.POSITIVE_INFINITY) && { white }),
    ...(crop && { crop }),
    active: { x: left, y: top, width, height },
    ...(noise && { noise }),
    ...(profile && { profile }),
    opcodeLists: tag.opcodeLists.map((list) => main.bytes(list)),
    compression: main.number(tag.compression) ?? 1,
    nonsense: nonsenseOf(first, main),
  };
}

/** Maximum level: samples have at most 16 bits. */
const largestLevel = 65535;

/** Maximum ratio between a sensor's responses to white; the codec has the same limit for LibRaw's values. */
const maxNeutral = 64;

const isLevel = (value: number) => Math.abs(value) <= largestLevel;

function nonsenseOf(first: TiffDirectory, main: TiffDirectory): readonly NonsenseField[] {
  const isFloat = main.number(tag.sampleFormat) === floatFormat;
  const maxWhite = isFloat ? Number.MAX_VALUE : largestLevel;
  const isSound: Readonly<Record<NonsenseField, boolean>> = {
    BlackLevel: main.reals(tag.black).every(isLevel),
    BlackLevelDeltaH: main.reals(tag.blackDeltaH).every(isLevel),
    BlackLevelDeltaV: main.reals(tag.blackDeltaV).every(isLevel),
    WhiteLevel: main.reals(tag.white).every((value) => value > 0 && value <= maxWhite),
    AsShotNeutral: isNeutral(first.reals(tag.asShotNeutral)),
  };
  return (Object.keys(isSound) as NonsenseField[]).filter((field) => !isSound[field]);
}

function isNeutral(values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length === 0 || (least > 0 && most < least * maxNeutral);
}

function areaOf(directory: TiffDirectory): number {
  return (directory.number(tag.width) ?? 0) * (directory.number(tag.height) ?? 0);
}

function blackOf(main: TiffDirectory, areaWidth: number, areaHeight: number): BlackPattern | undefined {
  const [height = 1, width = 1] = main.numbers(tag.blackRepeat);
  const samples = main.number(tag.samplesPerPixel) ?? 1;
  const levels = main.reals(tag.black);
  const columns = deltas(main, tag.blackDeltaH, areaWidth);
  const rows = deltas(main, tag.blackDeltaV, areaHeight);
  const sound = width > 0 && height > 0 && levels.length === width * height * samples && levels.every(isLevel);
  // LibRaw adds the mean of these differences to its own level, which is then wrong, too.
  const isSpoilt = [tag.blackDeltaH, tag.blackDeltaV].some((which) => !main.reals(which).every(isLevel));
  if (!sound && !columns && !rows && !(isSpoilt && !main.has(tag.black))) return undefined;
  return {
    ...(sound ? { width, height, levels } : { width: 1, height: 1, levels: Array<number>(samples).fill(0) }),
    ...(columns && { columns }),
    ...(rows && { rows }),
  };
}

function deltas(main: TiffDirectory, which: number, count: number): readonly number[] | undefined {
  const values = main.reals(which);
  return values.length === count && values.every(isLevel) ? values : undefined;
}

function cropOf(main: TiffDirectory, areaWidth: number, areaHeight: number): Rect | undefined {
  const [x, y] = main.reals(tag.cropOrigin).map(Math.round);
  const [width, height] = main.reals(tag.cropSize).map(Math.round);
  const fits = x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= areaWidth && y + height <= areaHeight;
  return fits ? { x, y, width, height } : undefined;
}

function noiseOf(directory: TiffDirectory): readonly NoiseModel[] | undefined {
  const values = directory.reals(tag.noiseProfile);
  if (values.length !== 2 && values.length !== 6) return undefined;
  const models = Array.from({ length: values.length / 2 }, (_, i) => ({
    scale: values[2 * i],
    offset: values[2 * i + 1],
  }));
  return models.every(({ scale, offset }) => scale >= 0 && scale < 1 && Math.abs(offset) < 1) ? models : undefined;
}
