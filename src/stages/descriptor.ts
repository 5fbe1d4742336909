import type { OptionTable } from "../options/index.ts";

/** Headings of options in the help of the command line. They do not require knowledge of the stages. */
export type Heading =
  | "Finding the sets"
  | "Developing RAW files"
  | "Merging the frames of a bracket"
  | "Lens and perspective"
  | "Brightness and colour"
  | "The result";

/** Dimensions of a set, for estimates of memory. */
export interface SetSize {
  readonly frames: number;
  /** Number of flash frames among them, which are not part of the bracket. */
  readonly flashFrames: number;
  /** Decoded size of all frames, in bytes. */
  readonly bytes: number;
  /** Pixels of the largest frame. */
  readonly pixels: number;
  /** Whether the frames may be full circles. */
  readonly mayWrap: boolean;
}

/** Work of a stage that runs in parallel with other stages. The pipeline starts it and waits for it (`SideTasks`). */
export interface SideTask {
  /** Description in plain words: "compares the frames with each other". */
  readonly does: string;
  /** The stage after which it starts; absent if it needs no stage's result. */
  readonly after?: string;
  /** The stage that waits for its result. */
  readonly neededBy: string;
}

/**
 * Everything that other code needs to know about a stage, except its function. Lists, tables, help, reports and
 * estimates use it.
 */
export interface StageDescriptor {
  /** Options by name; empty if there are none. */
  readonly options: OptionTable;
  readonly heading: Heading;
  /** The part of its result that a report contains, without pictures and tables. Absent if the report needs nothing. */
  facts?(result: never): unknown;
  /** Changes to the pixels, in plain words, for the report and for the metadata. */
  operations?(facts: never): readonly string[];
  /** Maximum pixel memory in use while it runs, bytes. Absent if other stages need more. */
  peakBytes?(size: SetSize): number;
  /** Work that runs in parallel with other stages, by name; absent if there is none. */
  readonly sideTasks?: Readonly<Record<string, SideTask>>;
}
