import { encodeSrgb } from "../image/index.ts";
import type { RgbSpace } from "./icc-profile.ts";

/** Converts a row of interleaved RGB to display sRGB, in place; out-of-gamut values are clipped. */
export type RowConversion = (row: Uint8Array | Uint16Array) => void;

/** Compresses light above diffuse white into [0, 1]: the factor for all three channels, from the largest of them. */
export type ToneMap = (peak: number) => number;

const LIGHT_STEPS = 65535;

/**
 * Tables in, matrix, table out. Exact to half a code value at 8 bits and to 0.01 of one at 16 bits: between neighbouring
 * table entries sRGB's curve deviates from a line by less than 7e-8.
 */
export function createConversion(space: RgbSpace, bits: 8 | 16, toneMap?: ToneMap): RowConversion {
  const max = 2 ** bits - 1;
  const [r, g, b] = space.curves.map((curve) => Float32Array.from({ length: max + 1 }, (_, i) => curve(i / max)));
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = space.toSrgb;
  const encode = bits === 8 ? encodeTo8 : encodeTo16;
  const display = displayTable();
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
      row[i] = encode(display, sr);
      row[i + 1] = encode(display, sg);
      row[i + 2] = encode(display, sb);
    }
  };
}

let table: Float32Array | undefined;

function displayTable(): Float32Array {
  table ??= Float32Array.from({ length: LIGHT_STEPS + 2 }, (_, i) => encodeSrgb(Math.min(1, i / LIGHT_STEPS)));
  return table;
}

/** NaN fails the first comparison's inverse and becomes 0, as a sample below zero does. */
function encodeTo8(display: Float32Array, light: number): number {
  if (!(light > 0)) return 0;
  return light >= 1 ? 255 : (display[(light * LIGHT_STEPS + 0.5) | 0] * 255 + 0.5) | 0;
}

function encodeTo16(display: Float32Array, light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 65535;
  const position = light * LIGHT_STEPS;
  const index = position | 0;
  const low = display[index];
  return ((low + (display[index + 1] - low) * (position - index)) * 65535 + 0.5) | 0;
}
