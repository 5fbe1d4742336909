import { type ArgsOf, declareKernel, number, out, size, u8, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/**
 * Green of a small copy's cells, as `deghostShrink` makes it (`copy`, width × height of `cellSamples`). `target`: the
 * mean of green, 65535 = 1, from its root mean square and its deviation. `clipped`: 1 where the largest sample inside a
 * cell is `clipAt` or more.
 */
export const greenCellsArgs = declareKernel({
  rows: "height",
  args: {
    copy: u16("width", "height", cellSamples),
    target: out(u16("width", "height")),
    clipped: out(u8("width", "height")),
    width: size,
    height: size,
    clipAt: number,
  },
});
export type GreenCellsArgs = ArgsOf<typeof greenCellsArgs>;
