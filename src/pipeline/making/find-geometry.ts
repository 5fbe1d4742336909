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
import { type LensResult, lens } from "../../stages/lens/index.ts";
import { type MergeResult, merge } from "../../stages/merge/index.ts";
import {
  analysisEdgePx,
  type PerspectiveInput,
  type PerspectiveResult,
  perspective,
  type SeenGeometry,
} from "../../stages/perspective/index.ts";
import { settleRelation } from "../../stages/relate/index.ts";
import { copyForScene, type SceneInput } from "../../stages/scene/index.ts";
import { writeLinesPicture, writeScenePictures } from "./debug-pictures.ts";
import { type EarlierWork, geometryHistory } from "./earlier-work.ts";
import type { Fused, Unmoved } from "./fuse-set.ts";
import { mergingFor } from "./fusing-steps.ts";
import type { Frames, SetRun } from "./set-run.ts";
import { geometryOf, type UprightSearch } from "./shape-picture.ts";

/** The content of a set's picture and its planned rectification. */
interface FoundGeometry {
  /** Description of the scene in the geometry of the reference frame. */
  readonly scene: SceneDescription;
  readonly profile: LensResult | LensLeft;
  readonly upright: PerspectiveResult;
  readonly geometry: PictureGeometry;
  /** Input of the search, to repeat it with other options. */
  readonly searched: UprightSearch;
  /** Copy of the picture before straightening, present if only the preview shows it. The caller releases its data. */
  readonly before?: SmallCopy;
}

/** Input of the geometry search: the fused picture or a copy of it. */
interface Seen extends Pick<PerspectiveInput, "image" | "copyOf" | "common"> {
  /** Light of the scene in `image`. */
  readonly light?: SceneLight | undefined;
  /** All decoded frames of the set. */
  readonly decoded: readonly DecodedFrame[];
  /** The fused picture or frames at full size, with the lens's distortion. The caller keeps them. */
  readonly pictures: readonly IntegerImage[];
}

/** Maximum number of frames for measuring the lens. */
const measuredFrames = 3;

type Timed = <T>(step: "scene" | "lens" | "perspective", work: () => Promise<T>) => Promise<T>;

type LensLeft = Partial<LensResult> & { readonly applied: false };

/**
 * Describes the content of a set's picture and finds its rectification. If frames must move, both are found in a
 * preview before that, so that each frame is resampled once; the result holds for every rung. Otherwise the fused
 * picture is used.
 */
export class GeometryFinding {
  readonly #run: SetRun;
  readonly #earlier: EarlierWork;
  #early: { readonly found: FoundGeometry; readonly warnings: readonly Warning[] } | undefined;

  constructor(run: SetRun, earlier: EarlierWork) {
    this.#run = run;
    this.#earlier = earlier;
  }

  /** Finds the geometry for frames that may have to move. */
  async beforeMoving(unmoved: Unmoved): Promise<PictureGeometry | undefined> {
    if (!unmoved.plan.applied) return undefined;
    this.#early ??= await this.#inPreview(unmoved);
    return this.#early.found.geometry;
  }

  /** Finds the geometry of a fused picture. */
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
    const { job, options, set } = this.#run;
    const { context } = job;
    const { frames, plan, decoded } = unmoved;
    const [{ width, height }] = frames;
    const { perspective: mode, perspectiveStrength } = options.perspective;
    const isLookedAt = mode !== "off" && perspectiveStrength > 0 && !this.#earlier.enhanced;
    // A chosen reference may be too dark or too bright to describe the scene.
    const { image, factor, light } =
      isLookedAt || set.isChosen
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
    // Only timed here, since progress follows the order of the steps: they are reported after fusion.
    const found = await this.#find(seen, (step, work) => job.time(step, work));
    const warnings = job.warnings.splice(before);
    const isCompared = options.check.check !== "off" && found.upright.homography !== undefined;
    const copy = isCompared ? { before: await shrinkFrame(image, context) } : {};
    context.memory.release(image.data);
    return { found: { ...found, ...copy }, warnings };
  }

  /** The caller keeps the picture's pixels. */
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
    // On another thread, while this one finds lens and perspective.
    const describing = timed("scene", () => this.#describe(toDescribe));
    describing.catch(() => {});
    const { development } = decoded[set.reference];
    const history = geometryHistory(photo, development, options.lens.lensTrustCamera);
    const lensInput = { photo, width, height, database, developed: development === undefined, history };
    const seenThrough = development?.laterWarp ? {} : { pictures };
    const leave = leaveLens(is360, this.#earlier);
    const profile = leave ?? (await timed("lens", () => lens({ ...lensInput, ...seenThrough }, options.lens, context)));
    // A correction that the lens stage counts as done although it has not been applied yet.
    const known = development?.laterWarp ?? profile.correction;
    share(image, context.memory);
    const { lensCorrection, lensDistortion } = options.lens;
    const calibrate = lensCorrection && lensDistortion && !this.#earlier.lensCorrected;
    const shown: SeenGeometry[] = [];
    const show = (lines: SeenGeometry) => shown.push(lines);
    const searched = {
      ...{ copyOf, common, photo, history, is360, calibrate },
      correction: known,
      sharedFocal: set.focal,
      straightened: this.#earlier.enhanced,
      fringes: profile.correction?.tca,
    };
    const seen = { ...searched, image, show };
    const upright = await timed("perspective", () => perspective(seen, options.perspective, context));
    const scene = await describing;
    await writeScenePictures(picture, scene, this.#run);
    for (const lines of shown) await writeLinesPicture(picture, lines, upright.homography, this.#run);
    return { scene, profile, upright, geometry: geometryOf(upright, searched, { width, height }), searched };
  }

  async #describe({ image, ...known }: SceneInput): Promise<SceneDescription> {
    const { job } = this.#run;
    const { memory } = job.context;
    const small = await copyForScene(image, job.context);
    const scene = await job.run("describeScene", { ...known, small });
    memory.release(small.data);
    return scene;
  }
}

/** The frames nearest to the reference. */
function nearest(frames: readonly IntegerImage[], reference: number): readonly IntegerImage[] {
  const first = Math.max(0, Math.min(reference - 1, frames.length - measuredFrames));
  return frames.slice(first, first + measuredFrames);
}

/** Reason not to correct the lens, if known without a search. */
function leaveLens(is360: boolean, { lensCorrected }: EarlierWork): LensLeft | undefined {
  if (is360) return { applied: false, reason: "a 360° picture has no lens distortion left" };
  return lensCorrected ? { applied: false, reason: "it was corrected before" } : undefined;
}

/** The area covered by all frames; `undefined` if it is the whole picture. */
export function commonCrop(common: Rect, image: Pick<IntegerImage, "width" | "height">): Rect | undefined {
  return common.width === image.width && common.height === image.height ? undefined : common;
}

/**
 * A preview of the fused picture: small copies of the kept frames, aligned and merged as the frames will be. Moving
 * objects are kept, and edges are repeated, not filled. It adds no warnings; the full-size frames add them later.
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
