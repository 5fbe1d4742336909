import type { F32, U8, U16 } from "../../../src/image/index.ts";
import { randomSamples, seededRandom } from "../random.ts";

// Each view has a separate buffer of exactly its length, so that a sanitizer detects an access beyond its end.

export const u8 = (length: number, seed = 0): U8 =>
  seed ? (randomSamples(length, 8, seed) as U8) : new Uint8Array(new SharedArrayBuffer(length));

export const i8 = (length: number, seed: number): Int8Array<SharedArrayBuffer> =>
  new Int8Array(u8(length, seed).buffer);

export const u16 = (length: number, seed = 0): U16 =>
  seed ? (randomSamples(length, 16, seed) as U16) : new Uint16Array(new SharedArrayBuffer(length * 2));

/** Samples of 15 bits, as the fusion kernels store levels. */
export function u15(length: number, seed: number): U16 {
  const view = u16(length, seed);
  for (let i = 0; i < length; i++) view[i] >>= 1;
  return view;
}

/** Seeded values from `low` to `high`. */
export function f32(length: number, low = 0, high = 0, seed = 1): F32 {
  const random = seededRandom(seed);
  const view = new Float32Array(new SharedArrayBuffer(length * 4));
  for (let i = 0; i < length; i++) view[i] = low + (high - low) * random();
  return view;
}

export function f32Of(values: Iterable<number>): F32 {
  const list = [...values];
  const view = f32(list.length);
  view.set(list);
  return view;
}

export function f64Of(values: readonly number[]): Float64Array<SharedArrayBuffer> {
  const view = new Float64Array(new SharedArrayBuffer(values.length * 8));
  view.set(values);
  return view;
}

export function i32Of(values: readonly number[]): Int32Array<SharedArrayBuffer> {
  const view = new Int32Array(new SharedArrayBuffer(values.length * 4));
  view.set(values);
  return view;
}

export const samples = (bits: 8 | 16, length: number, seed = 0): U8 | U16 =>
  bits === 8 ? u8(length, seed) : u16(length, seed);
