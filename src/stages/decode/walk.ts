import type { Rect } from "../../image/index.ts";

/**
 * How the upright picture's pixels are found in the stored rows of `stride` pixels, by EXIF orientation: start + x ·
 * stepX + y · stepY.
 */
export function walk(orientation: number, { x, y, width, height }: Rect, stride: number) {
  const first = y * stride + x;
  const right = first + width - 1;
  const bottom = first + (height - 1) * stride;
  const last = bottom + width - 1;
  const [start, stepX, stepY] = [
    [first, 1, stride],
    [right, -1, stride],
    [last, -1, -stride],
    [bottom, 1, -stride],
    [first, stride, 1],
    [bottom, -stride, 1],
    [last, -stride, -1],
    [right, stride, -1],
  ][orientation - 1];
  return { start, stepX, stepY };
}
