import { copyFrame, type MovedCopy, movedCopy } from "../../ops/index.ts";
import { type MergeResult, merge } from "../../stages/merge/index.ts";
import { ANALYSIS_EDGE_PX } from "../../stages/perspective/index.ts";
import { settleRelation } from "../../stages/relate/index.ts";
import type { Unmoved } from "./fuse-set.ts";
import { mergingFor } from "./fusing-steps.ts";
import type { Frames } from "./set-frames.ts";
import type { SetRun } from "./set-run.ts";

/**
 * What the fused picture is going to show: small copies of the kept frames, brought to their places and merged as the
 * frames will be. Things that move are left in it, and edges are repeated, not filled. It gives no warnings; the frames
 * themselves give them later.
 */
export async function makePreview(
  { frames, plan: { kept, transforms }, related, exposuresEv }: Unmoved,
  { options, job }: SetRun,
): Promise<MovedCopy & { readonly light: MergeResult["light"] | undefined }> {
  const context = { ...job.context, warn: () => {} };
  const moved: MovedCopy[] = [];
  for (const i of kept) moved.push(await movedCopy(frames[i], transforms[i], ANALYSIS_EDGE_PX, context));
  const images = moved.map(({ image }) => image) as unknown as Frames;
  const copies = await Promise.all(images.map((image) => copyFrame(image, context)));
  const settling = { related, copies, kept, exposuresEv: kept.map((i) => exposuresEv[i]) };
  const { relation } = await settleRelation(settling, options.relate, context);
  const merged = await merge({ frames: images, relation }, mergingFor(relation, options), context);
  for (const { data } of copies) context.memory.release(data);
  return { image: merged.image, light: merged.light, factor: moved[0].factor };
}
