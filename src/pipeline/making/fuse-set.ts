import { endLeases, ev100, type IntegerImage, type PixelMemory } from "../../image/index.ts";
import type { FrameCopy, PictureGeometry, Relation } from "../../ops/index.ts";
import {
  type AlignmentPlan,
  type AlignResult,
  align,
  findMotions,
  planAlignment,
  type RoughMotions,
  releaseMotions,
} from "../../stages/align/index.ts";
import { type Evidence, type FrameEdges, findFrameEdges } from "../../stages/check/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import { type DeghostResult, deghost } from "../../stages/deghost/index.ts";
import { type MergeOptionsInput, type MergeResult, merge } from "../../stages/merge/index.ts";
import { type RelateResult, relate, settleRelation } from "../../stages/relate/index.ts";
import type { PhotoSet, UnusedFile } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { BegunPyramids } from "./begun-pyramids.ts";
import type { Rung } from "./check-report.ts";
import { fillTransparent } from "./fill-transparent.ts";
import { fitFrames, needsFitting } from "./fit-frames.ts";
import type { Job } from "./job.ts";
import { type MergeAgain, ownCopy } from "./kept-set.ts";
import { levelSpheres } from "./level-spheres.ts";
import { evidenceOf, evidenceOfShown, mostTelling, type SetEvidence, screenFrames } from "./screen-frames.ts";
import type { SetRun } from "./set-run.ts";
import { SmallCopies } from "./small-copies.ts";

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

export interface Fused {
  readonly decoded: readonly DecodedFrame[];
  readonly aligned: AlignResult;
  readonly related: RelateResult;
  readonly still: DeghostResult;
  readonly merged: MergeResult;
  /** What it was merged from, where the set is kept. */
  readonly merging?: MergeAgain;
  /** Frames that are not in the picture, and why. */
  readonly unused: readonly UnusedFile[];
  readonly evidence: SetEvidence;
  /** What the merged picture is held against; `release` once it was. */
  readonly held: {
    readonly evidence: Evidence | undefined;
    /** Of the frames as they were merged, where there are several. */
    readonly edges: FrameEdges | undefined;
    release(): void;
  };
}

/** Frames that are brought to one place next, and what is known of them. */
export interface Unmoved {
  /** They stay the caller's. */
  readonly frames: Frames;
  readonly plan: AlignmentPlan;
  /** How their exposures are related, as read before they move. */
  readonly related: RelateResult;
  readonly exposuresEv: readonly (number | undefined)[];
  /** Of the whole set. */
  readonly decoded: readonly DecodedFrame[];
}

/** Finds how frames are rectified as they move; `undefined` where the fused picture is rectified as a whole. */
export type BeforeMoving = (unmoved: Unmoved) => Promise<PictureGeometry | undefined>;

/** How carefully a set is fused. */
export interface FusingWay {
  readonly rung: Rung;
  readonly copies: SmallCopies;
  /** What was found on the rung before: frames are not screened again. */
  readonly before?: SetEvidence;
  /** Whether what moved is shown by one frame. */
  readonly deghosts: boolean;
  /** Decides how frames that move are rectified in the same resampling; absent if the picture keeps its geometry. */
  readonly beforeMoving?: BeforeMoving | undefined;
}

/** From files to one picture; lists about frames continue with those that belong to it and could be aligned. */
export async function fuseSet(
  run: SetRun,
  { rung, copies, before, deghosts, beforeMoving }: FusingWay,
): Promise<Fused> {
  const { set, decoding, options, job } = run;
  const { context } = job;
  const { is360 } = set.frames[set.reference].inspection.is360;
  const files = set.frames.map(({ file }) => file);
  // Copied by threads for which no frame is left, while others decode the last ones.
  const pyramids = new BegunPyramids(context);
  const beginCopy = ({ image, opaque }: DecodedFrame) =>
    image.channels === 3 && !opaque && copies.begin(image, (copy) => pyramids.begin(copy, image.width));
  const isFitted = needsFitting(set);
  const loaded = await job.step("decode", async () => {
    const frames = await decoding.frames(files, isFitted ? undefined : beginCopy);
    const fitted = isFitted ? fitFrames(frames, set, context.memory) : frames;
    fillTransparent(fitted, context);
    return fitted;
  });
  const level = { exposuresEv: exposuresOf(set), names: namesOf(set), copies, pyramids };
  const spheres = is360 ? await job.time("align", () => levelSpheres(loaded, level, options, context)) : undefined;
  const decoded = spheres?.frames ?? loaded;
  const images = decoded.map(({ image }) => image);
  const find = (indices: readonly number[]) =>
    job.time("align", async () => {
      const [frames, names] = [pick(images, indices), pick(namesOf(set), indices)];
      const small = await copies.of(frames);
      const begun = small.map((copy) => pyramids.take(copy));
      const known = { copies: small, begun, exposuresEv: pick(exposuresOf(set), indices), is360, names };
      return findMotions({ sizes: frames, ...known }, options.align, context);
    });
  const screen = () => screenFrames(decoded, options, job, copies);
  const { screened, motions } = before
    ? { screened: before, motions: await find(before.kept) }
    : await screenDuringSearch(images, screen, find, job, copies);
  await pyramids.release();
  const exposures = pick(exposuresOf(set), screened.kept);
  const frames = keepOnly(images, screened.kept, context.memory);
  const fileNames = pick(namesOf(set), screened.kept);
  const small = await job.time("relate", () => copies.of(frames));
  const rough = { copies: small, exposuresEv: exposures, motions: motions.transforms };
  const read = await job.step("relate", () => relate(rough, options.relate, context));
  const toPlan = { frames, motions, relation: read.relation, names: fileNames };
  const plan = await job.step("align", () => planAlignment(toPlan, options.align, context));
  releaseMotions(motions, context);
  const geometry = await beforeMoving?.({ frames, plan, related: read, exposuresEv: exposures, decoded });
  const rotations = spheres?.rotations && pick(spheres.rotations, screened.kept);
  const aligned = await job.time("align", () =>
    align({ frames, plan, geometry, spheres: rotations }, options.align, context),
  );
  const kept = keepOnly(aligned.frames, aligned.kept, context.memory);
  const exposuresEv = pick(exposures, aligned.kept);
  const names = pick(fileNames, aligned.kept);
  const smallKept = await job.time("relate", () => copies.of(kept));
  const gathering = before ? undefined : job.aside("check", () => evidenceOf(screened, kept, smallKept, job));
  const settling = { related: read, copies: smallKept, kept: aligned.kept, exposuresEv, names };
  const related = await job.time("relate", () => settleRelation(settling, options.relate, context));
  const { relation } = related;
  const deghosting = deghosts ? options.deghost : { deghost: "off" as const };
  const unaligned = motions.skipped ? [] : unalignedOf(aligned);
  const toDeghost = { frames: kept, relation, wrapX: is360, unaligned };
  const still = await job.step("deghost", () => deghost(toDeghost, deghosting, context));
  const telling = rung === "single-frame" && before ? [mostTelling(before)] : [...still.frames.keys()];
  const shown = keepOnly(still.frames, telling, context.memory);
  const merging = mergingFor(relation, options, rung);
  const gathered = async () => before ?? (await gathering?.()) ?? screened;
  const shownCopies = new SmallCopies(context);
  const holding = await beginHolding(run, { still, smallKept, gathered, shownCopies });
  const isHeld = options.check.check !== "off" && shown.length > 1;
  const edges = isHeld ? await job.time("check", () => findFrameEdges(shown, context)) : undefined;
  const toMerge = { frames: shown, relation, names, wrapX: is360 };
  const again = run.keep ? { merging: { input: ownCopy(toMerge), options: merging } } : {};
  const merged = await job.step("merge", () => merge(toMerge, merging, context));
  const evidence = await gathered();
  copies.keep([...evidence.views.keys()]);
  const held = { evidence: holding ? await holding() : evidence.merge, edges, release: () => shownCopies.keep([]) };
  const unused = unusedOf({ set, screened: screened.kept, aligned, telling, merged });
  return { decoded, aligned, related, still, merged, ...again, unused, evidence, held };
}

interface Selection {
  readonly set: PhotoSet;
  /** Indices into the set's frames, and so on from each list to the next. */
  readonly screened: readonly number[];
  readonly aligned: AlignResult;
  readonly telling: readonly number[];
  readonly merged: MergeResult;
}

/** The frames that each step skipped, in the order of the steps. */
function unusedOf({ set, screened, aligned, telling, merged }: Selection): UnusedFile[] {
  const names = namesOf(set);
  const [shown, known] = [pick(names, screened), pick(pick(names, screened), aligned.kept)];
  const without = (all: readonly string[], left: readonly string[], reason: string) =>
    all.filter((name) => !left.includes(name)).map((file) => ({ file, reason }));
  return [
    ...without(names, shown, "the check found that it does not belong in its set's picture"),
    ...without(shown, known, "it could not be aligned with its set"),
    ...without(known, pick(known, telling), "one frame of its set alone made the better picture"),
    ...(merged.dropped ?? []).map(({ name, reason, instead }) => ({
      file: name,
      reason:
        instead === undefined ? `it adds nothing: ${reason}` : `it adds nothing: ${reason}, compared with ${instead}`,
    })),
  ];
}

interface Holding {
  readonly still: DeghostResult;
  readonly smallKept: readonly FrameCopy[];
  readonly gathered: () => Promise<SetEvidence>;
  /** Takes the copies of changed frames. */
  readonly shownCopies: SmallCopies;
}

/** Begins to gather what a picture is held against in which one frame shows what moved, while it is merged. */
async function beginHolding({ options, job }: SetRun, { still, smallKept, gathered, shownCopies }: Holding) {
  const { shownBy, changed = [] } = still;
  if (!shownBy || options.check.check === "off") return undefined;
  const own = await job.time("check", () => shownCopies.of(changed.map((i) => still.frames[i])));
  const shown = { copies: smallKept.map((copy, i) => own[changed.indexOf(i)] ?? copy), shownBy };
  return job.aside("check", async () => evidenceOfShown(await gathered(), shown, job));
}

/** Frames that contradict each other have no usable relation of exposures, and are fused by what each shows. */
export function mergingFor({ links }: Relation, { merge }: ResolvedOptions, rung: Rung = "full"): MergeOptionsInput {
  const isPlain = rung === "mertens" || links.some(({ contradicts }) => contradicts);
  return isPlain ? { ...merge, method: "mertens" } : merge;
}

/**
 * Nearly always all frames belong to the picture, so their motions are estimated while they are screened, and again if
 * screening excludes a frame.
 */
async function screenDuringSearch(
  images: readonly IntegerImage[],
  screen: () => Promise<SetEvidence>,
  find: (indices: readonly number[]) => Promise<RoughMotions>,
  job: Job,
  copies: SmallCopies,
): Promise<{ screened: SetEvidence; motions: RoughMotions }> {
  const [{ width, height, channels }] = images;
  const areAlike = images.every((each) => each.width === width && each.height === height && each.channels === channels);
  if (!areAlike) {
    const screened = await job.time("check", screen);
    return { screened, motions: await find(screened.kept) };
  }
  // Made before both ask for them, so that neither makes them a second time.
  await job.time("relate", () => copies.of(images));
  const screening = job.aside("check", screen);
  const motions = await find([...images.keys()]);
  const screened = await screening();
  if (screened.kept.length === images.length) return { screened, motions };
  releaseMotions(motions, job.context);
  return { screened, motions: await find(screened.kept) };
}

/** Which of the kept frames were looked at, but could not be brought to where the others are. */
function unalignedOf({ kept, perFrame }: AlignResult): number[] {
  return kept.flatMap((frame, i) => (perFrame[frame].aligned ? [] : [i]));
}

function namesOf(set: PhotoSet): string[] {
  return set.frames.map(({ file }) => file.name);
}

/**
 * EV at ISO 100; none of a frame by flash among others, because EXIF does not say how much light that gave, and none
 * where all were developed from one exposure.
 */
function exposuresOf(set: PhotoSet): (number | undefined)[] {
  if (areOfOneExposure(set)) return set.frames.map(() => undefined);
  const isMixed = set.frames.some(({ photo }) => photo.exposure.flashFired !== set.frames[0].photo.exposure.flashFired);
  return set.frames.map(({ photo: { exposure } }) => (isMixed && exposure.flashFired ? undefined : ev100(exposure)));
}

/** Whether the headers of several frames state one time and one exposure: then their brightness was set afterwards. */
function areOfOneExposure({ frames }: PhotoSet): boolean {
  const keys = frames.map(({ photo: { capturedAt, exposure } }) => `${capturedAt?.epochMs} ${ev100(exposure)}`);
  return frames.length > 1 && frames[0].photo.capturedAt !== undefined && keys.every((key) => key === keys[0]);
}

/** The frames at some indices, at least one; the others are dropped, and their leases end. */
function keepOnly(frames: readonly IntegerImage[], indices: readonly number[], memory: PixelMemory): Frames {
  const kept = pick(frames, indices);
  endLeases(frames, kept, memory);
  return kept;
}

/** The elements at some indices, one at least. */
function pick<T>(all: readonly T[], indices: readonly number[]): readonly [T, ...T[]] {
  return indices.map((i) => all[i]) as unknown as readonly [T, ...T[]];
}
