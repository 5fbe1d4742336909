import { copyOut, endLeases, ev100, type IntegerImage, type PixelMemory } from "../../image/index.ts";
import type { PictureGeometry } from "../../ops/index.ts";
import type { MergeInput, MergeOptionsInput } from "../../stages/merge/index.ts";
import type { ToneInput } from "../../stages/tone/index.ts";
import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import type { FrameDecoding } from "./decode-frames.ts";
import type { Job } from "./job.ts";
import type { HeadMaker } from "./jpeg-metadata.ts";
import type { ShapedPicture, ToShape, UprightSearch } from "./shape-picture.ts";

interface SetRunInput {
  readonly set: PhotoSet;
  readonly decoding: FrameDecoding;
  readonly options: ResolvedOptions;
  readonly job: Job;
  readonly tools: Tools;
  readonly keepsBest: boolean;
  readonly heads?: HeadMaker | undefined;
  readonly keep?: ((set: KeptSet) => void) | undefined;
}

/** One set being processed, with the state that all its steps use. */
export class SetRun {
  readonly set: PhotoSet;
  readonly decoding: FrameDecoding;
  readonly options: ResolvedOptions;
  readonly job: Job;
  readonly tools: Tools;
  /** Whether the best picture is kept in memory while a better one is tried. */
  readonly keepsBest: boolean;
  /** Starts the metadata of a JPEG; absent if no file is made. */
  readonly heads: HeadMaker | undefined;
  /** Receives copies of the input of toning; absent unless other options will be tried. */
  readonly keep: ((set: KeptSet) => void) | undefined;

  constructor({ set, decoding, options, job, tools, keepsBest, heads, keep }: SetRunInput) {
    this.set = set;
    this.decoding = decoding;
    this.options = options;
    this.job = job;
    this.tools = tools;
    this.keepsBest = keepsBest;
    this.heads = heads;
    this.keep = keep;
  }
}

/** Input of merging, straightening and toning, to repeat them with other options. */
export interface KeptSet {
  readonly toShape: ToShape;
  /** The geometry of the picture, and how it was found. */
  readonly geometry: PictureGeometry;
  readonly searched: UprightSearch;
  /** Input of toning other than the picture. */
  readonly setting: Omit<ToneInput, keyof ShapedPicture>;
  readonly merging: MergeAgain;
}

/** Input of the merge on the delivered rung. */
export interface MergeAgain {
  readonly input: MergeInput;
  readonly options: MergeOptionsInput;
}

/** A copy in its own memory, which outlives the call that made the value. */
export function ownCopy<T>(value: T): T {
  return copyOut(value, { holds: () => true });
}

/** Total bytes of all views in a value. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), 0);
}

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** The frames of a set that its picture still uses. */
export interface KeptFrames {
  readonly frames: Frames;
  /** Indices of the frames in the set. */
  readonly indices: readonly number[];
}

/** Keeps some of the frames, at least one, by their indices in `frames`; ends the leases of the others. */
export function keepOnly(
  { frames, indices }: KeptFrames,
  positions: readonly number[],
  memory: PixelMemory,
): KeptFrames {
  const kept = pick(frames, positions);
  endLeases(frames, kept, memory);
  return { frames: kept, indices: pick(indices, positions) };
}

/** The elements at some indices, at least one. */
export function pick<T>(all: readonly T[], indices: readonly number[]): readonly [T, ...T[]] {
  return indices.map((i) => all[i]) as unknown as readonly [T, ...T[]];
}

/** Index, among some of a set's frames, by default all, of the one that the caller chose as the reference. */
export function chosenOf(
  { frames, reference, isChosen }: PhotoSet,
  indices: readonly number[] = [...frames.keys()],
): number | undefined {
  const chosen = isChosen ? indices.indexOf(reference) : -1;
  return chosen < 0 ? undefined : chosen;
}

/** Names of some of a set's frames, by default all. */
export function namesOf({ frames }: PhotoSet, indices: readonly number[] = [...frames.keys()]): string[] {
  return indices.map((i) => frames[i].file.name);
}

/**
 * EV at ISO 100 of some of a set's frames, by default all. Undefined for a flash frame among others, because EXIF does
 * not state how much light the flash gave, and for frames developed from the same exposure.
 */
export function exposuresOf(
  set: PhotoSet,
  indices: readonly number[] = [...set.frames.keys()],
): (number | undefined)[] {
  if (areOfOneExposure(set)) return indices.map(() => undefined);
  const isMixed = set.frames.some(({ photo }) => photo.exposure.flashFired !== set.frames[0].photo.exposure.flashFired);
  return indices.map((i) => {
    const { exposure } = set.frames[i].photo;
    return isMixed && exposure.flashFired ? undefined : ev100(exposure);
  });
}

/**
 * Whether the headers of several frames state the same time and exposure, so that they are renditions of one
 * photograph.
 */
function areOfOneExposure({ frames }: PhotoSet): boolean {
  const keys = frames.map(({ photo: { capturedAt, exposure } }) => `${capturedAt?.epochMs} ${ev100(exposure)}`);
  return frames.length > 1 && frames[0].photo.capturedAt !== undefined && keys.every((key) => key === keys[0]);
}
