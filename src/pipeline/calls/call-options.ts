// What callers of an engine may say of a call beside its stages' options.

import type { Look } from "../../stages/tone/index.ts";
import type { HouseTold } from "../house-told.ts";

/** Ends a call early: it rejects with `cancelled`, and nothing half-written is left. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Finished pictures alone, or each with what it was made of. */
export interface LookExamples<File> {
  readonly finished: readonly File[];
  /** As `finished`, in its order; none where only finished pictures are known. */
  readonly before?: readonly File[];
}

/** A look for the picture or pictures of a call: see `learnLook`. */
export interface LookCallOptions {
  readonly look?: Look;
}

/** What the other sets of a run tell of the one picture of a call: see `readHouse`. Nothing where `oneHouse` is off. */
export interface HouseCallOptions {
  readonly house?: HouseTold;
}

/** Where the one picture of a call goes: to a file, whose extension chooses the format, or back as bytes. */
export interface OutputOptions extends CallOptions {
  readonly output?: string;
  /** Also writes `<output>.json` with the report. */
  readonly report?: boolean;
}

export interface BatchOptions extends CallOptions, LookCallOptions {
  /** Folder for the pictures; without it the events carry the bytes. */
  readonly outputDir?: string;
  /** Sets by hand: lists of source names. */
  readonly groups?: readonly (readonly string[])[];
  /**
   * Names of sources that nobody named one by one: results of earlier runs among them are left out, unless there is
   * nothing else.
   */
  readonly foundInFolders?: readonly string[];
  /** Of sources, by name: the folder within `outputDir` that takes the picture of a set that begins with it. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Leaves sets alone whose picture an earlier run made of the same photographs in the same way. */
  readonly resume?: boolean;
  /** Groups, and does nothing else. */
  readonly dryRun?: boolean;
  readonly report?: boolean;
}

/** How far a grouping is: first every header is read, then as many pictures are compared as the answer needs. */
export interface GroupProgress {
  readonly step: "headers" | "pictures";
  readonly done: number;
  /** Of pictures, the most there could be. */
  readonly total: number;
}

export interface GroupCallOptions extends CallOptions, Pick<BatchOptions, "groups" | "foundInFolders"> {
  readonly onProgress?: (progress: GroupProgress) => void;
}
