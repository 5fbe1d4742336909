// Options of an engine's calls besides those of their stages.

import type { Look } from "../../stages/tone/index.ts";
import type { HouseReading } from "../house-reading.ts";
import type { OutputStream } from "./picture-stream.ts";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call early: it rejects with `cancelled`, and nothing half-written is left. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** How far a call is. */
export interface Progress<Step extends string = string> {
  /** What is being done. */
  readonly step: Step;
  /** How much of `total` is done, from 0 to `total`. */
  readonly done: number;
  /** How much there is at most: files, sets, or steps of one picture. */
  readonly total: number;
}

/** For calls that take long. */
export interface ProgressOptions<Step extends string> {
  /** Called each time the call is a bit further; what it returns does not count. Default: none. */
  readonly onProgress?: ((progress: Progress<Step>) => void) | undefined;
}

/** Finished pictures alone, or each with what it was made of. */
export interface LookExamples<File> {
  /** The finished pictures. */
  readonly finished: readonly File[];
  /** As `finished`, in its order; none where only finished pictures are known. */
  readonly before?: readonly File[] | undefined;
}

/** A look for the picture or pictures of a call. */
export interface LookCallOptions {
  /** The look that the pictures get, from `learnLook` or `parseLook`. Default: none. */
  readonly look?: Look | undefined;
}

/** What the other sets of a run show about the one picture of a call. */
export interface HouseCallOptions {
  /** The entry that `readHouse` gives for the set. Has no effect where `oneHouse` is off. Default: none. */
  readonly house?: HouseReading | undefined;
}

/** Where the one picture of a call goes: to a file, to a stream, or back as bytes. */
export interface OutputOptions extends CallOptions {
  /**
   * The file that the picture is written to, a path or a `file:` URL whose extension chooses the format; or a stream,
   * which gets the picture in `format` and is ended. Without it the picture comes back as `bytes`.
   */
  readonly output?: string | URL | OutputStream | undefined;
  /** Also writes `<output>.json` with the report, where `output` is a file. Default: `false`. */
  readonly report?: boolean | undefined;
}

/** What `group` and `enhanceBatch` know of the sources in addition to their headers. */
export interface SetOptions {
  /**
   * Sets by hand, each a list of names of sources; a source that no list names is a separate set. Without them the
   * sets are found.
   */
  readonly groups?: readonly (readonly string[])[] | undefined;
  /**
   * Names of sources found in folders, not given one by one: results of earlier runs among them are skipped, unless
   * there is nothing else. Default: none.
   */
  readonly foundInFolders?: readonly string[] | undefined;
}

/** What `enhanceBatch` takes in addition to the options of `enhance`. */
export interface BatchOptions extends CallOptions, LookCallOptions, SetOptions {
  /** Folder for the pictures: a path or a `file:` URL. Without it the events carry the bytes. */
  readonly outputDir?: string | URL | undefined;
  /** Of sources, by name: the folder within `outputDir` that takes the picture of a set that begins with it. */
  readonly folders?: Readonly<Record<string, string>> | undefined;
  /**
   * Leaves sets alone whose picture an earlier run made of the same photographs in the same way. Default: `false`.
   */
  readonly resume?: boolean | undefined;
  /** Groups, and does nothing else. Default: `false`. */
  readonly dryRun?: boolean | undefined;
  /** Writes each picture's report next to it as JSON. Default: `false`. */
  readonly report?: boolean | undefined;
}

/**
 * How far a grouping is: first every header is read, then as many pictures are compared as the answer needs; their
 * `total` is the most there could be.
 */
export type GroupProgress = Progress<"headers" | "pictures">;

/** What `group` takes in addition to its options. */
export interface GroupCallOptions extends CallOptions, ProgressOptions<"headers" | "pictures">, SetOptions {}

/** Reports one more of `total` each time it is called. */
export function counter<Step extends string>(
  step: Step,
  total: number,
  onProgress: ProgressOptions<Step>["onProgress"],
): () => void {
  let done = 0;
  return () => onProgress?.({ step, done: ++done, total });
}
