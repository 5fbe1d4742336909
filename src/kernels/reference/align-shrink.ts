import type { U8, U16 } from "../../image/index.ts";
import { pollCancel } from "./poll-cancel.ts";

/**
 * Area average of one channel over factor × factor blocks. `source` is width × height × channels (8 or 16 bits), `mean` and
 * `clipped` are ⌊width/factor⌋ × ⌊height/factor⌋; `mean` is scaled to 65535 = full scale, `clipped` is 1 where any sample of the
 * block reaches `clipAt` (in units of `source`), else 0. An incomplete last block is left out. Rows are the target's.
 */
export interface AlignShrinkArgs {
  readonly source: U8 | U16;
  readonly mean: U16;
  readonly clipped: U8;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly channel: number;
  /** 1 to 64. */
  readonly factor: number;
  readonly clipAt: number;
}

export function alignShrink(args: AlignShrinkArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, mean, clipped, width, channels, channel, factor, clipAt } = args;
  const targetWidth = Math.floor(width / factor);
  const scale = (source instanceof Uint8Array ? 257 : 1) / (factor * factor);
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < targetWidth; x++) {
      let sum = 0;
      let brightest = 0;
      for (let j = 0; j < factor; j++) {
        const row = ((y * factor + j) * width + x * factor) * channels + channel;
        for (let i = 0; i < factor; i++) {
          sum += source[row + i * channels];
          brightest = Math.max(brightest, source[row + i * channels]);
        }
      }
      mean[y * targetWidth + x] = sum * scale + 0.5;
      clipped[y * targetWidth + x] = brightest >= clipAt ? 1 : 0;
    }
  }
}
