import type { Homography } from "../../image/index.ts";
import { cellSamples, type SmallCopy, spreadSample } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { copyReading } from "./params.ts";

/**
 * A copy as it lies on the reference after a rough motion (reference cell → cell of the copy): the nearest cell, of
 * which nothing is mixed. Cells beyond the frame are all spread, so that nothing is read from them. New memory, or the
 * very copy where it lies there already.
 */
export function layOnReference(copy: SmallCopy, h: Homography, { memory }: StageContext): SmallCopy {
  if (liesThere(copy, h)) return copy;
  const { width, height, data: from } = copy;
  const data = memory.u16(from.length);
  const [a, b, left, c, d, top, e, f, g] = h;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += cellSamples) {
      const scale = 1 / (e * x + f * y + g);
      const u = Math.floor((a * x + b * y + left) * scale + 0.5);
      const v = Math.floor((c * x + d * y + top) * scale + 0.5);
      const isInside = u >= 0 && v >= 0 && u < width && v < height;
      const start = isInside ? (v * width + u) * cellSamples : at;
      for (let sample = 0; sample < cellSamples; sample++) data[at + sample] = from[start + sample];
      if (!isInside) data[at + spreadSample] = 65535;
    }
  }
  return { ...copy, data };
}

function liesThere({ width, height }: SmallCopy, h: Homography): boolean {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ];
  return corners.every(([x, y]) => {
    const scale = 1 / (h[6] * x + h[7] * y + h[8]);
    const dx = (h[0] * x + h[1] * y + h[2]) * scale - x;
    const dy = (h[3] * x + h[4] * y + h[5]) * scale - y;
    return Math.hypot(dx, dy) < copyReading.leastMove;
  });
}
