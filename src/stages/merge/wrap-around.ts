import type { IntegerImage, PixelMemory } from "../../image/index.ts";

/** How far a 360° picture goes on beyond its edges while it is fused, as a share of its width. */
const marginShare = 1 / 8;

/**
 * Fuses full-circle frames as if they had no edges: each goes on at either side with what lies at the other, and the
 * fused picture is cut back. Levels of the pyramid that reach further than the margin are so coarse that they hold no
 * seam.
 */
export async function fuseAround(
  frames: readonly IntegerImage[],
  memory: PixelMemory,
  fuse: (frames: readonly IntegerImage[]) => Promise<IntegerImage>,
): Promise<IntegerImage> {
  const { width } = frames[0];
  const margin = Math.ceil(width * marginShare);
  const wide = frames.map((frame) => columnsOf(frame, -margin, width + 2 * margin, memory));
  const fused = await fuse(wide);
  for (const { data } of wide) memory.release(data);
  const image = columnsOf(fused, margin, width, memory);
  memory.release(fused.data);
  return image;
}

/** `count` columns from `first` on, which may lie outside: the picture repeats. In new memory. */
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
