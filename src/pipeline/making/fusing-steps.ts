import { endLeases } from "../../image/index.ts";
import type { FrameCopy, PictureGeometry, Relation } from "../../ops/index.ts";
import {
  type AlignmentPlan,
  type AlignResult,
  align,
  findMotions,
  planAlignment,
  type RoughMotions,
  releaseMotions,
  type SphereRotation,
} from "../../stages/align/index.ts";
import { type Evidence, type FrameEdges, findFrameEdges } from "../../stages/check/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import { type DeghostResult, deghost } from "../../stages/deghost/index.ts";
import { type MergeOptionsInput, type MergeResult, merge } from "../../stages/merge/index.ts";
import { type RelateResult, relate, settleRelation } from "../../stages/relate/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { fillTransparent, fitFrames, levelSpheres, needsFitting } from "./fit-frames.ts";
import type { Job } from "./job.ts";
import type { Rung } from "./picture.ts";
import { evidenceOf, evidenceOfShown, maxTelling, type SetEvidence, screenFrames } from "./screen-frames.ts";
import {
  chosenOf,
  exposuresOf,
  type Frames,
  type KeptFrames,
  keepOnly,
  type MergeAgain,
  namesOf,
  ownCopy,
  pick,
  type SetRun,
} from "./set-run.ts";
import { BegunPyramids, SmallCopies } from "./small-copies.ts";

/** How a set is fused on one rung. */
export interface FusingWay {
  readonly rung: Rung;
  readonly copies: SmallCopies;
  /** Evidence from the previous rung; if present, frames are not screened again. */
  readonly before?: SetEvidence;
  /** Whether moving objects are taken from one frame. */
  readonly deghosts: boolean;
}

/** State of a set that is being fused, for all steps. */
interface Fusing extends FusingWay {
  readonly run: SetRun;
  readonly pyramids: BegunPyramids;
  /** Whether the set is a 360° panorama. */
  readonly is360: boolean;
}

export function beginFusing(run: SetRun, way: FusingWay): Fusing {
  const { is360 } = run.set.frames[run.set.reference].inspection.is360;
  return { ...way, run, pyramids: new BegunPyramids(run.job), is360 };
}

interface DecodedSet {
  readonly frames: readonly DecodedFrame[];
  /** Rotation of each frame of a panorama; absent if none was needed. */
  readonly rotations?: readonly SphereRotation[];
}

/** Decodes the frames of a set to one size, opaque, and rotates panoramas to one orientation. */
export async function decodeSet({ run, copies, pyramids, is360 }: Fusing): Promise<DecodedSet> {
  const { set, decoding, options, job } = run;
  const { context } = job;
  const files = set.frames.map(({ file }) => file);
  // Idle threads make the copies while others decode the last frames.
  const beginCopy = ({ image, opaque }: DecodedFrame) =>
    image.channels === 3 && !opaque && copies.begin(image, (copy) => pyramids.begin(copy, image.width));
  const isFitted = needsFitting(set);
  const frames = await job.step("decode", async () => {
    const decoded = await decoding.frames(files, isFitted ? undefined : beginCopy);
    const fitted = isFitted ? fitFrames(decoded, set, context.memory) : decoded;
    fillTransparent(fitted, context);
    return fitted;
  });
  const known = { exposuresEv: exposuresOf(set), names: namesOf(set), chosen: chosenOf(set), copies, pyramids };
  return is360 ? job.time("align", () => levelSpheres(frames, known, options, context)) : { frames };
}

interface FoundMoves extends KeptFrames {
  readonly screened: SetEvidence;
  readonly motions: RoughMotions;
  readonly rotations: readonly SphereRotation[] | undefined;
}

/** Finds the frames that belong in the picture, and their motions. */
export async function findMoves({ frames: decoded, rotations }: DecodedSet, fusing: Fusing): Promise<FoundMoves> {
  const { before, copies, pyramids, run } = fusing;
  const { options, job } = run;
  const images = decoded.map(({ image }) => image) as unknown as Frames;
  const [{ width, height, channels }] = images;
  const areAlike = images.every((each) => each.width === width && each.height === height && each.channels === channels);
  const screen = () => job.aside("check.frames", () => screenFrames(decoded, options, job, copies));
  const known = before ?? (areAlike ? undefined : await screen()());
  const { screened, motions } = known
    ? { screened: known, motions: await motionsOf(images, known.kept, fusing) }
    : await screenDuringSearch(images, screen, fusing);
  await pyramids.release();
  const kept = keepOnly({ frames: images, indices: [...images.keys()] }, screened.kept, job.context.memory);
  return { ...kept, screened, motions, rotations: rotations && pick(rotations, screened.kept) };
}

/**
 * Estimates motions while frames are screened, since nearly always all of them are kept; repeats it if screening
 * excludes a frame.
 */
async function screenDuringSearch(
  images: Frames,
  screen: () => () => Promise<SetEvidence>,
  fusing: Fusing,
): Promise<Pick<FoundMoves, "screened" | "motions">> {
  const { job } = fusing.run;
  // Made before both need them, so that they are made only once.
  await job.time("relate", () => fusing.copies.of(images));
  const screening = screen();
  const motions = await motionsOf(images, [...images.keys()], fusing);
  const screened = await screening();
  if (screened.kept.length === images.length) return { screened, motions };
  releaseMotions(motions, job.context);
  return { screened, motions: await motionsOf(images, screened.kept, fusing) };
}

function motionsOf(images: Frames, indices: readonly number[], fusing: Fusing): Promise<RoughMotions> {
  const { copies, pyramids, run, is360 } = fusing;
  const { set, options, job } = run;
  return job.time("align", async () => {
    const sizes = pick(images, indices);
    const small = await copies.of(sizes);
    const begun = small.map((copy) => pyramids.take(copy));
    const known = { exposuresEv: exposuresOf(set, indices), is360, names: namesOf(set, indices) };
    return findMotions({ sizes, copies: small, begun, ...known }, options.align, job.context);
  });
}

/** Relates the exposures of frames before alignment. */
export async function relateFrames({ frames, indices, motions }: FoundMoves, fusing: Fusing): Promise<RelateResult> {
  const { set, options, job } = fusing.run;
  const copies = await job.time("relate", () => fusing.copies.of(frames));
  const rough = { copies, exposuresEv: exposuresOf(set, indices), motions: motions.transforms };
  return job.step("relate", () => relate(rough, options.relate, job.context));
}

/** Plans the resampling of the frames, and releases the motion search's data. */
export async function planMoves(
  { frames, indices, motions }: FoundMoves,
  { relation }: RelateResult,
  { run: { set, options, job } }: Fusing,
): Promise<AlignmentPlan> {
  const chosen = chosenOf(set, indices);
  if (set.isChosen && chosen === undefined) {
    const { name } = set.frames[set.reference].file;
    job.context.warn("align/reference", `${name} is not used, so the picture has the view of another frame`);
  }
  const toPlan = { frames, motions, relation, chosen, names: namesOf(set, indices) };
  const plan = await job.step("align", () => planAlignment(toPlan, options.align, job.context));
  releaseMotions(motions, job.context);
  return plan;
}

/** Frames after alignment. */
interface AlignedFrames extends KeptFrames {
  readonly aligned: AlignResult;
  /** Indices, among these frames, of those that could not be aligned. */
  readonly unaligned: readonly number[];
  readonly copies: readonly FrameCopy[];
  /** Waits for the evidence that a picture of these frames is compared with. */
  evidence(): Promise<SetEvidence>;
}

export async function alignFrames(
  { frames, indices, screened, motions, rotations }: FoundMoves,
  plan: AlignmentPlan,
  geometry: PictureGeometry | undefined,
  { before, copies, run: { options, job } }: Fusing,
): Promise<AlignedFrames> {
  const { context } = job;
  const toAlign = { frames, plan, geometry, spheres: rotations };
  const aligned = await job.time("align", () => align(toAlign, options.align, context));
  const kept = keepOnly({ frames: aligned.frames, indices }, aligned.kept, context.memory);
  const small = await job.time("relate", () => copies.of(kept.frames));
  const gathering = before
    ? undefined
    : job.aside("check.evidence", () => evidenceOf(screened, kept.frames, small, job));
  return {
    ...kept,
    aligned,
    unaligned: motions.skipped ? [] : unalignedOf(aligned),
    copies: small,
    evidence: async () => (await gathering?.()) ?? screened,
  };
}

function unalignedOf({ kept, perFrame }: AlignResult): number[] {
  return kept.flatMap((frame, i) => (perFrame[frame].aligned ? [] : [i]));
}

/** Relates the exposures again, now from aligned pixels. */
export function settleExposures(
  { indices, aligned, copies }: AlignedFrames,
  read: RelateResult,
  { run: { set, options, job } }: Fusing,
): Promise<RelateResult> {
  const known = { exposuresEv: exposuresOf(set, indices), names: namesOf(set, indices) };
  const settling = { related: read, copies, kept: aligned.kept, ...known };
  return job.time("relate", () => settleRelation(settling, options.relate, job.context));
}

/** The frames that are merged, after deghosting. */
interface StillFrames extends KeptFrames {
  readonly still: DeghostResult;
  /** Waits for the evidence that their picture is compared with. */
  evidence(): Promise<SetEvidence>;
  /** Like `evidence`, for places where one frame shows what moved; absent if there are none. */
  readonly shown: (() => Promise<Evidence | undefined>) | undefined;
  readonly shownCopies: SmallCopies;
}

export async function deghostFrames(
  { frames, indices, unaligned, copies, evidence }: AlignedFrames,
  { relation }: RelateResult,
  { rung, before, deghosts, is360, run: { set, options, job } }: Fusing,
): Promise<StillFrames> {
  const { context } = job;
  const deghosting = deghosts ? options.deghost : { deghost: "off" as const };
  const toDeghost = { frames, relation, wrapX: is360, unaligned, chosen: chosenOf(set, indices) };
  const still = await job.step("deghost", () => deghost(toDeghost, deghosting, context));
  const telling = rung === "single-frame" && before ? [maxTelling(before)] : [...still.frames.keys()];
  const kept = keepOnly({ frames: still.frames, indices }, telling, context.memory);
  const shownCopies = new SmallCopies(context);
  const { shownBy, changed = [] } = still;
  if (!shownBy || options.check.check === "off") return { ...kept, still, evidence, shown: undefined, shownCopies };
  const own = await job.time("check", () => shownCopies.of(changed.map((i) => still.frames[i])));
  const showing = { copies: copies.map((copy, i) => own[changed.indexOf(i)] ?? copy), shownBy };
  const shown = job.aside("check.shown", async () => evidenceOfShown(await evidence(), showing, job));
  return { ...kept, still, evidence, shown, shownCopies };
}

/** What a merged picture is compared with; call `release` afterwards. */
export interface HeldAgainst {
  readonly evidence: Evidence | undefined;
  /** Edges of the merged frames; `undefined` for a single frame. */
  readonly edges: FrameEdges | undefined;
  release(): void;
}

interface MergedSet {
  readonly merged: MergeResult;
  /** Input of the merge; present if the set is kept for trials. */
  readonly merging?: MergeAgain;
  readonly evidence: SetEvidence;
  readonly held: HeldAgainst;
}

export async function mergeFrames(
  { frames, indices, evidence, shown, shownCopies }: StillFrames,
  { relation }: RelateResult,
  { rung, copies, is360, run }: Fusing,
): Promise<MergedSet> {
  const { set, options, job, keep } = run;
  const isHeld = options.check.check !== "off" && frames.length > 1;
  const edges = isHeld ? edgesOf(frames, job) : undefined;
  // While this thread plans, it cannot let pages of files go that others read.
  if (job.context.memory.rest) await edges?.();
  const merging = mergingFor(relation, options, rung);
  const toMerge = { frames, relation, names: namesOf(set, indices), wrapX: is360 };
  const again = keep ? { merging: { input: ownCopy(toMerge), options: merging } } : {};
  const merged = await job.step("merge", () => merge(toMerge, merging, job.context));
  const gathered = await evidence();
  copies.keep([...gathered.views.keys()]);
  const held = {
    evidence: shown ? await shown() : gathered.merge,
    edges: await edges?.(),
    release: () => shownCopies.keep([]),
  };
  return { merged, ...again, evidence: gathered, held };
}

/** Finds edges while the fusion is planned, which keeps one thread busy. */
function edgesOf(frames: Frames, job: Job): () => Promise<FrameEdges | undefined> {
  const { memory } = job.context;
  for (const data of new Set(frames.map((frame) => frame.data))) memory.share(data);
  return job.aside("check.edges", () =>
    findFrameEdges(frames, job.context).finally(() => endLeases(frames, [], memory)),
  );
}

/**
 * Merge options for a rung. Frames that contradict each other have no usable exposure relation, so they are fused by
 * their content only.
 */
export function mergingFor({ links }: Relation, { merge }: ResolvedOptions, rung: Rung = "full"): MergeOptionsInput {
  const isPlain = rung === "mertens" || links.some(({ contradicts }) => contradicts);
  return isPlain ? { ...merge, method: "mertens" } : merge;
}
