import { encodeSrgb } from "../../image/index.ts";
import type { Curve, RgbSpace } from "./icc-profile.ts";

/** Row-major 3 × 3. */
export type Matrix3 = readonly number[];

export type Vector3 = readonly [number, number, number];

export const identity: Matrix3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function diagonal([a, b, c]: readonly number[]): Matrix3 {
  return [a, 0, 0, 0, b, 0, 0, 0, c];
}

export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  return [0, 3, 6].flatMap((row) =>
    [0, 1, 2].map((c) => a[row] * b[c] + a[row + 1] * b[c + 3] + a[row + 2] * b[c + 6]),
  );
}

export function transform(m: Matrix3, [x, y, z]: Vector3): Vector3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** `undefined` for a singular matrix. */
export function invert([a, b, c, d, e, f, g, h, i]: Matrix3): Matrix3 | undefined {
  const m = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const determinant = a * m[0] + b * m[3] + c * m[6];
  return Math.abs(determinant) > 1e-12 ? m.map((value) => value / determinant) : undefined;
}

export function determinantOf([a, b, c, d, e, f, g, h, i]: Matrix3): number {
  return a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g);
}

/** Converts a row of interleaved RGB to display sRGB, in place; out-of-gamut values are clipped. */
export type RowConversion = (row: Uint8Array | Uint16Array) => void;

/** Compresses light above diffuse white into [0, 1]: the factor for all three channels, from the largest of them. */
export type ToneMap = (peak: number) => number;

/** Number of steps of linear light in [0, 1] in the display table. */
const LIGHT_STEPS = 65_536;

/** Makes the conversion for rows of this depth; it must not be used for rows of another depth. */
export function createConversion(space: RgbSpace, bits: 8 | 16, toneMap?: ToneMap): RowConversion {
  return bits === 8 && !toneMap ? createNarrow(space) : createWide(space, 2 ** bits - 1, toneMap);
}

/**
 * 8 bits: the matrix folded into nine tables of whole light steps, whose sums index the display table; padding on both
 * sides of it does the clipping. Differs from exact arithmetic by at most one code value, only within 0.1 of a rounding
 * boundary.
 */
function createNarrow({ toSrgb, curves }: RgbSpace): RowConversion {
  const light = curves.map((curve) =>
    Float64Array.from({ length: 256 }, (_, i) => Math.min(1, Math.max(0, curve(i / 255))) * LIGHT_STEPS),
  );
  const table = (row: number, column: number) =>
    Int32Array.from(light[column], (value) => Math.round(value * toSrgb[row * 3 + column]));
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => table(row, column)),
  );
  // Sums of three entries stay in the range of the matrix, plus a few steps for rounding.
  const reach = Math.max(
    ...[0, 3, 6].map((row) => toSrgb.slice(row, row + 3).reduce((sum, m) => sum + Math.abs(m), 0)),
  );
  const below = Math.ceil(reach * LIGHT_STEPS) + 4;
  const display = new Uint8Array(below * 2).fill(255, below);
  display.set(displayCodes(), below);
  return (row) => {
    for (let i = 0; i + 2 < row.length; i += 3) {
      const r = row[i];
      const g = row[i + 1];
      const b = row[i + 2];
      row[i] = display[below + rr[r] + rg[g] + rb[b]];
      row[i + 1] = display[below + gr[r] + gg[g] + gb[b]];
      row[i + 2] = display[below + br[r] + bg[g] + bb[b]];
    }
  };
}

let codes: Uint8Array | undefined;

/** The 8-bit display value of every light step. */
function displayCodes(): Uint8Array {
  codes ??= Uint8Array.from({ length: LIGHT_STEPS + 1 }, (_, i) => Math.round(encodeSrgb(i / LIGHT_STEPS) * 255));
  return codes;
}

/**
 * 16 bits, or with a tone map: curve tables in, matrix in floating point, interpolated display table out. Exact to
 * 0.01 of a 16-bit code value: between neighbouring entries sRGB's curve deviates from a line by less than 7e-8.
 */
function createWide({ toSrgb, curves }: RgbSpace, max: number, toneMap?: ToneMap): RowConversion {
  const tables = new Map<Curve, Float32Array>();
  const [r, g, b] = curves.map((curve) => {
    const table = tables.get(curve) ?? Float32Array.from({ length: max + 1 }, (_, i) => curve(i / max));
    tables.set(curve, table);
    return table;
  });
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = toSrgb;
  const display = Float32Array.from(
    { length: LIGHT_STEPS + 2 },
    (_, i) => encodeSrgb(Math.min(1, i / LIGHT_STEPS)) * max,
  );
  return (row) => {
    for (let i = 0; i + 2 < row.length; i += 3) {
      const lr = r[row[i]];
      const lg = g[row[i + 1]];
      const lb = b[row[i + 2]];
      let sr = m0 * lr + m1 * lg + m2 * lb;
      let sg = m3 * lr + m4 * lg + m5 * lb;
      let sb = m6 * lr + m7 * lg + m8 * lb;
      if (toneMap) {
        const scale = toneMap(Math.max(sr, sg, sb, 0));
        sr *= scale;
        sg *= scale;
        sb *= scale;
      }
      row[i] = lookUp(display, sr);
      row[i + 1] = lookUp(display, sg);
      row[i + 2] = lookUp(display, sb);
    }
  };
}

/** Looks up and interpolates; values below black and NaN, which a broken profile can cause, give 0. */
function lookUp(display: Float32Array, light: number): number {
  if (!(light > 0)) return 0;
  const position = light >= 1 ? LIGHT_STEPS : light * LIGHT_STEPS;
  const index = position | 0;
  const low = display[index];
  return (low + (display[index + 1] - low) * (position - index) + 0.5) | 0;
}
