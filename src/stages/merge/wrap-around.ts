import type { IntegerImage, PixelMemory } from "../../image/index.ts";
import { marginShare } from "./params.ts";

const marginOf = (width: number) => Math.ceil(width * marginShare);

/**
 * Extends full-sphere frames at both sides with pixels of the other side, so that they are fused as if they had no
 * edges. The lease of a frame ends as soon as its wide copy is made, which limits the peak to one additional frame.
 */
export function widenAround(frames: readonly IntegerImage[], memory: PixelMemory): IntegerImage[] {
  return frames.map((frame, i) => {
    const { width, data } = frame;
    const margin = marginOf(width);
    const wide = columnsOf(frame, -margin, width + 2 * margin, memory);
    const isLast = frames.findLastIndex((other) => other.data === data) === i;
    if (isLast) memory.release(data);
    return wide;
  });
}

/** Crops a picture fused from wide frames to the original width, and releases it. */
export function cutBack(fused: IntegerImage, width: number, memory: PixelMemory): IntegerImage {
  const image = columnsOf(fused, marginOf(width), width, memory);
  memory.release(fused.data);
  return image;
}

/** `count` columns from `first` on, modulo the width. In new memory. */
function columnsOf(image: IntegerImage, first: number, count: number, memory: PixelMemory): IntegerImage {
  const { width, height, channels } = image;
  const length = count * height * channels;
  const data = image.data instanceof Uint8Array ? memory.u8(length) : memory.u16(length);
  for (let x = 0; x < count; ) {
    const from = (((first + x) % width) + width) % width;
    const run = Math.min(count - x, width - from);
    for (let y = 0; y < height; y++) {
      const start = (y * width + from) * channels;
      data.set(image.data.subarray(start, start + run * channels), (y * count + x) * channels);
    }
    x += run;
  }
  return { ...image, width: count, data };
}
