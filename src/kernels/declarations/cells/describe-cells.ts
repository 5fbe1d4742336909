import { type ArgsOf, declareKernel, f32, number, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/** Colour, luma and detail of the cells that `coarsenCells` writes. Rows are rows of cells. */
export const describeCellsArgs = declareKernel({
  args: {
    cells: u16("width", "rowEnd", cellSamples),
    spreads: f32("width", "rowEnd"),
    /** Interleaved display values, 0 to 1. */
    rgb: out(f32("width", "rowEnd", 3)),
    /** Display values, 0 to 1. */
    luma: out(f32("width", "rowEnd")),
    /** Standard deviation of green inside the cell / (luma + `offset`). */
    detail: out(f32("width", "rowEnd")),
    /** Mean standard deviation of green inside the merged cells of the small copy / (luma + `offset`). */
    fine: out(f32("width", "rowEnd")),
    width: size,
    /** Factor that turns a sum in `spreads` into a mean, 1 = full scale. */
    perSample: number,
    offset: number,
  },
});
export type DescribeCellsArgs = ArgsOf<typeof describeCellsArgs>;
