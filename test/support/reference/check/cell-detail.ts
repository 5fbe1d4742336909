import type { F32 } from "../../../../src/image/index.ts";
import type { CellDetailArgs } from "../../../../src/kernels/declarations/check.ts";
import { pollCancel } from "../poll-cancel.ts";

export function cellDetail(args: CellDetailArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { luma, fine, detail, lumas, fines, details, specks, grains, counts, width, offset } = args;
  const { darkest, brightest, timesDetail, plusDetail, flat, minGrain, evenSpread, grainSpread } = args;
  const tells = (list: F32, cell: number) => list[cell] >= darkest && list[cell] <= brightest;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    counts[y] = 0;
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const maxFine = Math.max(0, ...fines.map((frame) => frame[cell]));
      const maxCoarse = Math.max(0, ...details.map((frame) => frame[cell]));
      const told = fines.filter((_, k) => tells(lumas[k], cell)).map((frame) => frame[cell]);
      const isSpeck =
        fine[cell] > timesDetail * maxFine + plusDetail || detail[cell] > timesDetail * maxCoarse + plusDetail;
      specks[cell] = isSpeck ? 1 : 0;
      grains[cell] = -1;
      if (told.length === 0 || !tells(luma, cell)) continue;
      const calmest = Math.min(...told);
      if (maxCoarse < flat) grains[cell] = fine[cell] / Math.max(calmest, minGrain);
      const scale = luma[cell] + offset;
      if (calmest * scale > grainSpread && fine[cell] * scale < evenSpread) counts[y]++;
    }
  }
}
