import { ev100, type IntegerImage, type Rect } from "../image/index.ts";
import { align } from "../stages/align/index.ts";
import { deghost } from "../stages/deghost/index.ts";
import { type LensResult, lens } from "../stages/lens/index.ts";
import { merge } from "../stages/merge/index.ts";
import { perspective } from "../stages/perspective/index.ts";
import { rectify } from "../stages/rectify/index.ts";
import { relate } from "../stages/relate/index.ts";
import { tone } from "../stages/tone/index.ts";
import type { FrameDecoding } from "./decode-frames.ts";
import type { PhotoSet } from "./grouping.ts";
import type { Job } from "./job.ts";
import type { EnhanceOptions } from "./options.ts";
import { type Picture, withoutPixels } from "./picture.ts";
import type { InputFile } from "./source.ts";
import type { Tools } from "./tools.ts";

type Frames = readonly [IntegerImage, ...IntegerImage[]];

/**
 * The whole way of one set, stage by stage. Every intermediate feeds a later line, and its memory goes back to the pool as soon as
 * nothing reads it.
 */
export async function enhanceSet(
  set: PhotoSet,
  decoding: FrameDecoding,
  options: EnhanceOptions,
  job: Job,
  tools: Tools,
): Promise<Picture> {
  const { context } = job;
  const { photo, inspection } = set.frames[set.reference];
  const { is360 } = inspection.is360;
  const pool = new Ownership(tools);
  const { decoded, aligned, related, still, merged } = await fuseSet(set, decoding, options, job, pool);
  const { width, height } = merged.image;
  const database = await tools.lensDatabase();
  const { development } = decoded[set.reference];
  const developed = development === undefined || development.opcodes.includes("warpRectilinear");
  const lensInput = { photo, width, height, database, developed };
  const profile = is360 ? not360 : await job.step("lens", () => lens(lensInput, options.lens, context));
  const view = { photo, correction: profile.correction, is360, common: commonCrop(aligned.common, merged.image) };
  const upright = await job.step("perspective", () => perspective(merged.image, view, options.perspective, context));
  const { homography, crop = view.common } = upright;
  const geometry = { correction: profile.correction, homography, crop, wrapX: is360 };
  const rectified = await job.step("rectify", () => rectify(merged.image, geometry, {}, context));
  pool.passOn([merged.image], [rectified.image]);
  const bitDepths = set.frames.map(({ inspection }) => inspection.bitDepth);
  const setting = { wrapX: is360, outputBits: outputBitsOf(options, bitDepths) } as const;
  const toned = await job.step("tone", () => tone(rectified.image, options.tone, context, setting));
  pool.passOn([rectified.image], [toned.image]);
  const facts = {
    decode: decoded,
    align: aligned,
    relate: related,
    deghost: still,
    merge: merged,
    lens: profile,
    perspective: upright,
    rectify: rectified,
    tone: toned,
  };
  return { image: toned.image, facts: withoutPixels(facts) };
}

const not360: Partial<LensResult> & { readonly applied: boolean } = {
  applied: false,
  reason: "a 360° picture has no lens distortion left",
};

/** Aligned and fused, nothing else done. */
export async function mergeSet(
  set: PhotoSet,
  decoding: FrameDecoding,
  options: EnhanceOptions,
  job: Job,
  tools: Tools,
): Promise<Picture> {
  const { context } = job;
  const pool = new Ownership(tools);
  const { decoded, aligned, related, still, merged } = await fuseSet(set, decoding, options, job, pool);
  const geometry = { crop: commonCrop(aligned.common, merged.image) };
  const cropped = await job.step("rectify", () => rectify(merged.image, geometry, {}, context));
  pool.passOn([merged.image], [cropped.image]);
  return {
    image: cropped.image,
    facts: withoutPixels({
      decode: decoded,
      align: aligned,
      relate: related,
      deghost: still,
      merge: merged,
      rectify: cropped,
    }),
  };
}

/** From files to one picture; lists about frames go on with those that could be aligned. */
async function fuseSet(set: PhotoSet, decoding: FrameDecoding, options: EnhanceOptions, job: Job, pool: Ownership) {
  const { context } = job;
  const { is360 } = set.frames[set.reference].inspection.is360;
  const decoded = await job.step("decode", () => decoding.frames(filesOf(set)));
  const frames = decoded.map(({ image }) => image) as unknown as Frames;
  const aligned = await job.step("align", () =>
    align(frames, exposuresOf(set), options.align, context, { is360, consume: true, names: namesOf(set) }),
  );
  const kept = pick(aligned.frames, aligned.kept);
  const exposuresEv = pick(exposuresOf(set), aligned.kept);
  const names = pick(namesOf(set), aligned.kept);
  const related = await job.step("relate", () => relate(kept, {}, context, { exposuresEv, names }));
  const { relation } = related;
  const still = await job.step("deghost", () =>
    deghost(kept, options.deghost, context, { relation, wrapX: is360, consume: true }),
  );
  pool.passOn(aligned.frames, still.frames);
  const merged = await job.step("merge", () =>
    merge(still.frames, options.merge, context, { exposuresEv, names, wrapX: is360 }),
  );
  pool.passOn(still.frames, [merged.image]);
  for (const { data } of relation.copies) context.memory.release(data);
  return { decoded, aligned, related, still, merged };
}

/** Decoded to display sRGB, not enhanced. */
export async function developSet(
  set: PhotoSet,
  decoding: FrameDecoding,
  _options: EnhanceOptions,
  job: Job,
): Promise<Picture> {
  const decoded = await job.step("decode", () => decoding.frames(filesOf(set)));
  const [{ image }] = decoded;
  return { image, facts: withoutPixels({ decode: decoded }) };
}

function filesOf(set: PhotoSet): InputFile[] {
  return set.frames.map(({ file }) => file);
}

function namesOf(set: PhotoSet): string[] {
  return set.frames.map(({ file }) => file.name);
}

function exposuresOf(set: PhotoSet): (number | undefined)[] {
  return set.frames.map(({ photo }) => ev100(photo.exposure));
}

/** The elements at some indices, one at least. */
function pick<T>(all: readonly T[], indices: readonly number[]): readonly [T, ...T[]] {
  return indices.map((i) => all[i]) as unknown as readonly [T, ...T[]];
}

/** What all frames cover, unless that is everything. */
function commonCrop(common: Rect, image: IntegerImage): Rect | undefined {
  return common.width === image.width && common.height === image.height ? undefined : common;
}

/** A TIFF, which goes on to an editor, always gets 16 bits; a PNG when a frame brings more than 8. */
export function outputBitsOf({ encode }: EnhanceOptions, bitDepths: readonly number[]): 8 | 16 {
  const { format, bitDepth } = encode;
  if (bitDepth !== "auto") return bitDepth === "8" ? 8 : 16;
  if (format === "png") return bitDepths.every((bits) => bits <= 8) ? 8 : 16;
  return format === "jpeg" || format === "webp" ? 8 : 16;
}

/** Gives pictures' memory back once a later stage holds all that is still needed. */
class Ownership {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Releases what is in `before` and not in `after`; stages pass pictures on unchanged where they have nothing to do. */
  passOn(before: readonly IntegerImage[], after: readonly IntegerImage[]): void {
    const kept = new Set(after.map(({ data }) => data));
    for (const { data } of before) if (!kept.has(data)) this.#tools.memory.release(data);
  }
}
