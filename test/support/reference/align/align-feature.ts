import type { AlignFeatureArgs } from "../../../../src/kernels/declarations/align.ts";
import { pollCancel } from "../poll-cancel.ts";

export function alignFeature(args: AlignFeatureArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, width, height, radius } = args;
  const at = (x: number, y: number) => source[clamp(y, height) * width + clamp(x, width)] / 65535;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let x = 0; x < width; x++) {
      let smooth = 0;
      for (let j = -1; j <= 1; j++) {
        for (let i = -1; i <= 1; i++) smooth += (2 - Math.abs(i)) * (2 - Math.abs(j)) * at(x + i, y + j);
      }
      let box = 0;
      for (let j = -radius; j <= radius; j++) {
        for (let i = -radius; i <= radius; i++) box += at(x + i, y + j);
      }
      target[y * width + x] = smooth / 16 - box / (2 * radius + 1) ** 2;
    }
  }
}

function clamp(index: number, size: number): number {
  return Math.min(size - 1, Math.max(0, index));
}
