import type { IntegerImage } from "../../src/image/index.ts";
import { copyFrame } from "../../src/ops/index.ts";
import { align, findMotions, releaseMotions } from "../../src/stages/align/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { relate } from "../../src/stages/relate/index.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];
type Setting = NonNullable<Parameters<typeof align>[4]> & { readonly is360?: boolean };

/**
 * The stages that align a bracket, as the pipeline runs them one after the other. `exposuresEv`: ev100 a frame, where
 * known.
 */
export async function alignBracket(
  frames: Frames,
  exposuresEv: readonly (number | undefined)[],
  options: Parameters<typeof align>[2],
  context: StageContext,
  { is360 = false, ...setting }: Setting = {},
) {
  const copies = await Promise.all(frames.map((frame) => copyFrame(frame, context)));
  const motions = await findMotions(frames, copies, options, context, { ...setting, exposuresEv, is360 });
  const { relation } = await relate(copies, {}, context, { exposuresEv, motions: motions.transforms });
  const result = await align(frames, { motions, relation }, options, context, setting);
  releaseMotions(motions, context);
  for (const { data } of copies) context.memory.release(data);
  return result;
}
