import { cellSamples } from "../../../../src/kernels/declarations/cells/deghost-shrink.ts";
import { type CountJumpsArgs, jumpBlock } from "../../../../src/kernels/declarations/check/count-jumps.ts";
import { pollCancel } from "../poll-cancel.ts";

export function countJumps(args: CountJumpsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { counts, width, height, skip } = args;
  const columns = Math.ceil(width / jumpBlock);
  counts.fill(0, rowBegin * columns, rowEnd * columns);
  for (let y = rowBegin * jumpBlock; y < Math.min(height, rowEnd * jumpBlock); y += skip) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const block = Math.floor(y / jumpBlock) * columns + Math.floor(x / jumpBlock);
      if (x + 1 < width && jumps(args, at, at + 1)) counts[block]++;
      if (y + 1 < height && jumps(args, at, at + width)) counts[block]++;
    }
  }
}

function jumps({ copy, frames, leastJump, timesJump }: CountJumpsArgs, from: number, to: number): boolean {
  const most = (samples: CountJumpsArgs["copy"]) =>
    Math.max(...[0, 1, 2].map((c) => Math.abs(samples[to * cellSamples + c] - samples[from * cellSamples + c])));
  const jump = most(copy);
  const shown = (jump - leastJump) / timesJump;
  return jump > leastJump && !frames.some((frame) => most(frame) >= shown);
}
