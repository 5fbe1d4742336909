import type { Look } from "../../stages/tone/index.ts";
import type { InputFile } from "../disk/index.ts";
import type { FailedFile, SetFlag } from "../finding/index.ts";

/** A set, as events refer to it. */
export interface SetSummary {
  /** Index of the set from 0, in the order of `grouped`. */
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
  /** Path that the picture is written to, if it is written to a file. */
  readonly output?: string;
  /**
   * How an existing file with the output's name is treated; absent if none exists. An original, or a file that this
   * program did not make (`foreign`), is never replaced.
   */
  readonly existing?: "skip" | "replace" | "refuse" | "original" | "foreign";
}

/** A run whose options the engine has checked. */
export interface BatchRequest {
  readonly files: readonly InputFile[];
  /** Sources that could not be opened. */
  readonly failed: readonly FailedFile[];
  readonly groups?: readonly (readonly string[])[];
  /** Names of the frames that the caller chose as references of their sets. */
  readonly references: readonly string[];
  /** Names of files that were found in folders, not given individually. */
  readonly foundInFolders: readonly string[];
  /** If absent, finished events contain the bytes. */
  readonly outputDir?: string;
  /** Subfolder of `outputDir` for each set, by the name of the set's first file. */
  readonly folders: Readonly<Record<string, string>>;
  /** Skips sets whose picture was made of the same photographs with the same options. */
  readonly resume: boolean;
  /** The look of all pictures. */
  readonly look?: Look;
  /** Only groups the files. */
  readonly dryRun: boolean;
  /** Writes each picture's report next to it as JSON. */
  readonly report: boolean;
}
