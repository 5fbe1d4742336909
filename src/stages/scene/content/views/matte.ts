import { boxMean, fitColourLines } from "../../../../ops/index.ts";
import { plainColour } from "../../params.ts";

/** A small copy: three display values a pixel. */
interface Guide {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/**
 * A soft mask brought to the picture's edges: in every window of `radius` the mask is explained as a linear function of
 * the colour, so that it ends where the colour changes (guided filter with a colour guide; He, Sun, Tang 2013,
 * equations 19 to 21; its functions are found on every second pixel, He & Sun 2015). 0 to 1, a value a pixel of the
 * small copy.
 */
export function matteOf(mask: Float32Array, picture: Guide, radius: number, wrapX: boolean): Float32Array {
  if (mask.every((value) => value === 0)) return mask;
  const { width, height, data } = picture;
  const [columns, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const guide = [0, 1, 2].map((c) => everySecond(data, 3, c, width, height));
  const reach = Math.max(1, Math.round(radius / 2));
  const blur = (plane: Float32Array) => boxMean({ width: columns, height: rows, data: plane }, reach, wrapX);
  const [red, green, blue, offset] = fitColourLines(guide, blur, plainColour)(everySecond(mask, 1, 0, width, height));
  const matte = new Float32Array(mask.length);
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> 1) * columns;
    for (let x = 0; x < width; x++, i++) {
      const at = row + (x >> 1);
      const value = red[at] * data[3 * i] + green[at] * data[3 * i + 1] + blue[at] * data[3 * i + 2] + offset[at];
      matte[i] = Math.min(1, Math.max(0, value));
    }
  }
  return matte;
}

/** Every second pixel of every second row of one of `channels` interleaved channels. */
function everySecond(data: Float32Array, channels: number, channel: number, width: number, height: number) {
  const picked = new Float32Array(Math.ceil(width / 2) * Math.ceil(height / 2));
  let at = 0;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) picked[at++] = data[channels * (y * width + x) + channel];
  return picked;
}
