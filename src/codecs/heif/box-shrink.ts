import type { ForeignPixels } from "../pour.ts";

/**
 * Averages factor × factor blocks; an incomplete last block of a row or column is dropped. At least one pixel
 * remains.
 */
export function boxShrink(source: ForeignPixels, factor: number): ForeignPixels {
  const { data, channels, strideSamples = source.width * channels } = source;
  const [stepX, stepY] = [Math.min(factor, source.width), Math.min(factor, source.height)];
  const width = Math.floor(source.width / stepX);
  const height = Math.floor(source.height / stepY);
  const count = width * height * channels;
  const target = data instanceof Uint8Array ? new Uint8Array(count) : new Uint16Array(count);
  const sums = new Float64Array(width * channels);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let j = 0; j < stepY; j++) addRow(data, (y * stepY + j) * strideSamples, sums, channels, stepX);
    for (let i = 0; i < sums.length; i++) target[y * sums.length + i] = Math.round(sums[i] / (stepX * stepY));
  }
  return { data: target, width, height, channels, strideSamples: width * channels };
}

function addRow(data: ForeignPixels["data"], start: number, sums: Float64Array, channels: number, stepX: number): void {
  for (let o = 0, i = start; o < sums.length; o += channels) {
    for (let k = 0; k < stepX; k++) {
      for (let c = 0; c < channels; c++) sums[o + c] += data[i++];
    }
  }
}
