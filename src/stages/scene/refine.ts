import { boxMean, fitColourLines, type SmallImage } from "../../ops/index.ts";
import { meanOver } from "./area-means.ts";
import { edgeRadius, plainColour } from "./params.ts";

interface Grid {
  readonly width: number;
  readonly height: number;
}

/**
 * Fits planes of a coarse grid to the edges of the picture: around each cell, a linear function of the colour explains
 * the plane, and is then applied to the pixels of the picture (fast guided filter; He & Sun 2015, with a colour guide).
 * Each plane has a value for each pixel of `small`, 0 or more.
 */
export function refinePlanes(
  coarse: readonly Float32Array[],
  grid: Grid,
  small: SmallImage,
  wrapX: boolean,
): Float32Array[] {
  const guide = channelsOf(meanOver(small.data, 3, small, grid));
  const blur = (data: Float32Array) => boxMean({ ...grid, data }, edgeRadius, wrapX);
  const explain = fitColourLines(guide, blur, plainColour);
  return coarse.map((plane) => applyLines(explain(plane), grid, small, wrapX));
}

/** A small copy: three display values a pixel. */
interface Guide extends Grid {
  readonly data: Float32Array;
}

/**
 * Fits a soft mask to the picture's edges: in every window of `radius`, a linear function of the colour explains the
 * mask, so that it ends where the colour changes (guided filter with a colour guide; He, Sun, Tang 2013, equations 19
 * to 21; fitted on every second pixel, He & Sun 2015). 0 to 1, a value for each pixel of the small copy.
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

function channelsOf(interleaved: Float32Array): Float32Array[] {
  return [0, 1, 2].map((c) => Float32Array.from({ length: interleaved.length / 3 }, (_, i) => interleaved[3 * i + c]));
}

/**
 * Applies linear functions of the colour, interpolated bilinearly between the grid's cells, to the colours of the
 * picture.
 */
function applyLines(
  lines: readonly Float32Array[],
  { width: columns, height: rows }: Grid,
  { width, height, data }: SmallImage,
  wrapX: boolean,
): Float32Array {
  const plane = new Float32Array(width * height);
  const hold = (column: number) => (wrapX ? (column + columns) % columns : Math.min(columns - 1, Math.max(0, column)));
  const lefts = new Int32Array(width);
  const rights = new Int32Array(width);
  const shares = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const at = ((x + 0.5) * columns) / width - 0.5;
    lefts[x] = 4 * hold(Math.floor(at));
    rights[x] = 4 * hold(Math.floor(at) + 1);
    shares[x] = at - Math.floor(at);
  }
  const row = new Float32Array(4 * columns);
  for (let y = 0, i = 0; y < height; y++) {
    const at = ((y + 0.5) * rows) / height - 0.5;
    const top = columns * Math.max(0, Math.floor(at));
    const bottom = columns * Math.min(rows - 1, Math.floor(at) + 1);
    const share = at - Math.floor(at);
    for (let x = 0; x < columns; x++) {
      for (let c = 0; c < 4; c++) row[4 * x + c] = lines[c][top + x] * (1 - share) + lines[c][bottom + x] * share;
    }
    for (let x = 0; x < width; x++, i++) {
      const [left, right, t] = [lefts[x], rights[x], shares[x]];
      const red = row[left] * (1 - t) + row[right] * t;
      const green = row[left + 1] * (1 - t) + row[right + 1] * t;
      const blue = row[left + 2] * (1 - t) + row[right + 2] * t;
      const offset = row[left + 3] * (1 - t) + row[right + 3] * t;
      plane[i] = Math.max(0, red * data[3 * i] + green * data[3 * i + 1] + blue * data[3 * i + 2] + offset);
    }
  }
  return plane;
}
