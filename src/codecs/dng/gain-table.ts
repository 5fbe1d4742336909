import type { GainTableMap } from "../../image/index.ts";
import type { TiffDirectory } from "../tiff/index.ts";
import { toFloat } from "./small-floats.ts";

const tag = { first: 52525, second: 52544 } as const;

/**
 * Bytes before the gains: counts, spacing, origin, points and weights; of the second kind also type, gamma, least and
 * most gain.
 */
const headBytes = { first: 64, second: 80 } as const;

/** Phones write 10⁵ gains; more than this many none does. */
const mostGains = 2 ** 22;
/** Of rows, columns and points of a gain, as the kernel takes them. */
const longestSide = 2 ** 16;
/** Of two rows or columns, in picture sides. */
const leastSpacing = 1e-6;

/** Larger weights and gains, and places further away, mean nothing. */
const mostWeight = 1e6;
const mostGain = 4096;
const farthest = 1e6;

/** How a gain is stored, by DataType. */
const storages = [
  { bytes: 1, mostInteger: 255 },
  { bytes: 2, mostInteger: 65535 },
  { bytes: 2, mostInteger: undefined },
  { bytes: 4, mostInteger: undefined },
] as const;
const float32 = 3;

/** Whether there is one, be it sound or not. */
export function hasGainTableMap(directories: readonly TiffDirectory[]): boolean {
  return directories.some((one) => one.has(tag.first) || one.has(tag.second));
}

/**
 * The gain tables of a DNG (specification 1.7.1): ProfileGainTableMap2 of the first directory, else
 * ProfileGainTableMap, of the directory of the sensor data or of the first one (the specification named the one and
 * meant the other). `undefined` where there is none or it contradicts itself.
 */
export function gainTableMapOf(first: TiffDirectory, main: TiffDirectory): GainTableMap | undefined {
  if (first.has(tag.second)) return read(first, tag.second);
  return read(main.has(tag.first) ? main : first, tag.first);
}

function read(directory: TiffDirectory, which: number): GainTableMap | undefined {
  const isSecond = which === tag.second;
  const head = isSecond ? headBytes.second : headBytes.first;
  const bytes = directory.bytes(which, head + mostGains * 4);
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
    count <= mostGains &&
    bytes.length === head + count * storage.bytes &&
    [spacingY, spacingX, originY, originX].every((value) => Math.abs(value) < farthest) &&
    (rows === 1 || spacingY > leastSpacing) &&
    (columns === 1 || spacingX > leastSpacing) &&
    weights.every((value) => Math.abs(value) < mostWeight) &&
    gamma >= 0.25 &&
    gamma <= 4;
  if (!isSound) return undefined;
  const gains = gainsOf(view, { at: head, count, little, storage, least, most });
  if (!gains.every((gain) => gain >= 0 && gain <= mostGain)) return undefined;
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
  const { bytes, mostInteger } = storage;
  const gains = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const place = at + i * bytes;
    const bits =
      bytes === 1 ? view.getUint8(place) : bytes === 2 ? view.getUint16(place, little) : view.getUint32(place, little);
    gains[i] = mostInteger === undefined ? toFloat(bits, bytes) : least + (bits / mostInteger) * (most - least);
  }
  return gains;
}
