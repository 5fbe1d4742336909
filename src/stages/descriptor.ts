import type { OptionTable } from "../options/index.ts";

/** Options stand under these headings in the help of the command line, in the words of someone who knows no stage. */
export type Heading =
  | "Finding the sets"
  | "Developing RAW files"
  | "Merging the frames of a bracket"
  | "Lens and perspective"
  | "Brightness and colour"
  | "The result";

/** How large a set is. */
export interface SetSize {
  readonly frames: number;
  /** Of these, flash frames, which are not part of the bracket. */
  readonly flashFrames: number;
  /** Of all frames, decoded. */
  readonly bytes: number;
  /** Of the largest frame. */
  readonly pixels: number;
  /** Whether the frames may be full circles. */
  readonly mayWrap: boolean;
}

/** Work of a stage that runs while other stages do. The pipeline begins it and waits for it (`SideTasks`). */
export interface SideTask {
  /** What it does, in plain words: "compares the frames with each other". */
  readonly does: string;
  /** The stage after which it begins; absent if it needs no stage's result. */
  readonly after?: string;
  /** The stage that waits for its result. */
  readonly neededBy: string;
}

/**
 * Everything that other code knows about a stage, except its verb. Lists, tables, help, reports and estimates use it.
 */
export interface StageDescriptor {
  /** Options by name; empty if there is nothing to choose. */
  readonly options: OptionTable;
  readonly heading: Heading;
  /** What a report contains of its result, without pictures and tables. Absent if the report needs nothing. */
  facts?(result: never): unknown;
  /** What it did to the pixels, in plain words, for the report and for the metadata. */
  operations?(facts: never): readonly string[];
  /** The most memory of pixels in use while it runs, bytes. Absent if other stages need more. */
  peakBytes?(size: SetSize): number;
  /** Its work that runs in parallel with other stages, by name; absent if there is none. */
  readonly sideTasks?: Readonly<Record<string, SideTask>>;
}
