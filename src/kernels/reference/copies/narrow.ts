import type { U8, U16 } from "../../../image/index.ts";
import { pollCancel } from "../poll-cancel.ts";

/** 16 bits to 8: round(x · 255 / 65535). `source` and `target` are rows of `rowSamples` samples. */
export interface NarrowArgs {
  readonly source: U16;
  readonly target: U8;
  readonly rowSamples: number;
}

export function narrow(args: NarrowArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, rowSamples } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let i = y * rowSamples; i < (y + 1) * rowSamples; i++) target[i] = Math.round(source[i] / 257);
  }
}
