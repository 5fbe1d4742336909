import { type ArgsOf, declareKernel, f32, number, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "./deghost-shrink.ts";

/**
 * What a check reads of cells (`width` a row), as `coarsenCells` makes them with their `spreads` (sums over so many
 * cells of the small copy that `perSample` brings them to 1 = full scale). One entry a cell: `rgb` (interleaved) and
 * `luma`, display values 0 to 1; `detail`, the deviation of green inside the cell over luma, and `fine`, the mean one
 * inside the copy's cells over luma, both with `offset` added to luma.
 */
export const describeCellsArgs = declareKernel({
  args: {
    cells: u16("width", "rowEnd", cellSamples),
    spreads: f32("width", "rowEnd"),
    rgb: out(f32("width", "rowEnd", 3)),
    luma: out(f32("width", "rowEnd")),
    detail: out(f32("width", "rowEnd")),
    fine: out(f32("width", "rowEnd")),
    width: size,
    perSample: number,
    offset: number,
  },
});
export type DescribeCellsArgs = ArgsOf<typeof describeCellsArgs>;
