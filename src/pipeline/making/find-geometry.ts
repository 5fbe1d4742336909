import type { Warning } from "../../errors/index.ts";
import { type IntegerImage, type Rect, share } from "../../image/index.ts";
import {
  copyFrame,
  type MovedCopy,
  movedCopy,
  type PictureGeometry,
  type SceneDescription,
  type SceneLight,
  type SmallCopy,
  shrinkFrame,
} from "../../ops/index.ts";
import type { DecodedFrame } from "../../stages/decode/index.ts";
import { type LensResult, lens, withFringes } from "../../stages/lens/index.ts";
import { type MergeResult, merge } from "../../stages/merge/index.ts";
import {
  analysisEdgePx,
  type PerspectiveInput,
  type PerspectiveResult,
  perspective,
  type SeenGeometry,
} from "../../stages/perspective/index.ts";
import { settleRelation } from "../../stages/relate/index.ts";
import { describeScene } from "../../stages/scene/index.ts";
import { writeLinesPicture, writeScenePictures } from "./debug-pictures.ts";
import { type EarlierWork, geometryHistory } from "./earlier-work.ts";
import type { Fused, Unmoved } from "./fuse-set.ts";
import { mergingFor } from "./fusing-steps.ts";
import type { Frames, SetRun } from "./set-run.ts";

/** What a set's picture shows, and how it is going to be rectified. */
interface FoundGeometry {
  /** In the geometry of the reference frame. */
  readonly scene: SceneDescription;
  readonly profile: LensResult | LensLeft;
  readonly upright: PerspectiveResult;
  readonly geometry: PictureGeometry;
  /** Of the picture before straightening, where only the preview shows that. The caller releases its data. */
  readonly before?: SmallCopy;
}

/** What the geometry is looked for in: the fused picture or a copy of it. */
interface Seen extends Pick<PerspectiveInput, "image" | "copyOf" | "common"> {
  /** Of what is looked at. */
  readonly light?: SceneLight | undefined;
  /** Of the whole set. */
  readonly decoded: readonly DecodedFrame[];
  /** At full size, through the lens: the fused picture or frames. They stay the caller's. */
  readonly pictures: readonly IntegerImage[];
}

/** Frames that the lens is measured in, at most. */
const measuredFrames = 3;

type Timed = <T>(step: "scene" | "lens" | "perspective", work: () => Promise<T>) => Promise<T>;

type LensLeft = Partial<LensResult> & { readonly applied: false };

/**
 * Describes what a set's picture shows, and finds how it is to be rectified. Where frames are going to move it is found
 * before they do, in a preview, so that each is resampled once; the result holds for every rung. Otherwise the fused
 * picture is looked at.
 */
export class GeometryFinding {
  readonly #run: SetRun;
  readonly #earlier: EarlierWork;
  #early: { readonly found: FoundGeometry; readonly warnings: readonly Warning[] } | undefined;

  constructor(run: SetRun, earlier: EarlierWork) {
    this.#run = run;
    this.#earlier = earlier;
  }

  /** For frames that may be going to move. */
  async beforeMoving(unmoved: Unmoved): Promise<PictureGeometry | undefined> {
    if (!unmoved.plan.applied) return undefined;
    this.#early ??= await this.#inPreview(unmoved);
    return this.#early.found.geometry;
  }

  /** For a picture that was fused. */
  async ofFused({ decoded, aligned, merged }: Fused): Promise<FoundGeometry> {
    const { job } = this.#run;
    if (this.#early) {
      const { found, warnings } = this.#early;
      job.warnings.push(...warnings);
      await job.step("scene", async () => found.scene);
      await job.step("lens", async () => found.profile);
      await job.step("perspective", async () => found.upright);
      return found;
    }
    const seen = {
      image: merged.image,
      light: merged.light,
      common: commonCrop(aligned.common, merged.image),
      decoded,
      pictures: [merged.image],
    };
    return this.#find(seen, (step, work) => job.step(step, work));
  }

  async #inPreview(unmoved: Unmoved) {
    const { job, options } = this.#run;
    const { context } = job;
    const { frames, plan, decoded } = unmoved;
    const [{ width, height }] = frames;
    const { perspective: mode, perspectiveStrength } = options.perspective;
    const isLookedAt = mode !== "off" && perspectiveStrength > 0 && !this.#earlier.enhanced;
    const { image, factor, light } = isLookedAt
      ? await job.time("perspective", () => makePreview(unmoved, this.#run))
      : { image: share(frames[plan.reference], context.memory), factor: 1, light: undefined };
    const before = job.warnings.length;
    const seen = {
      image,
      light,
      copyOf: { width, height, factor },
      common: commonCrop(plan.common, frames[0]),
      decoded,
      pictures: nearest(frames, plan.reference),
    };
    // Progress follows the order of the steps: these are reported when the picture is fused.
    const found = await this.#find(seen, (step, work) => job.time(step, work));
    const warnings = job.warnings.splice(before);
    const isCompared = options.check.check !== "off" && found.upright.homography !== undefined;
    const copy = isCompared ? { before: await shrinkFrame(image, context) } : {};
    context.memory.release(image.data);
    return { found: { ...found, ...copy }, warnings };
  }

  /** The picture's pixels stay the caller's. */
  async #find({ decoded, pictures, light, ...view }: Seen, timed: Timed): Promise<FoundGeometry> {
    const { set, options, job, tools } = this.#run;
    const { context } = job;
    const { photo, inspection } = set.frames[set.reference];
    const { is360 } = inspection.is360;
    const { image, copyOf, common } = view;
    const { width, height } = copyOf ?? image;
    const picture = { image, factor: copyOf?.factor ?? 1 };
    const [database, model] = await Promise.all([tools.lensDatabase(), tools.sceneModel()]);
    const toDescribe = { image, model, factor: picture.factor, sceneLight: light, wrapX: is360 };
    const scene = await timed("scene", () => describeScene(toDescribe, context));
    await writeScenePictures(picture, scene, this.#run);
    const { development } = decoded[set.reference];
    const history = geometryHistory(photo, development, options.lens.lensTrustCamera);
    const lensInput = { photo, width, height, database, developed: development === undefined, history };
    const seenThrough = development?.laterWarp ? {} : { pictures };
    const leave = leaveLens(is360, this.#earlier);
    const profile = leave ?? (await timed("lens", () => lens({ ...lensInput, ...seenThrough }, options.lens, context)));
    // A correction that the lens stage counts as done, although it is still to be applied.
    const known = development?.laterWarp ?? profile.correction;
    share(image, context.memory);
    const { lensCorrection, lensDistortion } = options.lens;
    const calibrate = lensCorrection && lensDistortion && !this.#earlier.lensCorrected;
    const shown: SeenGeometry[] = [];
    const show = (lines: SeenGeometry) => shown.push(lines);
    const photoFacts = {
      photo,
      history,
      correction: known,
      sharedFocal: set.focal,
      straightened: this.#earlier.enhanced,
    };
    const seen = { ...view, ...photoFacts, is360, calibrate, show };
    const upright = await timed("perspective", () => perspective(seen, options.perspective, context));
    for (const lines of shown) await writeLinesPicture(picture, lines, upright.homography, this.#run);
    const { homography, crop = common, correction = known } = upright;
    const fringes = profile.correction?.tca;
    const complete =
      fringes && correction && !correction.tca ? withFringes(correction, fringes, { width, height }) : correction;
    const geometry = { correction: complete, homography, crop, wrapX: is360 };
    return { scene, profile, upright, geometry };
  }
}

/** The frames around one of them. */
function nearest(frames: readonly IntegerImage[], reference: number): readonly IntegerImage[] {
  const first = Math.max(0, Math.min(reference - 1, frames.length - measuredFrames));
  return frames.slice(first, first + measuredFrames);
}

/** Why the lens of a picture is not to be corrected, if that is known without a search. */
function leaveLens(is360: boolean, { lensCorrected }: EarlierWork): LensLeft | undefined {
  if (is360) return { applied: false, reason: "a 360° picture has no lens distortion left" };
  return lensCorrected ? { applied: false, reason: "it was corrected before" } : undefined;
}

/** What all frames cover, unless that is everything. */
export function commonCrop(common: Rect, image: Pick<IntegerImage, "width" | "height">): Rect | undefined {
  return common.width === image.width && common.height === image.height ? undefined : common;
}

/**
 * What the fused picture is going to show: small copies of the kept frames, brought to their places and merged as the
 * frames will be. Things that move are left in it, and edges are repeated, not filled. It gives no warnings; the frames
 * themselves give them later.
 */
async function makePreview(
  { frames, plan: { kept, transforms }, related, exposuresEv }: Unmoved,
  { options, job }: SetRun,
): Promise<MovedCopy & { readonly light: MergeResult["light"] | undefined }> {
  const context = { ...job.context, warn: () => {} };
  const moved: MovedCopy[] = [];
  for (const i of kept) moved.push(await movedCopy(frames[i], transforms[i], analysisEdgePx, context));
  const images = moved.map(({ image }) => image) as unknown as Frames;
  const copies = await Promise.all(images.map((image) => copyFrame(image, context)));
  const settling = { related, copies, kept, exposuresEv: kept.map((i) => exposuresEv[i]) };
  const { relation } = await settleRelation(settling, options.relate, context);
  const merged = await merge({ frames: images, relation }, mergingFor(relation, options), context);
  for (const { data } of copies) context.memory.release(data);
  return { image: merged.image, light: merged.light, factor: moved[0].factor };
}
