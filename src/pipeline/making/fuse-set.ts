import type { PictureGeometry } from "../../ops/index.ts";
import type { AlignmentPlan, AlignResult } from "../../stages/align/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import type { DeghostResult } from "../../stages/deghost/index.ts";
import type { MergeResult } from "../../stages/merge/index.ts";
import type { RelateResult } from "../../stages/relate/index.ts";
import type { PhotoSet, UnusedFile } from "../finding/index.ts";
import {
  alignFrames,
  beginFusing,
  decodeSet,
  deghostFrames,
  type FusingWay,
  findMoves,
  type HeldAgainst,
  mergeFrames,
  planMoves,
  relateFrames,
  settleExposures,
} from "./fusing-steps.ts";
import type { SetEvidence } from "./screen-frames.ts";
import { exposuresOf, type Frames, type KeptFrames, type MergeAgain, namesOf, type SetRun } from "./set-run.ts";

/** A set's picture, the results of each stage, and what the picture is compared with. */
export interface Fused {
  readonly decoded: readonly DecodedFrame[];
  readonly aligned: AlignResult;
  readonly related: RelateResult;
  readonly still: DeghostResult;
  readonly merged: MergeResult;
  /** Input of the merge; present if the set is kept for trials. */
  readonly merging?: MergeAgain;
  /** Frames that the picture does not use, and why. */
  readonly unused: readonly UnusedFile[];
  readonly evidence: SetEvidence;
  readonly held: HeldAgainst;
}

/** Frames before alignment, and what is known about them. */
export interface Unmoved {
  /** The frames; the caller keeps them. */
  readonly frames: Frames;
  readonly plan: AlignmentPlan;
  /** Relation of their exposures, estimated before alignment. */
  readonly related: RelateResult;
  readonly exposuresEv: readonly (number | undefined)[];
  /** All decoded frames of the set. */
  readonly decoded: readonly DecodedFrame[];
}

/** Finds how frames are rectified during alignment; `undefined` if the fused picture is rectified as a whole. */
export type BeforeMoving = (unmoved: Unmoved) => Promise<PictureGeometry | undefined>;

/**
 * Fuses files to one picture, one line per step. Each step narrows the frames to those that belong in the picture, and
 * starts the side tasks that follow its stage. `beforeMoving` is absent if the picture keeps its geometry.
 */
export async function fuseSet(run: SetRun, way: FusingWay, beforeMoving?: BeforeMoving): Promise<Fused> {
  const fusing = beginFusing(run, way);
  const decoded = await decodeSet(fusing);
  const found = await findMoves(decoded, fusing);
  const read = await relateFrames(found, fusing);
  const plan = await planMoves(found, read, fusing);
  const geometry = await beforeMoving?.({ ...unmovedOf(found, run), plan, related: read, decoded: decoded.frames });
  const placed = await alignFrames(found, plan, geometry, fusing);
  const related = await settleExposures(placed, read, fusing);
  const still = await deghostFrames(placed, related, fusing);
  const merged = await mergeFrames(still, related, fusing);
  const unused = unusedFiles(run.set, { found, placed, still }, merged.merged);
  return { decoded: decoded.frames, aligned: placed.aligned, related, still: still.still, ...merged, unused };
}

function unmovedOf({ frames, indices }: KeptFrames, { set }: SetRun): Pick<Unmoved, "frames" | "exposuresEv"> {
  return { frames, exposuresEv: exposuresOf(set, indices) };
}

/** The frames that each step skipped, in the order of the steps. */
function unusedFiles(
  set: PhotoSet,
  { found, placed, still }: Readonly<Record<"found" | "placed" | "still", KeptFrames>>,
  { dropped = [] }: MergeResult,
): UnusedFile[] {
  const names = namesOf(set);
  const without = (all: readonly number[], left: readonly number[], reason: string) =>
    all.filter((i) => !left.includes(i)).map((i) => ({ file: names[i], reason }));
  return [
    ...without([...names.keys()], found.indices, "the check found that it does not belong in its set's picture"),
    ...without(found.indices, placed.indices, "it could not be aligned with its set"),
    ...without(placed.indices, still.indices, "one frame of its set alone made the better picture"),
    ...dropped.map(({ name, reason, instead }) => ({
      file: name,
      reason:
        instead === undefined ? `it adds nothing: ${reason}` : `it adds nothing: ${reason}, compared with ${instead}`,
    })),
  ];
}
