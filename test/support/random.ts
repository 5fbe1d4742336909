import type { U8, U16 } from "../../src/image/index.ts";

/** A seeded generator of numbers in [0, 1) (mulberry32), so that every run of a test sees the same. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Uniform random samples over the whole range of the depth. */
export function randomSamples(length: number, bits: 8 | 16, seed: number): U8 | U16 {
  const random = seededRandom(seed);
  const buffer = new SharedArrayBuffer((length * bits) / 8);
  const data = bits === 8 ? new Uint8Array(buffer) : new Uint16Array(buffer);
  for (let i = 0; i < length; i++) data[i] = Math.floor(random() * 2 ** bits);
  return data;
}
