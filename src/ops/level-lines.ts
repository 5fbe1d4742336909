import { luminanceWeights } from "../image/index.ts";
import type { SmallImage } from "./shrink.ts";

/** Gradients of a small picture's luminance, where they are strong enough to mean something. */
export interface LevelLines {
  readonly width: number;
  readonly height: number;
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
 * Below this a gradient's angle is noise: q / sin τ of LSD (Grompone von Gioi et al. 2010, eq. 1), with q = 2 levels of 8 bits
 * of quantisation noise and τ the tolerance of 22.5°.
 */
const MIN_MAGNITUDE = 2 / 255 / Math.sin(Math.PI / 8);

/**
 * Gradients by Scharr's operator (2000), whose angle errs by less than 0.2° at any direction. The outermost pixels have none.
 */
export function levelLinesOf(image: SmallImage, window: LineWindow): LevelLines {
  const { width, height } = image;
  const light = lightness(image);
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
  return { width, height, magnitude, directionX, directionY };
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
