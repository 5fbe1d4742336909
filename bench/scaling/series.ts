import { benchFrames, benchShoot } from "../frames.ts";

/** Work that grows in one dimension. */
export interface Series {
  readonly name: string;
  /** What grows, as a heading. */
  readonly grows: string;
  readonly values: readonly number[];
  /** The bracket or brackets of one value, and the worker threads of lightwell. */
  work(value: number): Promise<{ brackets: readonly (readonly string[])[]; workers: number; megapixels: number }>;
}

/** Sets are small, so that 200 of them take minutes. */
const setMegapixels = 2;

export const series: readonly Series[] = [
  {
    name: "frames",
    grows: "frames of 24 megapixels",
    values: [1, 2, 3, 5, 7, 9],
    work: async (count) => ({ brackets: [await benchFrames(24, count)], workers: 2, megapixels: 24 * count }),
  },
  {
    name: "megapixels",
    grows: "megapixels of each of five frames",
    values: [6, 12, 24, 45, 102],
    work: async (megapixels) => ({
      brackets: [await benchFrames(megapixels, 5)],
      workers: 2,
      megapixels: 5 * megapixels,
    }),
  },
  ...[1, 2].map(
    (workers): Series => ({
      name: workers === 1 ? "sets by one worker" : "sets",
      grows: `sets of three frames of ${setMegapixels} megapixels, ${workers === 1 ? "one worker" : "two workers"}`,
      // One worker takes about two minutes for fifty sets.
      values: workers === 1 ? [1, 5, 20, 50] : [1, 5, 20, 50, 200],
      work: async (count) => ({
        brackets: await benchShoot(setMegapixels, count),
        workers,
        megapixels: 3 * setMegapixels,
      }),
    }),
  ),
];
