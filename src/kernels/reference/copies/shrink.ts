import { type ArgsOf, declareKernel, f32, out, samples, size, sizeUpTo } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/**
 * Area average over factor × factor blocks. `source` is width × height × channels (8 or 16 bits), `target` is
 * ⌊width/factor⌋ × ⌊height/factor⌋ × channels with 1.0 = full scale; an incomplete last block of a row or column is
 * left out. Rows are the target's.
 */
export const shrinkArgs = declareKernel({
  rows: "height / factor",
  args: {
    source: samples("S", "width", "height", "channels"),
    target: out(f32("width / factor", "height / factor", "channels")),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    factor: sizeUpTo(64),
  },
});
export type ShrinkArgs = ArgsOf<typeof shrinkArgs>;

export function shrink(args: ShrinkArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, channels, factor } = args;
  const targetWidth = Math.floor(width / factor);
  const scale = 1 / (factor * factor * (source instanceof Uint8Array ? 255 : 65535));
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < targetWidth; x++) {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let j = 0; j < factor; j++) {
          const row = ((y * factor + j) * width + x * factor) * channels + c;
          for (let i = 0; i < factor; i++) sum += source[row + i * channels];
        }
        target[(y * targetWidth + x) * channels + c] = sum * scale;
      }
    }
  }
}
