import type { F32 } from "../../image/index.ts";
import { pollCancel } from "./poll-cancel.ts";

/**
 * One Gaussian pyramid step (Burt & Adelson 1983): 5 × 5 binomial filter [1 4 6 4 1]/16, every second sample, mirrored borders
 * without repeating the edge (reflect-101, as OpenCV's pyrDown). `source` is width × height × channels, `target` is
 * ⌈width/2⌉ × ⌈height/2⌉ × channels, interleaved. Rows are the target's.
 */
export interface PyramidDownArgs {
  readonly source: F32;
  readonly target: F32;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Index mirrored into [0, size) without repeating the border sample. */
export function reflect101(index: number, size: number): number {
  if (size === 1) return 0;
  let i = index;
  while (i < 0 || i >= size) i = i < 0 ? -i : 2 * size - 2 - i;
  return i;
}

const taps = [1, 4, 6, 4, 1];

export function pyramidDown(args: PyramidDownArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, height, channels } = args;
  const targetWidth = (width + 1) >> 1;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < targetWidth; x++) {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let j = 0; j < 5; j++) {
          const row = reflect101(2 * y + j - 2, height) * width;
          for (let i = 0; i < 5; i++) {
            sum += taps[j] * taps[i] * source[(row + reflect101(2 * x + i - 2, width)) * channels + c];
          }
        }
        target[(y * targetWidth + x) * channels + c] = sum / 256;
      }
    }
  }
}
