import { type IntegerImage, maxValueOf } from "../../src/image/index.ts";

/** A copy of the samples, in shared memory like all pixels. */
export function copySamples(data: IntegerImage["data"], length = data.length): IntegerImage["data"] {
  const memory = new SharedArrayBuffer(length * data.BYTES_PER_ELEMENT);
  const copy = data instanceof Uint8Array ? new Uint8Array(memory) : new Uint16Array(memory);
  copy.set(data.subarray(0, length));
  return copy;
}

type Rgb = readonly [number, number, number];

/** A copy with each pixel changed by `change`; display values 0 to 1, position as shares of the picture. */
export function changePixels(image: IntegerImage, change: (rgb: Rgb, u: number, v: number) => Rgb): IntegerImage {
  const { width, height } = image;
  const full = maxValueOf(image.data);
  const data = copySamples(image.data);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const [r, g, b] = [data[at] / full, data[at + 1] / full, data[at + 2] / full];
      const changed = change([r, g, b], x / width, y / height);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(full * Math.min(1, Math.max(0, changed[c])));
    }
  }
  return { ...image, data };
}

/** A copy whose right half has colours that no frame shows, as a faulty stage might produce. */
export function ruined(image: IntegerImage, by = 0.2): IntegerImage {
  return changePixels(image, ([r, g, b], u) => (u > 0.5 ? [r + by, g - by, b + by] : [r, g, b]));
}

/** A copy in which each pixel is taken from another position. */
export function movePixels(
  image: IntegerImage,
  from: (x: number, y: number, width: number, height: number) => readonly [number, number],
): IntegerImage {
  const { width, height } = image;
  const data = copySamples(image.data);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = from(x, y, width, height);
      for (let c = 0; c < 3; c++, at++) data[at] = image.data[(v * width + u) * 3 + c];
    }
  }
  return { ...image, data };
}

/** A copy blurred over (2 radius + 1)² pixels. */
export function blur(image: IntegerImage, radius: number): IntegerImage {
  const { width, height } = image;
  const data = copySamples(image.data);
  const clamp = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
  const edge = 2 * radius + 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++, at++) {
        let sum = 0;
        for (let v = -radius; v <= radius; v++) {
          for (let u = -radius; u <= radius; u++)
            sum += image.data[(clamp(y + v, height) * width + clamp(x + u, width)) * 3 + c];
        }
        data[at] = Math.round(sum / (edge * edge));
      }
    }
  }
  return { ...image, data };
}
