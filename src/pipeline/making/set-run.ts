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

/** One set on its way to a picture, and what all steps of the way go by. */
export class SetRun {
  readonly set: PhotoSet;
  readonly decoding: FrameDecoding;
  readonly options: ResolvedOptions;
  readonly job: Job;
  readonly tools: Tools;
  /** Whether there is memory for the best picture while a better one is looked for. */
  readonly keepsBest: boolean;
  /** Begins the metadata of a JPEG; absent where the picture becomes no file. */
  readonly heads: HeadMaker | undefined;
  /** Takes copies of what the picture is toned from; absent unless other options will be tried on it. */
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

/** What a set's picture is merged, rectified and toned from: enough to do these again with other options. */
export interface KeptSet {
  readonly toTone: ToneInput;
  readonly geometry: PictureGeometry;
  /** Whether the frames were brought to the geometry as they were aligned. */
  readonly resampled: boolean;
  readonly merging: MergeAgain;
}

/** Of the way that was delivered. */
export interface MergeAgain {
  readonly input: MergeInput;
  readonly options: MergeOptionsInput;
}

/** The same in its own memory, so that it outlives the call that made it. */
export function ownCopy<T>(value: T): T {
  return copyOut(value, { holds: () => true });
}

/** Bytes of all views in a value. */
export function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), 0);
}

export type Frames = readonly [IntegerImage, ...IntegerImage[]];

/** The frames of a set that are left for its picture. */
export interface KeptFrames {
  readonly frames: Frames;
  /** Their indices among the frames of the set. */
  readonly indices: readonly number[];
}

/** Some of the frames, by their positions among those that are left, at least one; the leases of the others end. */
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

/** Of some of a set's frames, or of all. */
export function namesOf({ frames }: PhotoSet, indices: readonly number[] = [...frames.keys()]): string[] {
  return indices.map((i) => frames[i].file.name);
}

/**
 * EV at ISO 100 of some of a set's frames, or of all. Undefined for a frame by flash among others, because EXIF does
 * not say how much light that gave, and for all that were developed from one exposure.
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

/** Whether the headers of several frames state one time and one exposure: then their brightness was set afterwards. */
function areOfOneExposure({ frames }: PhotoSet): boolean {
  const keys = frames.map(({ photo: { capturedAt, exposure } }) => `${capturedAt?.epochMs} ${ev100(exposure)}`);
  return frames.length > 1 && frames[0].photo.capturedAt !== undefined && keys.every((key) => key === keys[0]);
}
