import { type ArgsOf, declareKernel, out, samples, sizeFrom, sizeUpTo, u16 } from "../../declaration.ts";

/** Samples of a cell in the target of {@link deghostShrink}: red, green, blue, luma, spread, peak. */
export const cellSamples = 6;

/**
 * Small copy of a frame: one cell for each block of factor × factor pixels. Red, green, blue and luma are root mean
 * squares of display values. Squares of display values are nearly linear light, so their means follow a change of
 * exposure whatever the detail inside a block; means of display values do not. Rows are target rows.
 */
export const deghostShrinkArgs = declareKernel({
  rows: "height / factor",
  constants: { cellSamples },
  args: {
    /** 8 bits, or 16 bits of which the upper 12 are used. */
    source: samples("S", "width", "height", 3),
    /**
     * `cellSamples` a cell, 65535 = 1: root mean squares of red, green, blue and luma (Rec. 709 weights on the
     * squares), the standard deviation of green, and the largest sample of green.
     */
    target: out(u16("width / factor", "height / factor", cellSamples)),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type DeghostShrinkArgs = ArgsOf<typeof deghostShrinkArgs>;
