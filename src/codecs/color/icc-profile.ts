import { decodeSrgb } from "../../image/index.ts";

/** An RGB space, defined by the conversion of its samples to light. */
export interface RgbSpace {
  /** Row-major 3 × 3: linear RGB of this space to linear sRGB, white to white. */
  readonly toSrgb: readonly number[];
  /** One curve per channel: sample in [0, 1] to linear light, where 1 is diffuse white. */
  readonly curves: readonly [Curve, Curve, Curve];
}

export type Curve = (sample: number) => number;

/** Content of an embedded ICC profile (ICC.1:2022). */
export interface IccProfile {
  readonly name: string;
  /** Data colour space signature, trimmed: `RGB`, `GRAY`, `CMYK`, `Lab`. */
  readonly dataSpace: string;
  /** Present if the profile is a plain matrix with curves, or a grey curve (ICC.1:2022, F.2 and F.3). */
  readonly rgb?: RgbSpace;
  /** Whether it is a matrix profile with the primaries and curves of sRGB, so that no conversion is needed. */
  readonly isSrgb: boolean;
}

const HEADER_BYTES = 128;

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Maximum matrix coefficient: XYZ itself has 3.2, ProPhoto 2.1. */
const MAX_COEFFICIENT = 8;

/** XYZ (D50) to linear sRGB, its white adapted by Bradford (Lindbloom): the inverse of sRGB's colorants. */
export const xyzD50ToSrgb: readonly number[] = [
  3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.033454, 0.0719453, -0.2289914, 1.4052427,
];

/** Parses a profile; `undefined` if the bytes are not an ICC profile or are inconsistent. */
export function parseIccProfile(bytes: Uint8Array): IccProfile | undefined {
  if (bytes.length < HEADER_BYTES + 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (ascii(view, 36, 4) !== "acsp") return undefined;
  try {
    const tags = readTags(view);
    const dataSpace = ascii(view, 16, 4).trim();
    const name = readName(view, tags.get("desc"));
    const rgb = tags.has("A2B0") ? undefined : readSpace(dataSpace, view, tags);
    return { name, dataSpace, isSrgb: rgb !== undefined && looksLikeSrgb(rgb), ...(rgb && { rgb }) };
  } catch (error) {
    // Every read past the end of a DataView throws this: the profile is truncated or has offsets outside itself.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Product of two row-major 3 × 3 matrices, with rows scaled so that white stays white. */
export function matrixKeepingWhite(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = [];
  for (let row = 0; row < 3; row++) {
    const line = [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + a[row * 3 + k] * b[k * 3 + column], 0));
    const white = line[0] + line[1] + line[2];
    out.push(...line.map((value) => value / white));
  }
  return out;
}

function ascii(view: DataView, offset: number, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) text += String.fromCharCode(view.getUint8(offset + i));
  return text;
}

function readTags(view: DataView): Map<string, number> {
  const tags = new Map<string, number>();
  const count = Math.min(view.getUint32(HEADER_BYTES), 100);
  for (let i = 0; i < count; i++) {
    const entry = HEADER_BYTES + 4 + i * 12;
    tags.set(ascii(view, entry, 4), view.getUint32(entry + 4));
  }
  return tags;
}

/** The description: `desc` (version 2, ASCII) or `mluc` (version 4, UTF-16, first language). */
function readName(view: DataView, offset: number | undefined): string {
  if (offset === undefined) return "unnamed";
  const type = ascii(view, offset, 4);
  let text = "";
  if (type === "desc") text = ascii(view, offset + 12, Math.min(view.getUint32(offset + 8), 200));
  if (type === "mluc" && view.getUint32(offset + 8) > 0) {
    const length = Math.min(view.getUint32(offset + 20), 400);
    const start = offset + view.getUint32(offset + 24);
    for (let i = 0; i + 1 < length; i += 2) text += String.fromCharCode(view.getUint16(start + i));
  }
  return text.split("\0", 1)[0].trim() || "unnamed";
}

function readSpace(dataSpace: string, view: DataView, tags: Map<string, number>): RgbSpace | undefined {
  if (dataSpace === "RGB") return readMatrix(view, tags);
  const curve = dataSpace === "GRAY" ? readCurve(view, tags.get("kTRC")) : undefined;
  return curve && { toSrgb: identity, curves: [curve, curve, curve] };
}

function readMatrix(view: DataView, tags: Map<string, number>): RgbSpace | undefined {
  const columns = ["rXYZ", "gXYZ", "bXYZ"].map((tag) => readXyz(view, tags.get(tag)));
  // Channels that share a curve's bytes share the function, so that its table is built and cached once.
  const curves = new Map<number | undefined, Curve | undefined>();
  for (const tag of ["rTRC", "gTRC", "bTRC"]) {
    const offset = tags.get(tag);
    if (!curves.has(offset)) curves.set(offset, readCurve(view, offset));
  }
  const [r, g, b] = columns;
  const [curveR, curveG, curveB] = ["rTRC", "gTRC", "bTRC"].map((tag) => curves.get(tags.get(tag)));
  if (!r || !g || !b || !curveR || !curveG || !curveB) return undefined;
  const toXyz = [r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]];
  const toSrgb = matrixKeepingWhite(xyzD50ToSrgb, toXyz);
  if (!toSrgb.every((value) => Math.abs(value) <= MAX_COEFFICIENT)) return undefined;
  return { toSrgb, curves: [curveR, curveG, curveB] };
}

function readXyz(view: DataView, offset: number | undefined): number[] | undefined {
  if (offset === undefined || ascii(view, offset, 4) !== "XYZ ") return undefined;
  return [8, 12, 16].map((at) => view.getInt32(offset + at) / 65536);
}

/** `curv` (10.6: identity, gamma or table) or `para` (10.18: functions 0 to 4). */
function readCurve(view: DataView, offset: number | undefined): Curve | undefined {
  if (offset === undefined) return undefined;
  const type = ascii(view, offset, 4);
  if (type === "curv") return readSampledCurve(view, offset);
  return type === "para" ? readParametricCurve(view, offset) : undefined;
}

function readSampledCurve(view: DataView, offset: number): Curve {
  const count = view.getUint32(offset + 8);
  if (count === 0) return (x) => x;
  if (count === 1) {
    const gamma = view.getUint16(offset + 12) / 256;
    return (x) => x ** gamma;
  }
  const table = Float64Array.from({ length: Math.min(count, 65536) }, (_, i) => view.getUint16(offset + 12 + i * 2));
  return (x) => {
    const position = x * (table.length - 1);
    const index = Math.min(Math.floor(position), table.length - 2);
    return (table[index] + (table[index + 1] - table[index]) * (position - index)) / 65535;
  };
}

function readParametricCurve(view: DataView, offset: number): Curve | undefined {
  const kind = view.getUint16(offset + 8);
  const counts = [1, 3, 4, 5, 7];
  if (kind >= counts.length) return undefined;
  const p = Array.from({ length: counts[kind] }, (_, i) => view.getInt32(offset + 12 + i * 4) / 65536);
  const [gamma, a = 1, b = 0] = p;
  const power = (x: number) => Math.max(0, a * x + b) ** gamma;
  if (kind === 0) return power;
  if (kind === 1) return (x) => (x >= -b / a ? power(x) : 0);
  if (kind === 2) return (x) => (x >= -b / a ? power(x) + p[3] : p[3]);
  const [, , , slope, knee, lift = 0, offsetBelow = 0] = p;
  return (x) => (x >= knee ? power(x) + lift : slope * x + offsetBelow);
}

/**
 * Whether the space equals sRGB within 0.001 of light, a quarter of an 8-bit step at mid grey: a conversion could not
 * improve that.
 */
function looksLikeSrgb({ toSrgb, curves }: RgbSpace): boolean {
  if (toSrgb.some((value, i) => Math.abs(value - identity[i]) > 0.003)) return false;
  return curves.every((curve) =>
    [0.02, 0.1, 0.25, 0.5, 0.75, 1].every((x) => Math.abs(curve(x) - decodeSrgb(x)) < 0.001),
  );
}
