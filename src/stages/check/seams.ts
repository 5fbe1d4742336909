import type { F32, U8 } from "../../image/index.ts";
import { jumpBlock } from "../../kernels/index.ts";
import type { SmallCopy } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, counters, floats } from "./cells.ts";
import { worstWindow } from "./detail.ts";
import { gainSteps, jumps } from "./params.ts";

interface SeamFacts {
  /** Share of neighbouring cells between which the picture jumps but no frame does. */
  readonly share: number;
  /** The same in the window with the largest share: a small torn area. */
  readonly worstShare: number;
}

/** Finds jumps between neighbouring cells, along rows and columns. `slope`: maximum amplification of steps. */
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
    minJump: Math.round(jumps.minJump * 65535),
    timesJump: jumps.timesJump * slope,
    floor: Math.round(jumps.floor * 65535),
  };
  const others = frames.map((frame) => frame.data);
  await kernels.run("countJumps", { copy: data, frames: others, counts, width, height, skip, ...limits }, rows);
  const share = (counts.reduce((sum, count) => sum + count, 0) * skip) / (2 * width * height);
  const shares = Float32Array.from(counts, (count) => (count * skip) / (2 * jumpBlock * jumpBlock));
  return { share, worstShare: worstWindow(shares, { width: columns, height: rows }) };
}

/**
 * Length of straight edges at which a picture becomes lighter or darker than its reference while neither that nor any
 * frame has an edge there, in half perimeters of the picture. All are cells of one size; `frames` may be empty.
 */
export async function seamLength(
  picture: Cells,
  reference: Cells,
  frames: readonly Cells[],
  { kernels }: StageContext,
): Promise<number> {
  const { width, height } = picture;
  const logs = { picture: logOf(picture), plain: logOf(reference), frames: frames.map(logOf) };
  const counts = [counters(1), counters(1)] as const;
  for (const down of [0, 1] as const) {
    await kernels.run("countEdges", { ...logs, counts: counts[down], width, height, down, ...gainSteps.limits }, 1);
  }
  return (counts[0][0] + counts[1][0]) / (width + height);
}

function logOf({ luma }: Cells): F32 {
  const logs = floats(luma.length);
  for (let i = 0; i < luma.length; i++) logs[i] = Math.log(luma[i] + gainSteps.offset);
  return logs;
}
