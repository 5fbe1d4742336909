import type { IntegerImage } from "../../src/image/index.ts";
import { copyFrame } from "../../src/ops/index.ts";
import {
  type AlignOptionsInput,
  align,
  findMotions,
  type PlanAlignmentInput,
  planAlignment,
  releaseMotions,
} from "../../src/stages/align/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { relate } from "../../src/stages/relate/index.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
type Setting = Pick<PlanAlignmentInput, "names" | "chosen"> & { readonly is360?: boolean };

/**
 * Runs the stages that align a bracket, one after the other as in the pipeline. `exposuresEv`: ev100 of each frame, if
 * known.
 */
export async function alignBracket(
  frames: Frames,
  exposuresEv: readonly (number | undefined)[],
  options: AlignOptionsInput,
  context: StageContext,
  { is360 = false, ...setting }: Setting = {},
) {
  const copies = await Promise.all(frames.map((frame) => copyFrame(frame, context)));
  const motions = await findMotions({ ...setting, sizes: frames, copies, exposuresEv, is360 }, options, context);
  const { relation } = await relate({ copies, exposuresEv, motions: motions.transforms }, {}, context);
  const plan = await planAlignment({ ...setting, frames, motions, relation }, options, context);
  const result = await align({ frames, plan }, options, context);
  releaseMotions(motions, context);
  for (const { data } of copies) context.memory.release(data);
  return result;
}
