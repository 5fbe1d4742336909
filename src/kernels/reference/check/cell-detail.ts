import type { F32 } from "../../../image/index.ts";
import { pollCancel } from "../poll-cancel.ts";

/** What {@link cellDetail} reads of a picture: lists of an entry a cell, `width` a row. */
interface Detailed {
  readonly luma: F32;
  readonly fine: F32;
  readonly detail: F32;
}

/**
 * Detail of a picture's cells (`luma` in display values; `fine` and `detail` relative to it, with `offset` added) beside what its frames show of them.
 * `specks`: 1 where either lies over `timesDetail` times the frames' most and `plusDetail`. `grains`: its fine detail over the least of the frames
 * that tell the cell (luma within `darkest` to `brightest`), `leastGrain` at least, where picture and frame tell it and no frame has `flat` detail;
 * −1 elsewhere. `counts`: how many cells of a row are without any spread (below `evenSpread`, display values) where every frame has one (over
 * `grainSpread`).
 */
export interface CellDetailArgs extends Detailed {
  readonly lumas: readonly F32[];
  readonly fines: readonly F32[];
  readonly details: readonly F32[];
  readonly specks: F32;
  readonly grains: F32;
  readonly counts: Int32Array<SharedArrayBuffer>;
  readonly width: number;
  readonly offset: number;
  readonly darkest: number;
  readonly brightest: number;
  readonly timesDetail: number;
  readonly plusDetail: number;
  readonly flat: number;
  readonly leastGrain: number;
  readonly evenSpread: number;
  readonly grainSpread: number;
}

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
