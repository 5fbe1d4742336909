import type { IntegerImage } from "../../src/image/index.ts";
import { tableSteps } from "../../src/kernels/index.ts";
import { cellSamples, type ExposureLink, type FrameCopy, type FrameNoise, spreadSample } from "../../src/ops/index.ts";

export const noiseless: FrameNoise = { constant: 0, perLight: 0, rounding: 0 };

/** A small copy of grey cells of these display values, row by row. */
export function copyOf(width: number, values: readonly number[], noise: FrameNoise = noiseless): FrameCopy {
  const data = new Uint16Array(new SharedArrayBuffer(2 * values.length * cellSamples));
  for (const [cell, value] of values.entries()) {
    data.fill(Math.round(65535 * value), cell * cellSamples, (cell + 1) * cellSamples);
    data[cell * cellSamples + spreadSample] = 0;
  }
  return { width, height: values.length / width, factor: 1, fineFactor: 1, data, noise };
}

/** Two frames; the brighter one shows `gain` times the display value; nothing is left unexplained. */
export function linkOf(gain: number): ExposureLink {
  const table = (by: number) =>
    Float32Array.from({ length: tableSteps + 1 }, (_, i) => Math.min(1, (by * i) / tableSteps));
  const [up, down] = [gain, 1 / gain].map((by) => Array.from({ length: 4 }, () => table(by)));
  const none = Array<number>(64).fill(0);
  return { up, down, noise: none, unexplained: none };
}

/** A picture with changed display values; x and y are shares of its edges. */
export function relit(image: IntegerImage, change: (value: number, x: number, y: number) => number): IntegerImage {
  const { width, height, data } = image;
  const out = new Uint8Array(new SharedArrayBuffer(data.length));
  for (let i = 0; i < data.length; i++) {
    const p = Math.floor(i / 3);
    const value = change(data[i] / 255, (p % width) / width, Math.floor(p / width) / height);
    out[i] = Math.round(255 * Math.min(1, Math.max(0, value)));
  }
  return { ...image, data: out };
}
