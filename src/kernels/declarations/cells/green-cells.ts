import { type ArgsOf, declareKernel, number, out, size, u8, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Green of the cells of a small copy. Rows are rows of cells. */
export const greenCellsArgs = declareKernel({
  rows: "height",
  args: {
    /** As `deghostShrink` writes it. */
    copy: u16("width", "height", cellSamples),
    /** Mean of green, 65535 = 1, from its root mean square and its standard deviation. */
    target: out(u16("width", "height")),
    /** 1 if the cell's largest sample of green is at least `clipAt`, else 0. */
    clipped: out(u8("width", "height")),
    width: size,
    height: size,
    /** 65535 = 1. */
    clipAt: number,
  },
});
export type GreenCellsArgs = ArgsOf<typeof greenCellsArgs>;
