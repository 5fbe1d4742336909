import { type ArgsOf, declareKernel, i32, integer, out, samples, size } from "../../declaration.ts";

/** Values of single samples that are kept of a row. */
const mostValues = 16;

/** Numbers a row: how far neighbours are apart, single samples of noise, how many values they have, those values. */
export const rowFacts = 3 + mostValues;

/**
 * How rough each row is. `found[0]`: the sum of the differences between neighbours `lag` apart, at every `step`-th
 * place. `found[1]`, in every `stride`-th row from `rowLag` on that has a row `rowLag` above and below: samples whose
 * four neighbours, `lag` to the sides and `rowLag` above and below, agree to `near`, and which lie more than `far`
 * beyond them; `found[2]` and what follows: the first of their values, each once. Rows are the picture's.
 */
export const roughRowsArgs = declareKernel({
  rows: "height",
  constants: { mostValues, rowFacts },
  args: {
    source: samples("S", "width", "height"),
    found: out(i32("height", rowFacts)),
    /** Samples a row, of all channels. */
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
