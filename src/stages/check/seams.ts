import type { U8 } from "../../image/index.ts";
import { jumpBlock } from "../../kernels/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { worstWindow } from "./worst-window.ts";

/**
 * Display values that the channel that jumps most jumps by, at least, and beyond what any frame does there by this
 * factor. Vividness mixes the channels: one jumps where the picture before jumped in another.
 */
const leastJump = 0.05;
const timesJump = 2;
/** Display values that steady the ratio of the picture's brightness to a frame's, by which the frame's jumps grow. */
const floor = 0.05;

/** In a large picture every other row is as good a measure as all of them. */
const largeCells = 150_000;

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
  const skip = width * height < largeCells ? 1 : 2;
  const limits = {
    leastJump: Math.round(leastJump * 65535),
    timesJump: timesJump * slope,
    floor: Math.round(floor * 65535),
  };
  const others = frames.map((frame) => frame.data);
  await kernels.run("countJumps", { copy: data, frames: others, counts, width, height, skip, ...limits }, rows);
  const share = (counts.reduce((sum, count) => sum + count, 0) * skip) / (2 * width * height);
  const shares = Float32Array.from(counts, (count) => (count * skip) / (2 * jumpBlock * jumpBlock));
  return { share, worstShare: worstWindow(shares, { width: columns, height: rows }) };
}
