import { type ArgsOf, declareKernel, i32, integer, out, samples, size } from "../../declaration.ts";

/** Maximum number of distinct impulse values that are kept for a row. */
const mostValues = 16;

/** Numbers a row: roughness, number of impulses, number of their distinct values, these values. */
export const rowFacts = 3 + mostValues;

/**
 * Roughness and impulses of each row. An impulse is a sample whose four neighbours, `lag` samples to the sides and
 * `rowLag` rows above and below, differ by at most `near` from each other, and which lies more than `far` outside their
 * range. Impulses are searched in every `stride`-th row from `rowLag` on that has a row `rowLag` above and below. Rows
 * are the picture's.
 */
export const roughRowsArgs = declareKernel({
  rows: "height",
  constants: { mostValues, rowFacts },
  args: {
    source: samples("S", "width", "height"),
    /**
     * `rowFacts` numbers a row. found[0]: sum of absolute differences between samples `lag` apart, at every `step`-th
     * position. found[1]: number of impulses. found[2]: number of distinct values kept; then these values.
     */
    found: out(i32("height", rowFacts)),
    /** Samples of all channels a row. */
    width: size,
    height: size,
    lag: integer(1, "width - 1"),
    rowLag: size,
    step: size,
    stride: size,
    far: integer(0),
    near: integer(0),
  },
});
export type RoughRowsArgs = ArgsOf<typeof roughRowsArgs>;
