import type { F32 } from "../../../../src/image/index.ts";
import type { EdgeDetailArgs } from "../../../../src/kernels/declarations/check-edges.ts";
import { pollCancel } from "../poll-cancel.ts";

export function edgeDetail(args: EdgeDetailArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { luma, rgb, fine, otherLuma, otherRgb, otherFine, counts, width, height } = args;
  if (rowBegin === rowEnd) return;
  const tells = (colours: F32, at: number) => {
    const channels = colours.subarray(at, at + 3);
    return Math.min(...channels) > args.darkest && Math.max(...channels) < args.brightest;
  };
  const shareAt = (lumas: F32, fines: F32, i: number, step: number) =>
    (fines[i] * (lumas[i] + args.offset) + args.minDetail) / step;
  counts[0] = 0;
  for (let y = 1; y + 1 < height; y++) {
    pollCancel(cancel);
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const step = stepAt(luma, i, width);
      const otherStep = stepAt(otherLuma, i, width);
      if (step < args.minStep || otherStep < args.minStep || !tells(rgb, 3 * i) || !tells(otherRgb, 3 * i)) continue;
      args.shares[counts[0]] = shareAt(luma, fine, i, step);
      args.otherShares[counts[0]++] = shareAt(otherLuma, otherFine, i, otherStep);
    }
  }
}

function stepAt(luma: F32, i: number, width: number): number {
  return Math.abs(luma[i + 1] - luma[i - 1]) + Math.abs(luma[i + width] - luma[i - width]);
}
