import type { GainFieldArgs } from "../../../../src/kernels/declarations/raw.ts";
import { pollCancel } from "../poll-cancel.ts";

export function gainField(args: GainFieldArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { data, grid, width, samples, top, left, bottom, right, rowPitch, colPitch, plane, planes } = args;
  const { pointsV, pointsH, mapPlanes, pedestal } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    if (y < top || y >= bottom || (y - top) % rowPitch !== 0) continue;
    const v = placeOf(y * args.stepY + args.originY, pointsV);
    for (let k = 0; k < planes; k++) {
      const point = (row: number, h: number) => grid[(row * pointsH + h) * mapPlanes + Math.min(k, mapPlanes - 1)];
      const line = (h: number) => mix(point(v.index, h), point(Math.min(pointsV - 1, v.index + 1), h), v.share);
      for (let x = left; x < right; x += colPitch) {
        const h = placeOf(x * args.stepX + args.originX, pointsH);
        const gain = mix(line(h.index), line(Math.min(pointsH - 1, h.index + 1)), h.share);
        const at = (y * width + x) * samples + plane + k;
        data[at] = Math.floor(Math.min(65535, Math.max(0, pedestal + (data[at] - pedestal) * gain)) + 0.5);
      }
    }
  }
}

function placeOf(at: number, points: number): { index: number; share: number } {
  const g = Math.min(points - 1, Math.max(0, at));
  const index = Math.max(0, Math.min(points - 2, Math.floor(g)));
  return { index, share: g - index };
}

function mix(a: number, b: number, share: number): number {
  return a + share * (b - a);
}
