import { automatic, flag, integerIn, numberIn, type OptionsInput, type OptionsOf } from "../../options/index.ts";

export const groupOptions = {
  /** Fixed sets for shoots whose metadata is missing or wrong. */
  bracketSize: automatic(
    integerIn(
      0,
      25,
      0,
      "Frames per bracket: 0 finds the sets automatically, N makes every N consecutive photographs one set.",
    ),
  ),
  /** For shoots in which every frame of a view belongs together: by day and at dusk, bracketed once or twice. */
  sameView: flag(
    false,
    "Group by camera angle alone: all photographs of one view are one set, whenever they were taken.",
  ),
  /** Only limits the search; evidence ends sets long before this size. Some photographers use brackets of 22 frames. */
  maxBracketSize: integerIn(2, 25, 25, "Largest set that automatic grouping looks for."),
  /** Brackets taken by hand have pauses in which the dial is turned. */
  maxGapS: numberIn(
    0,
    3600,
    90,
    "Longest pause, in seconds, between the end of one frame and the start of the next of the same set.",
  ),
  /** RAW has more dynamic range; the JPEG has the camera's own look and opens faster. */
  preferJpeg: flag(false, "Use the JPEG if a shot has a RAW and a JPEG."),
  /** Needs a thumbnail of every frame of every set, while most sets need none. */
  checkFrames: flag(false, "Check every frame of every set for blur, outliers and repeated sets."),
} as const;

export type GroupOptions = OptionsOf<typeof groupOptions>;
export type GroupOptionsInput = OptionsInput<typeof groupOptions>;
