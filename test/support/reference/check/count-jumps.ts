import { cellSamples } from "../../../../src/kernels/declarations/cells.ts";
import { type CountJumpsArgs, jumpBlock } from "../../../../src/kernels/declarations/check-edges.ts";
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

function jumps(args: CountJumpsArgs, from: number, to: number): boolean {
  const { copy, frames, minJump, timesJump, floor } = args;
  const cell = (samples: CountJumpsArgs["copy"], at: number) =>
    samples.subarray(at * cellSamples, at * cellSamples + 3);
  const jumpOf = (samples: CountJumpsArgs["copy"]) =>
    Math.max(...cell(samples, to).map((value, c) => Math.abs(value - cell(samples, from)[c])));
  const peakOf = (samples: CountJumpsArgs["copy"]) => Math.max(...cell(samples, from), ...cell(samples, to));
  const jump = jumpOf(copy);
  const shown = (jump - minJump) / timesJump;
  const peak = peakOf(copy) + floor;
  const brighter = (frame: CountJumpsArgs["copy"]) => Math.max(1, peak / (peakOf(frame) + floor));
  return jump > minJump && !frames.some((frame) => brighter(frame) * jumpOf(frame) >= shown);
}
