import type { PhotoSet } from "./grouping.ts";

/** A photograph that is in no picture, though nothing is wrong with it. */
export interface UnusedFile {
  /** The source, by its name. */
  readonly file: string;
  /** Why, in plain words. */
  readonly reason: string;
}

/** Second files of the shots of sets. */
export function unusedTwins(sets: readonly Pick<PhotoSet, "frames" | "twins">[]): UnusedFile[] {
  return sets.flatMap(({ frames, twins }) =>
    twins.map(({ file }) => ({
      file: file.name,
      reason: `second file of a photograph of the set of ${frames[0].file.name}`,
    })),
  );
}
