import { lightEvOf } from "../../image/index.ts";
import { rectify } from "../../stages/rectify/index.ts";
import { type ToneRequest, tone } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { blendFlash, unusedFlash, usesFlash } from "./blend-flash.ts";
import { writeLayerPictures } from "./debug-pictures.ts";
import { readEarlierWork } from "./earlier-work.ts";
import { commonCrop, GeometryFinding } from "./find-geometry.ts";
import { beginFinishCheck, fuseSafely } from "./ladder.ts";
import { factsOf, operationsOf, type Picture } from "./picture.ts";
import type { SetRun } from "./set-run.ts";
import { shapedPicture } from "./shape-picture.ts";

/**
 * All stages of one set: those from decode to merge are in {@link fuseSafely} and `fuse-set.ts`, the others here, in
 * order. Every intermediate result feeds a later line, and its memory returns to the pool after its last use.
 */
export async function enhanceSet(run: SetRun): Promise<Picture> {
  const { set, options, job, tools, heads, keep } = run;
  const { context } = job;
  const { is360 } = set.frames[set.reference].inspection.is360;
  const earlier = readEarlierWork(set, options, context);
  job.begin("lens.database", () => tools.lensDatabase());
  const takesFlash = usesFlash(set, options);
  const finding = new GeometryFinding(run, earlier);
  const { fused, next, checked } = await fuseSafely(
    run,
    (picture) => finding.ofFused(picture),
    // Flash frames are compared with the fused picture in the geometry that the lens gave both; a set that is kept may
    // be straightened in other ways.
    takesFlash || keep ? undefined : (unmoved) => finding.beforeMoving(unmoved),
  );
  const { decoded, aligned, related, still, merged } = fused;
  const { scene, profile, upright, geometry, searched, before } = next;
  const fusing = { decode: decoded, align: aligned, relate: related, deghost: still, merge: merged };
  const lit = takesFlash
    ? await job.step("flash", () => blendFlash({ image: merged.image, scene: scene.map, copy: checked?.copy }, run))
    : undefined;
  const shaping = { ...fusing, scene, lens: profile, perspective: upright, ...(lit ? { flash: lit } : {}) };
  const picture = lit?.image ?? merged.image;
  const { width, height } = geometry.crop ?? merged.image;
  // Assume that toning applies, since it nearly always does.
  const willTone = { applied: options.tone.toneStrength > 0 && !earlier.enhanced };
  const operations = operationsOf({ ...factsOf(shaping), tone: willTone }, checked?.report);
  heads?.expect({ width, height, frameCount: merged.framesUsed, operations });
  const fusedPicture = { image: picture, light: merged.light, resampled: aligned.rectified };
  const toShape = { ...fusedPicture, knownColour: lit?.known, scene };
  const { house, look } = set;
  const bitDepths = set.frames.map(({ inspection }) => inspection.bitDepth);
  const setting = {
    wrapX: is360,
    outputBits: outputBitsOf(options, bitDepths),
    house,
    look,
    lightEv: lightEvOf(set.frames[set.normal].photo.exposure),
    tonedBefore: earlier.enhanced,
    plan: (request: ToneRequest) => job.run("planTone", request),
  };
  // Rectification ends the use of the picture's pixels.
  if (fused.merging) keep?.({ toShape, geometry, searched, setting, merging: fused.merging });
  const rectified = await job.step("rectify", () =>
    rectify({ ...fusedPicture, ...geometry }, options.rectify, context),
  );
  const changed = {
    rectified: rectified.image.data === merged.image.data ? undefined : rectified.image,
    straightened: upright.homography !== undefined,
    before,
  };
  const finishing = checked && (await job.time("check", () => beginFinishCheck(checked, changed, job)));
  const toTone = { ...shapedPicture(rectified, toShape, geometry, { width, height }), ...setting };
  await writeLayerPictures(toTone, run);
  const toned = await job.step("tone", () => tone(toTone, options.tone, context));
  const settleCheck = finishing && (await job.step("check", () => finishing.toned(toned, set, options)));
  return {
    image: toned.image,
    facts: factsOf({ ...shaping, rectify: rectified, tone: toned }),
    unused: [...fused.unused, ...unusedFlash(set, lit)],
    ...(checked && settleCheck ? { check: checked.report, settleCheck } : {}),
  };
}

/** Only aligns and fuses the frames. */
export async function mergeSet(run: SetRun): Promise<Picture> {
  const { set, options, job } = run;
  const { context } = job;
  const { fused, checked } = await fuseSafely(run, async () => undefined);
  if (checked) context.memory.release(checked.copy.data);
  const { decoded, aligned, related, still, merged } = fused;
  const toCrop = { image: merged.image, crop: commonCrop(aligned.common, merged.image) };
  const cropped = await job.step("rectify", () => rectify(toCrop, options.rectify, context));
  return {
    image: cropped.image,
    facts: factsOf({
      decode: decoded,
      align: aligned,
      relate: related,
      deghost: still,
      merge: merged,
      rectify: cropped,
    }),
    unused: [...fused.unused, ...unusedFlash(set)],
    ...(checked ? { check: checked.report } : {}),
  };
}

/** Only decodes to display sRGB. */
export async function developSet({ set, decoding, job }: SetRun): Promise<Picture> {
  const decoded = await job.step("decode", () => decoding.frames(filesOf(set)));
  const [{ image }] = decoded;
  return { image, facts: factsOf({ decode: decoded }), unused: [] };
}

function filesOf(set: PhotoSet): InputFile[] {
  return set.frames.map(({ file }) => file);
}

/**
 * Bits per sample of the output. A TIFF, usually meant for an editor, always has 16; a PNG has 16 if a frame has more
 * than 8.
 */
export function outputBitsOf({ encode }: ResolvedOptions, bitDepths: readonly number[]): 8 | 16 {
  const { format, bitDepth } = encode;
  if (bitDepth !== "auto") return bitDepth === "8" ? 8 : 16;
  if (format === "png") return bitDepths.every((bits) => bits <= 8) ? 8 : 16;
  return format === "jpeg" || format === "webp" ? 8 : 16;
}
