import { type CoarsenCellsArgs, cellSamples } from "../../../../src/kernels/declarations/cells.ts";
import { pollCancel } from "../poll-cancel.ts";
import { deghostShrink } from "./deghost-shrink.ts";

export function coarsenCells(args: CoarsenCellsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, target, spreads, width, height, factor } = args;
  const colours = new Uint16Array(new SharedArrayBuffer(2 * 3 * width * height));
  for (let from = 0, to = 0; to < colours.length; from += cellSamples, to += 3) {
    for (let c = 0; c < 3; c++) colours[to + c] = copy[from + c];
  }
  deghostShrink({ source: colours, target, width, height, factor }, rowBegin, rowEnd, cancel);
  const columns = Math.floor(width / factor);
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < columns; x++) {
      const cell = y * columns + x;
      spreads[cell] = 0;
      for (let j = 0; j < factor; j++) {
        const row = (y * factor + j) * width + x * factor;
        let sum = 0;
        for (let i = row; i < row + factor; i++) sum += copy[i * cellSamples + 4];
        spreads[cell] += sum;
      }
    }
  }
}
