import { seededRandom } from "../../fixtures/scene/random.ts";
import type { U8, U16 } from "../../src/image/index.ts";

export { seededRandom };

/** Uniform random samples over the whole range of the depth. */
export function randomSamples(length: number, bits: 8 | 16, seed: number): U8 | U16 {
  const random = seededRandom(seed);
  const buffer = new SharedArrayBuffer((length * bits) / 8);
  const data = bits === 8 ? new Uint8Array(buffer) : new Uint16Array(buffer);
  for (let i = 0; i < length; i++) data[i] = Math.floor(random() * 2 ** bits);
  return data;
}
