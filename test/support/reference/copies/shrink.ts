import type { ShrinkArgs } from "../../../../src/kernels/declarations/copies.ts";
import { pollCancel } from "../poll-cancel.ts";

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
