import type { F32 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, floats } from "./lists.ts";

/** In display values: a step in black means as much to the eye as the same step in grey. */
const offset = 0.08;
/** Cells to either side along an edge that are averaged: a seam continues, texture cancels out. */
const reach = 4;
/** Smallest step of the picture against the reference, as a log of display values. */
const leastStep = 0.07;
/** An edge that a frame or the reference shows, as a share of that step, is not a seam. */
const shownShare = 0.5;
/** A passage whose halves both rise, each by such a share of the step, is not an edge. */
const rampShare = 0.5;
/** Smallest length of an edge in cells: between leaves there are steps of one cell or two. */
const leastRun = 4;

/**
 * Length of straight edges beyond which a picture is lighter or darker than its reference though neither that nor any
 * frame has an edge there, in half perimeters of the picture. All are cells of one size; `frames` may be none.
 */
export async function seamLength(
  picture: Cells,
  reference: Cells,
  frames: readonly Cells[],
  { kernels }: StageContext,
): Promise<number> {
  const { width, height } = picture;
  const logs = { picture: logOf(picture), plain: logOf(reference), frames: frames.map(logOf) };
  const limits = { reach, leastStep, shownShare, rampShare, leastRun };
  const counts = [counters(1), counters(1)] as const;
  for (const down of [0, 1] as const) {
    await kernels.run("countEdges", { ...logs, counts: counts[down], width, height, down, ...limits }, 1);
  }
  return (counts[0][0] + counts[1][0]) / (width + height);
}

function logOf({ luma }: Cells): F32 {
  const logs = floats(luma.length);
  for (let i = 0; i < luma.length; i++) logs[i] = Math.log(luma[i] + offset);
  return logs;
}
