import { type ArgsOf, declareKernel, f32, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Colours of a small copy's cells (`copy`, `width` a row, as `deghostShrink` makes it), interleaved, 65535 = 1. */
export const cellColoursArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(u16("width", "rowEnd", 3)),
    width: size,
  },
});
export type CellColoursArgs = ArgsOf<typeof cellColoursArgs>;

/** The other way: colours as cells of a small copy, with their luma; what is inside a cell is not known and 0. */
export const colouredCellsArgs = declareKernel({
  args: {
    source: u16("width", "rowEnd", 3),
    target: out(u16("width", "rowEnd", cellSamples)),
    width: size,
  },
});
export type ColouredCellsArgs = ArgsOf<typeof colouredCellsArgs>;

/** Luma of a small copy's cells, 1 = full scale. */
export const cellLumaArgs = declareKernel({
  args: {
    copy: u16("width", "rowEnd", cellSamples),
    target: out(f32("width", "rowEnd")),
    width: size,
  },
});
export type CellLumaArgs = ArgsOf<typeof cellLumaArgs>;
