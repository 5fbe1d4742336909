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
  /** Of these, flash frames that are no part of the bracket. */
  readonly flashFrames: number;
  /** Of all frames, decoded. */
  readonly bytes: number;
  /** Of the largest frame. */
  readonly pixels: number;
  /** Whether the frames may be full circles. */
  readonly mayWrap: boolean;
}

/** All that others know of a stage beside its verb. Lists, tables, help, reports and estimates go by it. */
export interface StageDescriptor {
  /** Options by name; empty where there is nothing to choose. */
  readonly options: OptionTable;
  readonly heading: Heading;
  /** What a report tells of its result: no pictures and tables. Absent where it has nothing to tell. */
  facts?(result: never): unknown;
  /** What it did to the pixels, in plain words, for the report and for the metadata. */
  operations?(facts: never): readonly string[];
  /** The most memory of pixels in use while it runs, bytes. Absent where that is less than what other stages need. */
  peakBytes?(size: SetSize): number;
}
