import {
  type ArgsOf,
  declareKernel,
  either,
  integer,
  listOf,
  optional,
  out,
  single,
  size,
  u16,
} from "../declaration.ts";

/** Levels below this one are made row by row; it holds 1/64 of a picture's samples. */
export const storedLevel = 3;

/**
 * What both full-size passes read: frames of width × height × 3 display values, and the exponents of the paper's three
 * measures.
 */
const fusionInput = {
  frames: listOf(either("width", "height", 3)),
  width: size,
  height: size,
  /** Which level is stored between the passes: ⌊log2 min(width, height)⌋, at most {@link storedLevel}. */
  levels: integer(0, storedLevel),
  contrastWeight: single,
  saturationWeight: single,
  exposednessWeight: single,
};

/**
 * Normalised weights of all frames (Mertens, Kautz, Van Reeth 2007, section 3.1), and from them and the frames level
 * `levels` (at least 1) of every Gaussian pyramid. `targets[i]` is 4 planes (red, green, blue: 32640 = 1.0; weight:
 * 32767 = 1.0), each side halved `levels` times rounding up. Rows are that level's.
 */
export const fusionReduceArgs = declareKernel({
  constants: { storedLevel },
  args: { ...fusionInput, targets: out(listOf(u16(), "frames")) },
});
export type FusionReduceArgs = ArgsOf<typeof fusionReduceArgs>;

/**
 * The coarse end of the fused pyramid (eq. 6): builds `depth` levels above `levels[i]` (as fusionReduce wrote them, of
 * width × height), blends and collapses them into `target`, 3 planes of width × height, 16320 = 1.0 from 8160 on. Rows
 * are the 3 planes.
 */
export const fusionCollapseArgs = declareKernel({
  rows: 3,
  args: {
    levels: listOf(u16("width", "height", 4)),
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    /** After so many halvings any side is 1. */
    depth: integer(0, 32),
  },
});
export type FusionCollapseArgs = ArgsOf<typeof fusionCollapseArgs>;

/**
 * The fine end in one go: weights and levels are made again from the frames (cheaper than keeping them), blended with
 * `stored` (as fusionReduce wrote it) and `result` (as fusionCollapse wrote it), neither of which is read when `levels`
 * is 0. `target` is interleaved, 65535 = 1.0, clipped. Rows are the target's.
 */
export const fusionExpandArgs = declareKernel({
  rows: "height",
  args: {
    ...fusionInput,
    stored: optional(listOf(u16())),
    result: optional(u16()),
    target: out(u16("width", "height", 3)),
  },
});
export type FusionExpandArgs = ArgsOf<typeof fusionExpandArgs>;
