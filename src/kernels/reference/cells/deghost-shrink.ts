import { type ArgsOf, declareKernel, out, samples, sizeFrom, sizeUpTo, u16 } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Samples a cell in the target of {@link deghostShrink}: red, green, blue, luma, spread, peak. */
export const cellSamples = 6;

/**
 * What a frame shows over factor × factor blocks (factor 1 to 64), as root mean squares of display values: squares are
 * nearly light, so their means follow a change of exposure whatever the detail inside a block, which means of display
 * values do not. `source` is width × height × 3 (8 bits, or 16 of which 12 count). `target` has `cellSamples` of 16
 * bits, 65535 = 1, for each of ⌊width/factor⌋ × ⌊height/factor⌋ cells: root mean squares of red, green and blue, of
 * luma (Rec. 709 weights on the squares), and the standard deviation of green; and the largest sample of green. Rows
 * are the target's.
 */
export const deghostShrinkArgs = declareKernel({
  rows: "height / factor",
  constants: { cellSamples },
  args: {
    source: samples("S", "width", "height", 3),
    target: out(u16("width / factor", "height / factor", cellSamples)),
    width: sizeFrom("factor"),
    height: sizeFrom("factor"),
    factor: sizeUpTo(64),
  },
});
export type DeghostShrinkArgs = ArgsOf<typeof deghostShrinkArgs>;

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
