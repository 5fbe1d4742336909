import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Detail of a picture's cells (`luma` in display values; `fine` and `detail` relative to it, with `offset` added)
 * compared with what its frames show of them. `specks`: 1 where either is over `timesDetail` times the frames' most and
 * `plusDetail`. `grains`: its fine detail over the least of the frames that show the cell (luma within `darkest` to
 * `brightest`), `leastGrain` at least, where picture and frame show it and no frame has `flat` detail; −1 elsewhere.
 * `counts`: how many cells of a row are without any spread (below `evenSpread`, display values) where every frame has
 * one (over `grainSpread`).
 */
export const cellDetailArgs = declareKernel({
  args: {
    luma: f32("width", "rowEnd"),
    fine: f32("width", "rowEnd"),
    detail: f32("width", "rowEnd"),
    lumas: listOf(f32("width", "rowEnd")),
    fines: listOf(f32("width", "rowEnd"), "lumas"),
    details: listOf(f32("width", "rowEnd"), "lumas"),
    specks: out(f32("width", "rowEnd")),
    grains: out(f32("width", "rowEnd")),
    counts: out(i32("rowEnd")),
    width: size,
    offset: number,
    darkest: number,
    brightest: number,
    timesDetail: number,
    plusDetail: number,
    flat: number,
    leastGrain: number,
    evenSpread: number,
    grainSpread: number,
  },
});
export type CellDetailArgs = ArgsOf<typeof cellDetailArgs>;
