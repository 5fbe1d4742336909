import { copyFrame } from "../../src/ops/index.ts";
import type { StageContext } from "../../src/stages/context.ts";
import { type DeghostInput, type DeghostOptionsInput, deghost } from "../../src/stages/deghost/index.ts";
import { type MergeInput, type MergeOptionsInput, merge } from "../../src/stages/merge/index.ts";
import { relate, settleRelation } from "../../src/stages/relate/index.ts";

type Frames = MergeInput["frames"];

interface Setting extends Omit<DeghostInput, "frames" | "relation"> {
  readonly exposuresEv?: readonly (number | undefined)[];
}

/** The relation of aligned frames; the caller releases the copies of the relation. */
export async function relateFrames(
  frames: Frames,
  context: StageContext,
  exposuresEv: readonly (number | undefined)[] = [],
  names?: readonly string[],
) {
  const copies = await Promise.all(frames.map((frame) => copyFrame(frame, context)));
  const related = await relate({ copies, exposuresEv }, {}, context);
  const settling = { related, copies, kept: [...copies.keys()], exposuresEv, ...(names ? { names } : {}) };
  return settleRelation(settling, {}, context);
}

/** The two stages, as the pipeline runs them one after the other. */
export async function relateAndDeghost(
  frames: Frames,
  options: DeghostOptionsInput,
  context: StageContext,
  { exposuresEv, ...setting }: Setting = {},
) {
  const { relation } = await relateFrames(frames, context, exposuresEv);
  const result = await deghost({ ...setting, frames, relation }, options, context);
  for (const { data } of relation.copies) context.memory.release(data);
  return result;
}

interface MergeFrames extends Omit<MergeInput, "frames" | "relation"> {
  readonly exposuresEv?: readonly (number | undefined)[];
}

/** Relates and fuses aligned frames; returns the results of both stages. */
export async function relateAndMerge(
  frames: Frames,
  options: MergeOptionsInput,
  context: StageContext,
  { exposuresEv, ...setting }: MergeFrames = {},
) {
  const { relation, exposures } = await relateFrames(frames, context, exposuresEv, setting.names);
  const result = await merge({ ...setting, frames, relation }, options, context);
  for (const { data } of relation.copies) context.memory.release(data);
  return { ...result, exposures };
}
