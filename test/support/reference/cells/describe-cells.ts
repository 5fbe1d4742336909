import { cellSamples, type DescribeCellsArgs } from "../../../../src/kernels/declarations/cells.ts";
import { pollCancel } from "../poll-cancel.ts";

export function describeCells(args: DescribeCellsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { cells, spreads, rgb, luma, detail, fine, width, perSample, offset } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let cell = y * width; cell < (y + 1) * width; cell++) {
      const at = cell * cellSamples;
      const value = cells[at + 3] / 65535;
      luma[cell] = value;
      detail[cell] = cells[at + 4] / 65535 / (value + offset);
      fine[cell] = (spreads[cell] * perSample) / (value + offset);
      for (let c = 0; c < 3; c++) rgb[3 * cell + c] = cells[at + c] / 65535;
    }
  }
}
