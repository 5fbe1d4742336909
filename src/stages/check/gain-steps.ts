import type { F32 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, floats } from "./lists.ts";
import { gainSteps } from "./params.ts";

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
