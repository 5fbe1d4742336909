import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Compares the detail of a picture's cells with that of its frames. A picture or a frame shows a cell if its luma is
 * within `darkest` to `brightest`. Rows are rows of cells.
 */
export const cellDetailArgs = declareKernel({
  args: {
    /** Display values. */
    luma: f32("width", "rowEnd"),
    /** Relative to luma + `offset`, as `describeCells` writes it. */
    fine: f32("width", "rowEnd"),
    /** Relative to luma + `offset`, as `describeCells` writes it. */
    detail: f32("width", "rowEnd"),
    lumas: listOf(f32("width", "rowEnd")),
    fines: listOf(f32("width", "rowEnd"), "lumas"),
    details: listOf(f32("width", "rowEnd"), "lumas"),
    /** 1 if either detail exceeds `timesDetail` × the largest of all frames + `plusDetail`, else 0. */
    specks: out(f32("width", "rowEnd")),
    /**
     * The picture's fine detail, divided by the smallest of the frames that show the cell (`leastGrain` at least). −1
     * if the picture does not show the cell or no frame does, or if a frame's `details` reach `flat`.
     */
    grains: out(f32("width", "rowEnd")),
    /**
     * Number of cells in a row whose spread is below `evenSpread` although it is above `grainSpread` in every frame
     * that shows the cell.
     */
    counts: out(i32("rowEnd")),
    width: size,
    offset: number,
    darkest: number,
    brightest: number,
    timesDetail: number,
    plusDetail: number,
    flat: number,
    leastGrain: number,
    /** Display values. */
    evenSpread: number,
    /** Display values. */
    grainSpread: number,
  },
});
export type CellDetailArgs = ArgsOf<typeof cellDetailArgs>;
