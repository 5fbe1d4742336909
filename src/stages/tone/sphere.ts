import type { IntegerImage, PixelMemory } from "../../image/index.ts";
import { roundness } from "../../ops/index.ts";
import { poles } from "./params.ts";

/*
 * A full sphere of 360° × 180°: its left and right edges meet, a row covers less of the sphere the nearer it is to a
 * pole, and the first and the last row are a single point each.
 */

/**
 * The column from which a sphere is read, so that the result does not depend on where it was cut: half a turn before
 * its brightest side (phase of the first harmonic of the column sums).
 */
export function firstColumn({ width, height, data }: IntegerImage): number {
  const sums = new Float64Array(width);
  const step = Math.max(1, Math.floor(height / poles.sampledRows));
  for (let y = 0; y < height; y += step) {
    const start = y * width * 3;
    for (let x = 0; x < width; x++) {
      const i = start + 3 * x;
      sums[x] += data[i] + data[i + 1] + data[i + 2];
    }
  }
  let [cosines, sines] = [0, 0];
  for (let x = 0; x < width; x++) {
    const angle = (2 * Math.PI * x) / width;
    cosines += sums[x] * Math.cos(angle);
    sines += sums[x] * Math.sin(angle);
  }
  const column = Math.round((0.5 + Math.atan2(sines, cosines) / (2 * Math.PI)) * width);
  return ((column % width) + width) % width;
}

/** A copy of the picture, rotated so that column `first` becomes the first one. The caller releases it. */
export function turned(image: IntegerImage, first: number, memory: PixelMemory): IntegerImage {
  const { data, width } = image;
  const target = data instanceof Uint8Array ? memory.u8(data.length) : memory.u16(data.length);
  const [row, cut] = [3 * width, 3 * first];
  for (let start = 0; start < data.length; start += row) {
    target.set(data.subarray(start + cut, start + row), start);
    target.set(data.subarray(start, start + cut), start + row - cut);
  }
  return { ...image, data: target };
}

/** Rotates a picture in place, so that column `first` becomes the first one. */
export function turnTo(image: IntegerImage, first: number): void {
  turnBack(image, (image.width - first) % image.width);
}

/** Rotates a picture in place, so that its first column becomes column `first`. */
export function turnBack({ data, width }: IntegerImage, first: number): void {
  if (first === 0) return;
  const row = data.slice(0, 3 * width);
  for (let start = 0; start < data.length; start += row.length) {
    row.set(data.subarray(start, start + row.length));
    data.set(row.subarray(0, row.length - 3 * first), start + 3 * first);
    data.set(row.subarray(row.length - 3 * first), start);
  }
}

/** A plane with `width` cells in a row, rotated to the right by `cells`; linear interpolation between cells. */
export function turnedCells(plane: Float32Array, width: number, cells: number): Float32Array {
  const [whole, part] = [Math.floor(cells), cells - Math.floor(cells)];
  return plane.map((_, i) => {
    const x = i % width;
    const at = (column: number) => plane[i - x + (((column % width) + width) % width)];
    return at(x - whole) * (1 - part) + at(x - whole - 1) * part;
  });
}

/**
 * Averages each value of a grid (`count` for each cell) in rows near the poles over the cells across which a point is
 * stretched.
 */
export function evenPoles(grid: Float32Array, width: number, height: number, count: number): void {
  for (let y = 0; y < height; y++) {
    const radius = drawnOutBy(y, width, height) - 1;
    if (radius < 1) continue;
    const row = grid.subarray(y * width * count, (y + 1) * width * count);
    for (let c = 0; c < count; c++) meanAround(row, count, c, radius);
  }
}

/**
 * Makes toned rows near the poles as even as in the source: the change by toning is averaged over the pixels that show
 * one point, so that toning does not amplify their differences, which come from noise and the camera's stitching.
 */
export function keepPolesEven(source: IntegerImage, toned: IntegerImage): void {
  const { width, height } = source;
  const scale = maximumOf(toned) / maximumOf(source);
  const row = 3 * width;
  const changes = new Float32Array(row);
  for (let y = 0; y < height; y++) {
    const radius = drawnOutBy(y, width, height);
    if (radius < Math.max(2, poles.drawnOut * width)) continue;
    const [before, after] = [source, toned].map(({ data }) => data.subarray(y * row, (y + 1) * row));
    for (let i = 0; i < row; i++) changes[i] = after[i] - scale * before[i];
    for (let c = 0; c < 3; c++) meanAround(changes, 3, c, radius);
    for (let i = 0; i < row; i++) {
      after[i] = Math.min(maximumOf(toned), Math.max(0, Math.round(scale * before[i] + changes[i])));
    }
  }
}

/**
 * Running mean of every `step`-th value from `first` around a closed row, in place; over the whole row if the window
 * covers half of it.
 */
function meanAround(row: Float32Array, step: number, first: number, radius: number): void {
  const width = row.length / step;
  const source = Float64Array.from({ length: width }, (_, x) => row[x * step + first]);
  if (4 * radius + 2 >= width) {
    const mean = source.reduce((sum, value) => sum + value, 0) / width;
    for (let x = 0; x < width; x++) row[x * step + first] = mean;
    return;
  }
  let sum = 0;
  for (let x = -radius; x < radius; x++) sum += source[(x + width) % width];
  for (let x = 0; x < width; x++) {
    sum += source[(x + radius) % width];
    row[x * step + first] = sum / (2 * radius + 1);
    sum -= source[(x - radius + width) % width];
  }
}

/**
 * Number of pixels of a row over which a point of the sphere is stretched: 1 at the equator, a third of the width at
 * the poles.
 */
function drawnOutBy(y: number, width: number, height: number): number {
  return Math.min(width, Math.floor(1 / roundness(y, height)));
}

function maximumOf({ data }: IntegerImage): number {
  return data instanceof Uint8Array ? 255 : 65535;
}
