import { type ArgsOf, declareKernel, f32, out, sizeFrom, sizeUpTo, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";
import { cellSamples, deghostShrink } from "./deghost-shrink.ts";

/**
 * Cells of a small copy, as `deghostShrink` makes it (`copy`, width × height of `cellSamples`), brought together factor
 * × factor (1 to 64). `target` has ⌊width/factor⌋ × ⌊height/factor⌋ cells: what `deghostShrink` makes of the copy's
 * red, green and blue. `spreads` has for each of them the sum of the standard deviations of green inside the copy's
 * cells, 65535 = 1. Rows are the target's.
 */
export const coarsenCellsArgs = declareKernel({
  rows: "height / factor",
  args: {
    copy: u16("width", "height", cellSamples),
    target: out(u16("width / factor", "height / factor", cellSamples)),
    spreads: out(f32("width / factor", "height / factor")),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type CoarsenCellsArgs = ArgsOf<typeof coarsenCellsArgs>;

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
