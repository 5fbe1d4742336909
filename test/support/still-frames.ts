import sharp from "sharp";
import { displayLevel } from "../../fixtures/scene/index.ts";
import { decodeSrgb, type IntegerImage } from "../../src/image/index.ts";

/** Effects of cameras on frames of a still scene; `k` is the index of the frame. */
export type Disturbance = (frame: IntegerImage, k: number) => IntegerImage | Promise<IntegerImage>;

const lightOf = Float64Array.from({ length: 256 }, (_, level) => decodeSrgb(level / 255));

/** Every sample of a pixel is replaced; linear light, `radius` 1 in the corners. */
function relight(
  { data, ...frame }: IntegerImage,
  change: (light: readonly number[], radius: number) => readonly number[],
): IntegerImage {
  const { width, height } = frame;
  const out = new Uint8Array(new SharedArrayBuffer(data.length));
  for (let p = 0; p < width * height; p++) {
    const radius = Math.hypot(((p % width) * 2) / width - 1, (Math.floor(p / width) * 2) / height - 1) / Math.SQRT2;
    const light = [0, 1, 2].map((c) => lightOf[data[3 * p + c]]);
    const white = light.map((value, c) => (data[3 * p + c] === 255 ? 1 : value));
    for (const [c, value] of change(white, radius).entries()) {
      // Clipped values stay clipped, because the sensor clipped them first.
      out[3 * p + c] = white[c] === 1 ? 255 : displayLevel(Math.min(1, Math.max(0, value)));
    }
  }
  return { ...frame, data: out };
}

/** A camera's JPEG of the given quality, chroma at half resolution. */
export const asJpeg =
  (quality: number): Disturbance =>
  async ({ data, ...frame }) => {
    const raw = { width: frame.width, height: frame.height, channels: 3 as const };
    const jpeg = await sharp(Buffer.from(data), { raw }).jpeg({ quality }).toBuffer();
    const decoded = await sharp(jpeg).raw().toBuffer();
    const out = new Uint8Array(new SharedArrayBuffer(decoded.length));
    out.set(decoded);
    return { ...frame, data: out };
  };

/**
 * Corners darker by another amount in every frame, as when the aperture was changed; `most`: share of light lost in the
 * corners.
 */
export const vignetted =
  (most: number): Disturbance =>
  (frame, k) =>
    relight(frame, (light, radius) => light.map((value) => value * (1 - (most * radius ** 2 * (k % 3)) / 2)));

/** Veiling light from the window, more of it in every frame; in shares of white. */
export const flared =
  (most: number): Disturbance =>
  (frame, k) =>
    relight(frame, (light, radius) => light.map((value) => value + (most * (k % 3) * (1 - radius)) / 2));

/** Colours stronger in one frame than in the next. */
export const saturated =
  (most: number): Disturbance =>
  (frame, k) =>
    relight(frame, (light) => {
      const grey = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
      return light.map((value) => grey + (value - grey) * (1 + most * ((k % 3) - 1)));
    });
