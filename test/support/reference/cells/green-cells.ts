import { cellSamples, type GreenCellsArgs } from "../../../../src/kernels/declarations/cells.ts";
import { pollCancel } from "../poll-cancel.ts";

export function greenCells(args: GreenCellsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, clipped, width, clipAt } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const [, green, , , spread, peak] = copy.subarray(cell * cellSamples, (cell + 1) * cellSamples);
      target[cell] = Math.sqrt(Math.max(0, green * green - spread * spread)) + 0.5;
      clipped[cell] = peak >= clipAt ? 1 : 0;
    }
  }
}
