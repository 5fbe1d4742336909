import type { Homography, IntegerImage } from "../../image/index.ts";
import { gridFromHomography, warpImage } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";

/** The frame seen from the reference, in new memory that the caller owns: one resampling, edges repeated. */
export async function resample(
  frame: IntegerImage,
  referenceToFrame: Homography,
  context: StageContext,
): Promise<IntegerImage> {
  const grid = gridFromHomography(frame.width, frame.height, referenceToFrame, context.memory);
  const moved = await warpImage(frame, grid, context);
  context.memory.release(grid.positions);
  return moved;
}
