import type { GainTableMap, HueSatMap, RenderingProfile } from "../../image/index.ts";
import type { TiffDirectory } from "../tiff/index.ts";
import { toFloat } from "./small-floats.ts";

const tag = {
  hueSatDims: 50937,
  hueSatData: [50938, 50939],
  toneCurve: 50940,
  lookDims: 50981,
  lookData: 50982,
  hueSatEncoding: 51107,
  lookEncoding: 51108,
} as const;

/** Maximum number of table steps along one side. */
const maxSteps = 360;

/** Maximum hue shift in degrees, and maximum scale of a table. */
const maxShift = 360;
const maxScale = 16;

/**
 * The rendering of the profile in a file's first directory (DNG specification 1.7, ProfileHueSatMap,
 * ProfileLookTable, ProfileToneCurve); parts that are absent or inconsistent are ignored. A tone curve that comes with
 * a ProfileGainTableMap (which may be in the sensor data's directory, `main`) is made for the output of that map, and
 * is ignored with it.
 */
export function renderingProfileOf(directory: TiffDirectory, main: TiffDirectory): RenderingProfile | undefined {
  const maps = tag.hueSatData.map((data) => tableOf(directory, tag.hueSatDims, data, tag.hueSatEncoding));
  const hueSatMaps = maps.filter((one) => one !== undefined);
  const lookTable = tableOf(directory, tag.lookDims, tag.lookData, tag.lookEncoding);
  const gainTableMap = gainTableMapOf(directory, main);
  const toneCurve = gainTableMap || !hasGainTableMap([directory, main]) ? curveOf(directory) : undefined;
  if (hueSatMaps.length === 0 && !lookTable && !gainTableMap && !toneCurve) return undefined;
  return {
    ...(hueSatMaps.length > 0 && { hueSatMaps }),
    ...(lookTable && { lookTable }),
    ...(gainTableMap && { gainTableMap }),
    ...(toneCurve && { toneCurve }),
  };
}

function tableOf(directory: TiffDirectory, dims: number, data: number, encoding: number): HueSatMap | undefined {
  const [hues, saturations, values = 1] = directory.numbers(dims);
  const fits = [hues, saturations, values].every((steps) => steps >= 1 && steps <= maxSteps) && saturations >= 2;
  if (!fits) return undefined;
  const table = directory.reals(data);
  const isSound =
    table.length === hues * saturations * values * 3 &&
    table.every((value, i) => (i % 3 === 0 ? Math.abs(value) <= maxShift : value >= 0 && value <= maxScale));
  if (!isSound) return undefined;
  return { hues, saturations, values, isEncoded: directory.number(encoding) === 1, table };
}

/** Pairs from (0, 0) to (1, 1) whose first numbers rise and whose second ones do not fall. */
function curveOf(directory: TiffDirectory): RenderingProfile["toneCurve"] {
  const values = directory.reals(tag.toneCurve);
  const points = Array.from({ length: values.length >> 1 }, (_, i) => [values[2 * i], values[2 * i + 1]] as const);
  const isSound =
    points.length >= 2 &&
    values.length % 2 === 0 &&
    values.every((value) => value >= 0 && value <= 1) &&
    points.every(([x, y], i) => i === 0 || (x > points[i - 1][0] && y >= points[i - 1][1])) &&
    values[0] === 0 &&
    points[points.length - 1][0] === 1;
  return isSound ? points : undefined;
}

const mapTag = { first: 52525, second: 52544 } as const;

/**
 * Bytes before the gains: counts, spacing, origin, points and weights; the second kind also has type, gamma, minimum
 * and maximum gain.
 */
const headBytes = { first: 64, second: 80 } as const;

/** Maximum number of gains; phones write about 10⁵. */
const maxGains = 2 ** 22;
/** Maximum number of rows, columns and points of a gain table, a limit of the kernel. */
const longestSide = 2 ** 16;
/** Minimum spacing of two rows or columns, as a share of the picture's side. */
const minSpacing = 1e-6;

/** Maximum absolute weight, gain and position; larger ones are invalid. */
const maxWeight = 1e6;
const maxGain = 4096;
const farthest = 1e6;

/** How a gain is stored, by DataType. */
const storages = [
  { bytes: 1, maxInteger: 255 },
  { bytes: 2, maxInteger: 65535 },
  { bytes: 2, maxInteger: undefined },
  { bytes: 4, maxInteger: undefined },
] as const;
const float32 = 3;

/** Whether there is a gain table map, sound or not. */
function hasGainTableMap(directories: readonly TiffDirectory[]): boolean {
  return directories.some((one) => one.has(mapTag.first) || one.has(mapTag.second));
}

/**
 * The gain tables of a DNG (specification 1.7.1): ProfileGainTableMap2 of the first directory, otherwise
 * ProfileGainTableMap of the sensor data's directory or of the first one (the specification is ambiguous). `undefined`
 * if it is absent or inconsistent.
 */
function gainTableMapOf(first: TiffDirectory, main: TiffDirectory): GainTableMap | undefined {
  if (first.has(mapTag.second)) return read(first, mapTag.second);
  return read(main.has(mapTag.first) ? main : first, mapTag.first);
}

function read(directory: TiffDirectory, which: number): GainTableMap | undefined {
  const isSecond = which === mapTag.second;
  const head = isSecond ? headBytes.second : headBytes.first;
  const bytes = directory.bytes(which, head + maxGains * 4);
  if (!bytes || bytes.length < head) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = directory.littleEndian;
  const f32 = (at: number) => view.getFloat32(at, little);
  const [rows, columns, points] = [0, 4, 40].map((at) => view.getUint32(at, little));
  const [spacingY, spacingX, originY, originX] = [8, 16, 24, 32].map((at) => view.getFloat64(at, little));
  const weights = [44, 48, 52, 56, 60].map(f32);
  const [gamma, least, most] = isSecond ? [68, 72, 76].map(f32) : [1, 0, 1];
  const storage = storages[isSecond ? view.getUint32(64, little) : float32];
  const count = rows * columns * points;
  const isSound =
    storage !== undefined &&
    [rows, columns, points].every((side) => side <= longestSide) &&
    count >= 1 &&
    count <= maxGains &&
    bytes.length === head + count * storage.bytes &&
    [spacingY, spacingX, originY, originX].every((value) => Math.abs(value) < farthest) &&
    (rows === 1 || spacingY > minSpacing) &&
    (columns === 1 || spacingX > minSpacing) &&
    weights.every((value) => Math.abs(value) < maxWeight) &&
    gamma >= 0.25 &&
    gamma <= 4;
  if (!isSound) return undefined;
  const gains = gainsOf(view, { at: head, count, little, storage, least, most });
  if (!gains.every((gain) => gain >= 0 && gain <= maxGain)) return undefined;
  return { rows, columns, points, spacingX, spacingY, originX, originY, weights, gamma, gains };
}

interface Stored {
  readonly at: number;
  readonly count: number;
  readonly little: boolean;
  readonly storage: (typeof storages)[number];
  readonly least: number;
  readonly most: number;
}

function gainsOf(view: DataView, { at, count, little, storage, least, most }: Stored): Float32Array {
  const { bytes, maxInteger } = storage;
  const gains = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const place = at + i * bytes;
    const bits =
      bytes === 1 ? view.getUint8(place) : bytes === 2 ? view.getUint16(place, little) : view.getUint32(place, little);
    gains[i] = maxInteger === undefined ? toFloat(bits, bytes) : least + (bits / maxInteger) * (most - least);
  }
  return gains;
}
