import type { IntegerImage } from "../../../src/image/index.ts";

export type Paint = (x: number, y: number) => readonly [number, number, number];

/** An 8-bit picture from a function of the place; values are clamped and rounded. */
export function paint(width: number, height: number, color: Paint): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data.set(
        color(x, y).map((value) => Math.min(255, Math.max(0, Math.round(value)))),
        (y * width + x) * 3,
      );
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

/** The same picture at 16 bits. */
export function to16(image: IntegerImage): IntegerImage {
  const data = new Uint16Array(new SharedArrayBuffer(image.data.length * 2));
  data.set(Array.from(image.data, (value) => value * 257));
  return { ...image, data };
}

interface RoomOptions {
  /** Factor of the display values; 1 is a well-exposed room. */
  readonly exposure?: number;
  /** Factors of R, G, B. */
  readonly cast?: readonly [number, number, number];
}

/**
 * A room in small: bright ceiling, grey wall with a soft gradient, wooden floor, dark sofa, a green plant, a bright
 * window.
 */
export function room(width: number, height: number, options: RoomOptions = {}): IntegerImage {
  const { exposure = 1, cast = [1, 1, 1] } = options;
  const color: Paint = (x, y) => {
    const [u, v] = [x / width, y / height];
    if (u > 0.7 && u < 0.9 && v > 0.3 && v < 0.6) return [238, 243, 250];
    if (u > 0.1 && u < 0.4 && v > 0.6 && v < 0.8) return [38 + 20 * u, 40, 48];
    if (u > 0.5 && u < 0.56 && v > 0.55 && v < 0.75) return [60, 110, 50];
    if (v < 0.2) return [205, 204, 200];
    if (v > 0.75) return [150 + 8 * Math.sin(u * 90), 108 + 6 * Math.sin(u * 90), 70];
    return [168 - 20 * u, 167 - 20 * u, 164 - 20 * u];
  };
  return paint(width, height, (x, y) => {
    const [r, g, b] = color(x, y);
    return [r * exposure * cast[0], g * exposure * cast[1], b * exposure * cast[2]];
  });
}

/** Share of pixels with a channel at full scale (99.8 % of it). */
export function clippedShareOf(image: IntegerImage): number {
  const limit = 0.998 * (image.data instanceof Uint8Array ? 255 : 65535);
  let count = 0;
  for (let i = 0; i < image.data.length; i += 3) {
    if (Math.max(image.data[i], image.data[i + 1], image.data[i + 2]) >= limit) count++;
  }
  return count / (image.data.length / 3);
}
