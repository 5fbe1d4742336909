import { luminanceWeights } from "../image/index.ts";
import type { SmallImage } from "./shrink.ts";

/** Gradients of a small picture's luminance, where they are strong enough to mean something. */
export interface LevelLines {
  readonly width: number;
  readonly height: number;
  /** Weighted display values, smoothed. */
  readonly light: Float32Array;
  /** Full scale a pixel; 0 where the gradient is weak or outside the directions asked for. */
  readonly magnitude: Float32Array;
  /** Unit vectors of the gradients where `magnitude` is not 0; lines run at right angles to them. */
  readonly directionX: Float32Array;
  readonly directionY: Float32Array;
}

/** Which lines count: those within `toleranceDeg` (to 90) of vertical or of horizontal. */
export interface LineWindow {
  readonly around: "vertical" | "horizontal";
  readonly toleranceDeg: number;
}

/**
 * Below this a gradient's angle is noise: q / sin τ of LSD (Grompone von Gioi et al. 2010, eq. 1), τ being the tolerance of 22.5°.
 * Smoothing brings q, their 2 levels of 8 bits, down by more than half.
 */
const MIN_MAGNITUDE = 1 / 255 / Math.sin(Math.PI / 8);

/**
 * Gradients by Scharr's operator (2000), whose angle errs by less than 0.2° at any direction, of the smoothed picture: an edge
 * narrower than a pixel would seem to follow the grid. The outermost pixels have none.
 */
export function levelLinesOf(image: SmallImage, window: LineWindow): LevelLines {
  const { width, height } = image;
  const light = smooth(lightness(image), width, height);
  const magnitude = new Float32Array(width * height);
  const directionX = new Float32Array(width * height);
  const directionY = new Float32Array(width * height);
  const limit = Math.tan((Math.min(89.99, window.toleranceDeg) * Math.PI) / 180);
  const [maxSlopeX, maxSlopeY] = window.around === "vertical" ? [Infinity, limit] : [limit, Infinity];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const [falling, rising] = [
        light[i + width + 1] - light[i - width - 1],
        light[i - width + 1] - light[i + width - 1],
      ];
      const gx = (10 * (light[i + 1] - light[i - 1]) + 3 * (falling + rising)) / 32;
      const gy = (10 * (light[i + width] - light[i - width]) + 3 * (falling - rising)) / 32;
      const [sizeX, sizeY] = [Math.abs(gx), Math.abs(gy)];
      if (sizeY > sizeX * maxSlopeY || sizeX > sizeY * maxSlopeX) continue;
      const size = Math.sqrt(gx * gx + gy * gy);
      if (size < MIN_MAGNITUDE) continue;
      magnitude[i] = size;
      directionX[i] = gx / size;
      directionY[i] = gy / size;
    }
  }
  return { width, height, light, magnitude, directionX, directionY };
}

/** Weighted display values: near enough to lightness, and quick. */
function lightness({ data, width, height, channels }: SmallImage): Float32Array {
  if (channels === 1) return data;
  const [red, green, blue] = luminanceWeights;
  const light = new Float32Array(width * height);
  for (let i = 0, at = 0; i < light.length; i++, at += 3) {
    light[i] = red * data[at] + green * data[at + 1] + blue * data[at + 2];
  }
  return light;
}

/** Binomial smoothing over 5 × 5 pixels, a Gaussian of one pixel's standard deviation; the border repeats. */
function smooth(light: Float32Array, width: number, height: number): Float32Array {
  const once = new Float32Array(light.length);
  const twice = new Float32Array(light.length);
  for (let y = 0; y < height; y++) smoothLine(light, once, y * width, 1, width);
  for (let x = 0; x < width; x++) smoothLine(once, twice, x, width, height);
  return twice;
}

function smoothLine(from: Float32Array, to: Float32Array, start: number, stride: number, count: number): void {
  const at = (i: number) => from[start + Math.min(count - 1, Math.max(0, i)) * stride];
  let [a, b, c, d] = [at(0), at(0), at(0), at(1)];
  for (let i = 0; i < count; i++) {
    const e = at(i + 2);
    to[start + i * stride] = (a + e + 4 * (b + d) + 6 * c) / 16;
    [a, b, c, d] = [b, c, d, e];
  }
}
