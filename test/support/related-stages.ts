import { copyFrame } from "../../src/ops/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { type DeghostInput, type DeghostSetting, deghost } from "../../src/stages/deghost/index.ts";
import { type MergeInput, type MergeSetting, merge } from "../../src/stages/merge/index.ts";
import { relate, settleRelation } from "../../src/stages/relate/index.ts";

type Frames = Parameters<typeof deghost>[0];

interface Setting extends Omit<DeghostSetting, "relation"> {
  readonly exposuresEv?: readonly (number | undefined)[];
}

/** How frames that lie on each other hang together; the caller releases the copies of the relation. */
export async function relateFrames(
  frames: Frames,
  context: StageContext,
  exposuresEv: readonly (number | undefined)[] = [],
  names?: readonly string[],
) {
  const copies = await Promise.all(frames.map((frame) => copyFrame(frame, context)));
  const related = await relate(copies, {}, context, { exposuresEv });
  const settled = { copies, kept: [...copies.keys()], exposuresEv, ...(names ? { names } : {}) };
  return settleRelation(related, settled, context);
}

/** The two stages, as the pipeline runs them one after the other. */
export async function relateAndDeghost(
  frames: Frames,
  input: DeghostInput,
  context: StageContext,
  { exposuresEv, ...setting }: Setting = {},
) {
  const { relation } = await relateFrames(frames, context, exposuresEv);
  const result = await deghost(frames, input, context, { ...setting, relation });
  for (const { data } of relation.copies) context.memory.release(data);
  return result;
}

interface MergeFrames extends Omit<MergeSetting, "relation"> {
  readonly exposuresEv?: readonly (number | undefined)[];
}

/** Frames that lie on each other, related and fused; what both stages found. */
export async function relateAndMerge(
  frames: Frames,
  input: MergeInput,
  context: StageContext,
  { exposuresEv, ...setting }: MergeFrames = {},
) {
  const { relation, exposures } = await relateFrames(frames, context, exposuresEv, setting.names);
  const result = await merge(frames, input, context, { ...setting, relation });
  for (const { data } of relation.copies) context.memory.release(data);
  return { ...result, exposures };
}
