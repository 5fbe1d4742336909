import { copyOut } from "../../image/index.ts";
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
