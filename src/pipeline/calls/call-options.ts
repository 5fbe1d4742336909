// Options of an engine's calls besides those of their stages.

import type { Look } from "../../stages/tone/index.ts";
import type { HouseReading } from "../house-reading.ts";
import type { OutputStream } from "./picture-stream.ts";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call early: it rejects with `cancelled`, and nothing half-written is left. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** Progress of a call. */
export interface Progress<Step extends string = string> {
  /** Name of the current step. */
  readonly step: Step;
  /** Finished part of the work, 0 to `total`. */
  readonly done: number;
  /** Maximum amount of work: files, sets, or steps of one picture. */
  readonly total: number;
}

/** Options of long calls. */
export interface ProgressOptions<Step extends string> {
  /** Called whenever the call makes progress; its return value is ignored. Default: none. */
  readonly onProgress?: ((progress: Progress<Step>) => void) | undefined;
}

/** Finished pictures, optionally each with the photograph that it was made from. */
export interface LookExamples<File> {
  /** The finished pictures. */
  readonly finished: readonly File[];
  /** The photographs of `finished`, in the same order; absent if only finished pictures are known. */
  readonly before?: readonly File[] | undefined;
}

/** Option of calls for one set of frames. */
export interface ReferenceCallOptions {
  /**
   * Name of the source that gives the picture its view and metadata, and from which things that moved are shown, unless
   * they are black or white in it. Exposure and tone do not depend on it. Default: each of the three is chosen
   * automatically.
   */
  readonly reference?: string | undefined;
}

/** Option of calls whose pictures can have a look. */
export interface LookCallOptions {
  /** The look to apply to the pictures, from `learnLook` or `parseLook`. Default: none. */
  readonly look?: Look | undefined;
}

/** Option of calls for one picture: what the other sets of the run show about it. */
export interface HouseCallOptions {
  /** The entry that `readHouse` gives for the set. Has no effect if `oneHouse` is off. Default: none. */
  readonly house?: HouseReading | undefined;
}

/** Destination of a call's single picture: a file, a stream, or returned as bytes. */
export interface OutputOptions extends CallOptions {
  /**
   * The file that the picture is written to, a path or a `file:` URL whose extension chooses the format; or a stream,
   * which receives the picture in `format` and is then ended. If absent, the picture is returned as `bytes`.
   */
  readonly output?: string | URL | OutputStream | undefined;
  /** Also writes the report to `<output>.json`, if `output` is a file. Default: `false`. */
  readonly report?: boolean | undefined;
}

/** Information for `group` and `enhanceBatch` about the sources, in addition to their headers. */
export interface SetOptions {
  /**
   * Sets given by hand, each as a list of names of sources; a source that is in no list is a separate set. If absent,
   * the sets are detected.
   */
  readonly groups?: readonly (readonly string[])[] | undefined;
  /**
   * Names of sources found in folders, not given individually: results of earlier runs among them are skipped, unless
   * there are no other sources. Default: none.
   */
  readonly foundInFolders?: readonly string[] | undefined;
}

/** Options of `enhanceBatch` in addition to those of `enhance`. */
export interface BatchOptions extends CallOptions, LookCallOptions, SetOptions {
  /**
   * Names of sources, at most one for each set. Each is used like the option `reference` of `enhance`, for the set that
   * contains it. Default: none.
   */
  readonly references?: readonly string[] | undefined;
  /** Folder for the pictures: a path or a `file:` URL. If absent, the events contain the bytes. */
  readonly outputDir?: string | URL | undefined;
  /**
   * Subfolders of `outputDir`, by name of a source: the picture of a set that begins with this source is written there.
   */
  readonly folders?: Readonly<Record<string, string>> | undefined;
  /**
   * Skips sets whose picture an earlier run made of the same photographs with the same options. Default: `false`.
   */
  readonly resume?: boolean | undefined;
  /** Only groups the sources. Default: `false`. */
  readonly dryRun?: boolean | undefined;
  /** Writes each picture's report next to it as JSON. Default: `false`. */
  readonly report?: boolean | undefined;
}

/**
 * Progress of a grouping: first all headers are read, then pictures are compared, as many as needed; their `total` is
 * the maximum.
 */
export type GroupProgress = Progress<"headers" | "pictures">;

/** Options of the call `group` in addition to those of grouping. */
export interface GroupCallOptions extends CallOptions, ProgressOptions<"headers" | "pictures">, SetOptions {}

/** Returns a function that reports one more of `total` on each call. */
export function counter<Step extends string>(
  step: Step,
  total: number,
  onProgress: ProgressOptions<Step>["onProgress"],
): () => void {
  let done = 0;
  return () => onProgress?.({ step, done: ++done, total });
}
