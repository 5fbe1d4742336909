import {
  composeHomographies,
  endLeases,
  ev100,
  type Homography,
  type IntegerImage,
  identityHomography,
  invertHomography,
  isFiniteHomography,
  type Orientation,
  type PixelMemory,
  share,
} from "../../image/index.ts";
import { type SceneMap, type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import { findMotions, releaseMotions } from "../../stages/align/index.ts";
import { findingsOf } from "../../stages/check/index.ts";
import { type FlashResult, flash } from "../../stages/flash/index.ts";
import { type InspectedFile, type PhotoSet, photographsOf, turnedImage, type UnusedFile } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { sentencesOf } from "./picture.ts";
import type { SetRun } from "./set-run.ts";
import { SmallCopies } from "./small-copies.ts";

/** Whether a set's flash frames are used in its picture, which also needs frames by ambient light. */
export function usesFlash({ frames, reference, flash: lit }: PhotoSet, { flash: { flash } }: ResolvedOptions): boolean {
  const { photo, inspection } = frames[reference];
  return flash !== "off" && lit.length > 0 && photo.exposure.flashFired !== true && !inspection.is360.is360;
}

/** The photographs of a set that must be decoded for its picture. */
export function neededFor(set: PhotoSet, options: ResolvedOptions): readonly InspectedFile[] {
  return usesFlash(set, options) ? photographsOf(set) : set.frames;
}

/** Flash frames that the picture does not use, with the reason; empty if the picture has their colour. */
export function unusedFlash({ frames, reference, flash: lit }: PhotoSet, result?: FlashResult): UnusedFile[] {
  if (result?.applied) return [];
  const isFlashOnly = frames[reference].photo.exposure.flashFired === true;
  const reason = isFlashOnly
    ? `another flash frame of its view shows more of it: ${frames[reference].file.name}`
    : (result?.reason ?? "its flash fired, so it is not an exposure of the bracket");
  return lit.map(({ file }) => ({ file: file.name, reason }));
}

/** A set's picture by ambient light. */
interface AmbientPicture {
  readonly image: IntegerImage;
  readonly scene: SceneMap;
  /** Small copy of the picture; absent if pictures are not checked. */
  readonly copy: SmallCopy | undefined;
}

/**
 * The picture with the colour of its flash frames, or unchanged, with a note, if these do not explain it or the check
 * finds a fault caused by them. Ends the lease of the picture it replaces.
 */
export async function blendFlash(
  { image, scene, copy }: AmbientPicture,
  { set, decoding, options, job }: SetRun,
): Promise<FlashResult> {
  const { context } = job;
  const decoded = await decoding.frames(set.flash.map(({ file }) => file));
  const frames = decoded.map((each, i) => turnedFrame(each.image, set.flash[i].turn, context.memory));
  const isAlike = frames.every(({ width, height }) => width === image.width && height === image.height);
  const motions = isAlike
    ? await motionsOf(image, frames, { set, options, job })
    : frames.map(() => identityHomography);
  const flashEvs = exposuresOver(set);
  const judge = copy && ((picture: IntegerImage) => faultOf(copy, picture));
  const toBlend = { image, flash: frames, motions, flashEvs, scene, ...(judge && { judge }) };
  const result = await flash(toBlend, options.flash, context);
  endLeases(frames, [], context.memory);
  if (result.applied) endLeases([image], [], context.memory);
  else context.warn("flash/not-used", `flash: the picture is as the ambient light shows it, because ${result.reason}`);
  return result;

  /**
   * Describes a change that one curve, one white balance and smooth gains do not explain; `undefined` if there is none.
   */
  async function faultOf(ambient: SmallCopy, blended: IntegerImage): Promise<string | undefined> {
    const after = await shrinkFrame(blended, context);
    const { view } = await job.run("checkShape", { before: ambient });
    const { measured } = await job.run("checkTone", { before: { ...view, copy: ambient }, after });
    endLeases([after], [], context.memory);
    const findings = findingsOf(measured);
    return findings.length === 0 ? undefined : sentencesOf(findings);
  }
}

/** A flash frame turned to the orientation of the set. Ends the lease of the picture that it replaces. */
function turnedFrame(image: IntegerImage, turn: Orientation | undefined, memory: PixelMemory): IntegerImage {
  if (turn === undefined) return image;
  const turned = turnedImage(image, turn, memory);
  memory.release(image.data);
  return turned;
}

/**
 * Exposure of each flash frame relative to the frame of normal exposure, in EV; the picture is about as bright as that.
 */
function exposuresOver({ frames, normal, flash: lit }: PhotoSet): (number | undefined)[] {
  const own = ev100(frames[normal].photo.exposure);
  return lit.map(({ photo }) => {
    const ev = ev100(photo.exposure);
    return own === undefined || ev === undefined ? undefined : own - ev;
  });
}

/**
 * Motions from pixels of the picture to those of each flash frame, accurate to a few pixels; identity if none is found.
 */
async function motionsOf(
  image: IntegerImage,
  frames: readonly IntegerImage[],
  { set, options, job }: Pick<SetRun, "set" | "options" | "job">,
): Promise<Homography[]> {
  const { context } = job;
  const all = [image, ...frames];
  for (const each of all) share(each, context.memory);
  const copies = new SmallCopies(context);
  const small = await copies.of(all);
  const names = [set.frames[set.reference], ...set.flash].map(({ file }) => file.name);
  const exposuresEv = all.map(() => undefined);
  const rough = await findMotions({ sizes: all, copies: small, exposuresEv, names }, options.align, context);
  releaseMotions(rough, context);
  copies.keep([]);
  endLeases(all, [], context.memory);
  const fromPicture = invertHomography(rough.transforms[0]);
  const { factor } = small[0];
  const off = (factor - 1) / 2;
  const toPixels: Homography = [factor, 0, off, 0, factor, off, 0, 0, 1];
  return rough.transforms.slice(1).map((transform) => {
    const cells = composeHomographies(transform, fromPicture);
    const motion = composeHomographies(composeHomographies(toPixels, cells), invertHomography(toPixels));
    return isFiniteHomography(motion) ? motion : identityHomography;
  });
}
