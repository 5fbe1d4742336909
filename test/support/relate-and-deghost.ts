import type { StageContext } from "../../src/stages/context.ts";
import { type DeghostInput, type DeghostSetting, deghost } from "../../src/stages/deghost/index.ts";
import { relate } from "../../src/stages/relate/index.ts";

type Frames = Parameters<typeof deghost>[0];

interface Setting extends Omit<DeghostSetting, "relation"> {
  readonly exposuresEv?: readonly (number | undefined)[];
}

/** The two stages, as the pipeline runs them one after the other. */
export async function relateAndDeghost(
  frames: Frames,
  input: DeghostInput,
  context: StageContext,
  { exposuresEv, ...setting }: Setting = {},
) {
  const { relation } = await relate(frames, {}, context, exposuresEv ? { exposuresEv } : {});
  const result = await deghost(frames, input, context, { ...setting, relation });
  for (const { data } of relation.copies) context.memory.release(data);
  return result;
}
