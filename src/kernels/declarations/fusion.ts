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

/**
 * The pyramid level that is stored between the two passes. Finer levels are computed row by row; this one has 1/64 of a
 * picture's samples.
 */
export const storedLevel = 3;

/** Arguments of both full-size passes: frames of display values, and the exponents of the paper's three measures. */
const fusionInput = {
  frames: listOf(either("width", "height", 3)),
  width: size,
  height: size,
  /** Level that is stored between the passes: ⌊log2 min(width, height)⌋, at most {@link storedLevel}. */
  levels: integer(0, storedLevel),
  contrastWeight: single,
  saturationWeight: single,
  exposednessWeight: single,
};

/**
 * First pass: computes the normalised weights of all frames (Mertens, Kautz, Van Reeth 2007, section 3.1) and reduces
 * frames and weights to level `levels` (at least 1) of their Gaussian pyramids. `targets[i]` has 4 planes (red, green,
 * blue: 32640 = 1.0; weight: 32767 = 1.0); each side is halved `levels` times, rounded up. Rows are rows of that level.
 */
export const fusionReduceArgs = declareKernel({
  constants: { storedLevel },
  args: { ...fusionInput, targets: out(listOf(u16(), "frames")) },
});
export type FusionReduceArgs = ArgsOf<typeof fusionReduceArgs>;

/**
 * Computes the coarse levels of the fused pyramid (eq. 6): builds `depth` levels above `levels`, blends them and
 * collapses them into `target`. Rows are the 3 planes.
 */
export const fusionCollapseArgs = declareKernel({
  rows: 3,
  args: {
    /** As fusionReduce writes them. */
    levels: listOf(u16("width", "height", 4)),
    /** 3 planes; 8160 = 0, and 1.0 is 16320 above it. */
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    /** 32 halvings reduce any side to 1. */
    depth: integer(0, 32),
  },
});
export type FusionCollapseArgs = ArgsOf<typeof fusionCollapseArgs>;

/**
 * Second pass: computes weights and fine levels from the frames again, which is cheaper than storing them, and blends
 * them with the coarse result. Rows are target rows.
 */
export const fusionExpandArgs = declareKernel({
  rows: "height",
  args: {
    ...fusionInput,
    /** As fusionReduce writes it; not read if `levels` is 0. */
    stored: optional(listOf(u16())),
    /** As fusionCollapse writes it; not read if `levels` is 0. */
    result: optional(u16()),
    /** Interleaved, 65535 = 1.0, clamped. */
    target: out(u16("width", "height", 3)),
  },
});
export type FusionExpandArgs = ArgsOf<typeof fusionExpandArgs>;
