import type { NarrowArgs } from "../../../../src/kernels/declarations/copies.ts";
import { pollCancel } from "../poll-cancel.ts";

export function narrow(args: NarrowArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, rowSamples } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let i = y * rowSamples; i < (y + 1) * rowSamples; i++) target[i] = Math.round(source[i] / 257);
  }
}
