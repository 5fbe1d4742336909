import { type ArgsOf, declareKernel, f32, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Colours of the cells of a small copy. Rows are rows of cells. */
export const cellColoursArgs = declareKernel({
  args: {
    /** As `deghostShrink` writes it. */
    copy: u16("width", "rowEnd", cellSamples),
    /** Red, green, blue, 65535 = 1. */
    target: out(u16("width", "rowEnd", 3)),
    width: size,
  },
});
export type CellColoursArgs = ArgsOf<typeof cellColoursArgs>;

/**
 * The reverse of `cellColours`: cells with the given colours and their luma. Their spread and peak are unknown and set
 * to 0.
 */
export const colouredCellsArgs = declareKernel({
  args: {
    source: u16("width", "rowEnd", 3),
    target: out(u16("width", "rowEnd", cellSamples)),
    width: size,
  },
});
export type ColouredCellsArgs = ArgsOf<typeof colouredCellsArgs>;

/** Luma of the cells of a small copy, 1 = full scale. */
export const cellLumaArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(f32("width", "rowEnd")),
    width: size,
  },
});
export type CellLumaArgs = ArgsOf<typeof cellLumaArgs>;
