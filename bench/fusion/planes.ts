import { type IntegerImage, maxValueOf } from "../../src/image/index.ts";
import type { Plane } from "../../src/ops/index.ts";

/** Rec. 601 weights of display R, G, B: the grey used by picture-quality measures. */
export const lumaWeights = [0.299, 0.587, 0.114] as const;

/** Display luma of a picture, 1.0 = full scale. */
export function lumaPlane({ width, height, data }: IntegerImage): Plane {
  const luma = new Float32Array(width * height);
  const [r, g, b] = lumaWeights.map((weight) => weight / maxValueOf(data));
  for (let i = 0; i < luma.length; i++) luma[i] = r * data[3 * i] + g * data[3 * i + 1] + b * data[3 * i + 2];
  return { width, height, data: luma };
}

/** A plane reduced to a longer edge of at most `maxEdge` by area averaging. */
export function shrinkPlane(plane: Plane, maxEdge: number): Plane {
  const scale = maxEdge / Math.max(plane.width, plane.height);
  if (scale >= 1) return plane;
  const width = Math.max(1, Math.round(plane.width * scale));
  const height = Math.max(1, Math.round(plane.height * scale));
  const rows = new Float32Array(width * plane.height);
  for (let y = 0; y < plane.height; y++)
    shrinkLine(plane.data, y * plane.width, 1, plane.width, rows, y * width, 1, width);
  const data = new Float32Array(width * height);
  for (let x = 0; x < width; x++) shrinkLine(rows, x, width, plane.height, data, x, width, height);
  return { width, height, data };
}

/** Means over equal intervals of a line of `length` samples, which may begin and end within a sample. */
function shrinkLine(
  source: Float32Array,
  start: number,
  step: number,
  length: number,
  target: Float32Array,
  targetStart: number,
  targetStep: number,
  targetLength: number,
): void {
  const stretch = length / targetLength;
  for (let i = 0; i < targetLength; i++) {
    const begin = i * stretch;
    const end = Math.min(length, begin + stretch);
    let sum = 0;
    for (let k = Math.floor(begin); k < end; k++)
      sum += (Math.min(end, k + 1) - Math.max(begin, k)) * source[start + k * step];
    target[targetStart + i * targetStep] = sum / (end - begin);
  }
}
