import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import type { FrameDecoding } from "./decode-frames.ts";
import type { Job } from "./job.ts";
import type { HeadMaker } from "./jpeg-metadata.ts";
import type { KeptSet } from "./kept-set.ts";

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
