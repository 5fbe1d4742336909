import { type ArgsOf, declareKernel, out, samples, sizeFrom, sizeUpTo, u16 } from "../../declaration.ts";

/** Samples a cell in the target of {@link deghostShrink}: red, green, blue, luma, spread, peak. */
export const cellSamples = 6;

/**
 * What a frame shows over factor × factor blocks (factor 1 to 64), as root mean squares of display values: squares are
 * nearly light, so their means follow a change of exposure whatever the detail inside a block, which means of display
 * values do not. `source` is width × height × 3 (8 bits, or 16 of which 12 count). `target` has `cellSamples` of 16
 * bits, 65535 = 1, for each of ⌊width/factor⌋ × ⌊height/factor⌋ cells: root mean squares of red, green and blue, of
 * luma (Rec. 709 weights on the squares), and the standard deviation of green; and the largest sample of green. Rows
 * are the target's.
 */
export const deghostShrinkArgs = declareKernel({
  rows: "height / factor",
  constants: { cellSamples },
  args: {
    source: samples("S", "width", "height", 3),
    target: out(u16("width / factor", "height / factor", cellSamples)),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type DeghostShrinkArgs = ArgsOf<typeof deghostShrinkArgs>;
