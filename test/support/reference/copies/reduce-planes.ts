import type { ReducePlanesArgs } from "../../../../src/kernels/declarations/copies.ts";
import { pollCancel } from "../poll-cancel.ts";
import { half, reduce } from "./pyramid-rows.ts";

export function reducePlanes(args: ReducePlanesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, height, planes } = args;
  const targetHeight = half(height);
  for (let index = 0; index < planes; index++) {
    pollCancel(cancel);
    const first = Math.max(rowBegin, index * targetHeight);
    const end = Math.min(rowEnd, (index + 1) * targetHeight);
    if (first >= end) continue;
    const plane = reduce({
      width,
      height,
      data: source.subarray(index * width * height, (index + 1) * width * height),
    });
    for (let row = first; row < end; row++) {
      const from = (row - index * targetHeight) * plane.width;
      for (let x = 0; x < plane.width; x++) target[row * plane.width + x] = plane.data[from + x] + 0.5;
    }
  }
}
