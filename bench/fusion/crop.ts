import type { IntegerImage, Rect } from "../../src/image/index.ts";

/** A copy, so that the memory of the whole frame can be released. */
export function cropTo(image: IntegerImage, { x, y, width, height }: Rect): IntegerImage {
  const length = 3 * width * height;
  const data =
    image.data instanceof Uint8Array
      ? new Uint8Array(new SharedArrayBuffer(length))
      : new Uint16Array(new SharedArrayBuffer(2 * length));
  for (let row = 0; row < height; row++) {
    const start = 3 * ((y + row) * image.width + x);
    data.set(image.data.subarray(start, start + 3 * width), 3 * row * width);
  }
  return { ...image, width, height, data };
}
