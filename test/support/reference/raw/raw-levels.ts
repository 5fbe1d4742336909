import type { RawLevelsArgs } from "../../../../src/kernels/declarations/raw.ts";
import { pollCancel } from "../poll-cancel.ts";

export function rawLevels(args: RawLevelsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, levels, scales, columns, rows, width, samples, cellWidth, cellHeight, pedestal } = args;
  const f = Math.fround;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < samples; c++) {
        const cell = ((y % cellHeight) * cellWidth + (x % cellWidth)) * samples + c;
        const at = (y * width + x) * samples + c;
        const black = f(f(levels[cell] + columns[x]) + rows[y]);
        const value = f(pedestal + f(f(source[at] - black) * scales[cell]));
        target[at] = Math.floor(Math.min(65535, Math.max(0, value)) + 0.5);
      }
    }
  }
}
