import type { F32 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Detail of a picture's cells (`luma` in display values; `fine` and `detail` relative to it, with `offset` added)
 * beside what its frames show of them. `specks`: 1 where either lies over `timesDetail` times the frames' most and
 * `plusDetail`. `grains`: its fine detail over the least of the frames that tell the cell (luma within `darkest` to
 * `brightest`), `leastGrain` at least, where picture and frame tell it and no frame has `flat` detail; −1 elsewhere.
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

export function cellDetail(args: CellDetailArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { luma, fine, detail, lumas, fines, details, specks, grains, counts, width, offset } = args;
  const { darkest, brightest, timesDetail, plusDetail, flat, leastGrain, evenSpread, grainSpread } = args;
  const tells = (list: F32, cell: number) => list[cell] >= darkest && list[cell] <= brightest;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    counts[y] = 0;
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const mostFine = Math.max(0, ...fines.map((frame) => frame[cell]));
      const mostCoarse = Math.max(0, ...details.map((frame) => frame[cell]));
      const told = fines.filter((_, k) => tells(lumas[k], cell)).map((frame) => frame[cell]);
      const isSpeck =
        fine[cell] > timesDetail * mostFine + plusDetail || detail[cell] > timesDetail * mostCoarse + plusDetail;
      specks[cell] = isSpeck ? 1 : 0;
      grains[cell] = -1;
      if (told.length === 0 || !tells(luma, cell)) continue;
      const calmest = Math.min(...told);
      if (mostCoarse < flat) grains[cell] = fine[cell] / Math.max(calmest, leastGrain);
      const scale = luma[cell] + offset;
      if (calmest * scale > grainSpread && fine[cell] * scale < evenSpread) counts[y]++;
    }
  }
}
