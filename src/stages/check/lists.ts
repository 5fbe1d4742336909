import type { F32 } from "../../image/index.ts";

// Lists of an entry a cell, or so: kilobytes, which kernels read and write and threads share.

export function floats(length: number): F32 {
  return new Float32Array(new SharedArrayBuffer(4 * length));
}

export function floatsOf(values: Float32Array): F32 {
  const list = floats(values.length);
  list.set(values);
  return list;
}

export function doubles(length: number): Float64Array<SharedArrayBuffer> {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}

/** Whole numbers, all 0. */
export function counters(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

export function total(counts: Int32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
