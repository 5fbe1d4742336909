import type { IntegerImage } from "../../image/index.ts";

/** A channel at or above this share of full scale counts as clipped: 255 of 8 bits. */
const clipped = 0.998;
const sampledPixels = 2 ** 18;

/** Share of pixels with a clipped channel, from at most 2^18 evenly spaced pixels. */
export function clippedShare(image: IntegerImage): number {
  const pixels = image.width * image.height;
  // An odd step does not fall on the same columns row after row.
  const step = Math.max(1, Math.floor(pixels / sampledPixels) | 1);
  const limit = clipped * (image.data instanceof Uint8Array ? 255 : 65535);
  let count = 0;
  let sampled = 0;
  for (let i = 0; i < pixels; i += step) {
    const at = 3 * i;
    if (Math.max(image.data[at], image.data[at + 1], image.data[at + 2]) >= limit) count++;
    sampled++;
  }
  return count / sampled;
}
