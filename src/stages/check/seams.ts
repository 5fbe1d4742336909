import type { U8 } from "../../image/index.ts";
import { jumpBlock } from "../../kernels/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { jumps } from "./params.ts";
import { worstWindow } from "./worst-window.ts";

export interface SeamFacts {
  /** Share of neighbouring cells between which the picture jumps and no frame does. */
  readonly share: number;
  /** The same in the part of the picture that has most of them: a small area that is torn. */
  readonly worstShare: number;
}

/**
 * Looks for jumps between neighbouring cells, along rows and columns. `slope`: how far steps may have been stretched.
 */
export async function findSeams(
  { width, height, data }: SmallCopy,
  frames: readonly SmallCopy[],
  { kernels }: StageContext,
  slope = 1,
): Promise<SeamFacts> {
  const [columns, rows] = [Math.ceil(width / jumpBlock), Math.ceil(height / jumpBlock)];
  const counts: U8 = new Uint8Array(new SharedArrayBuffer(columns * rows));
  const skip = width * height < jumps.largeCells ? 1 : 2;
  const limits = {
    leastJump: Math.round(jumps.leastJump * 65535),
    timesJump: jumps.timesJump * slope,
    floor: Math.round(jumps.floor * 65535),
  };
  const others = frames.map((frame) => frame.data);
  await kernels.run("countJumps", { copy: data, frames: others, counts, width, height, skip, ...limits }, rows);
  const share = (counts.reduce((sum, count) => sum + count, 0) * skip) / (2 * width * height);
  const shares = Float32Array.from(counts, (count) => (count * skip) / (2 * jumpBlock * jumpBlock));
  return { share, worstShare: worstWindow(shares, { width: columns, height: rows }) };
}
