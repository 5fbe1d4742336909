import type { Look } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import type { FailedFile, SetFlag } from "../finding/index.ts";

/** A set as events name it. */
export interface SetSummary {
  /** Counts from 0, in the order of `grouped`. */
  readonly index: number;
  /** The frames, by name, in capture order. */
  readonly files: readonly string[];
  /** `bracket` for several frames of one view, `single` for one file. */
  readonly kind: "bracket" | "single";
  /** Why these files belong together, in plain words. */
  readonly reasons: readonly string[];
  /** How sure the set is, 0 to 1. */
  readonly confidence: number;
  /** Aborted and repeated sets, blurred frames, outliers. */
  readonly flags: readonly SetFlag[];
  /** Where the picture goes, when it is written. */
  readonly output?: string;
  /**
   * What becomes of an existing file with the output's name; absent without one. An original, or a file that this
   * program did not make (`foreign`), is never replaced.
   */
  readonly existing?: "skip" | "replace" | "refuse" | "original" | "foreign";
}

/** A run, as the engine checked it. */
export interface BatchRequest {
  readonly files: readonly InputFile[];
  /** Sources that could not be opened. */
  readonly failed: readonly FailedFile[];
  readonly groups?: readonly (readonly string[])[];
  /** Names of files that were found in folders, not named one by one. */
  readonly foundInFolders: readonly string[];
  /** Without it, finished events carry the bytes. */
  readonly outputDir?: string;
  /** By name of a set's first file: the folder within it. */
  readonly folders: Readonly<Record<string, string>>;
  /** Sets whose picture was made of the same photographs in the same way are left alone. */
  readonly resume: boolean;
  /** For all pictures. */
  readonly look?: Look;
  /** Groups only. */
  readonly dryRun: boolean;
  /** Writes each picture's report next to it as JSON. */
  readonly report: boolean;
}
