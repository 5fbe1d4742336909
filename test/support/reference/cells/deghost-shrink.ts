import { cellSamples, type DeghostShrinkArgs } from "../../../../src/kernels/declarations/cells.ts";
import { pollCancel } from "../poll-cancel.ts";

export function deghostShrink(args: DeghostShrinkArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, factor } = args;
  const columns = Math.floor(width / factor);
  const [full, shift] = source instanceof Uint8Array ? [255, 0] : [4095, 4];
  const samples = factor * factor;
  const toStored = 65535 / full;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < columns; x++) {
      const squares = [0, 0, 0];
      let [green, peak] = [0, 0];
      for (let j = 0; j < factor; j++) {
        const row = ((y * factor + j) * width + x * factor) * 3;
        for (let i = 0; i < factor * 3; i++) {
          const value = source[row + i] >> shift;
          squares[i % 3] += value * value;
          if (i % 3 !== 1) continue;
          green += value;
          peak = Math.max(peak, source[row + i]);
        }
      }
      const [r, g, b] = squares.map((sum) => sum / samples);
      const mean = green / samples;
      const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      const values = [r, g, b, luma, Math.max(0, g - mean * mean)];
      const out = (y * columns + x) * cellSamples;
      for (const [c, value] of values.entries()) target[out + c] = Math.floor(Math.sqrt(value) * toStored + 0.5);
      target[out + cellSamples - 1] = source instanceof Uint8Array ? peak * 257 : peak;
    }
  }
}
