import type { F32 } from "../../../../src/image/index.ts";
import { type LabCellsArgs, labTableSteps } from "../../../../src/kernels/declarations/cells.ts";
import { pollCancel } from "../poll-cancel.ts";

export function labCells(args: LabCellsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { rgb, lab, light, lobe, width } = args;
  for (let y = rowBegin; y < rowEnd; y++) {
    pollCancel(cancel);
    for (let at = 3 * y * width; at < 3 * (y + 1) * width; at += 3) {
      const r = light[(rgb[at] * labTableSteps + 0.5) | 0];
      const g = light[(rgb[at + 1] * labTableSteps + 0.5) | 0];
      const b = light[(rgb[at + 2] * labTableSteps + 0.5) | 0];
      const x = lookUp(lobe, (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
      const luminance = lookUp(lobe, 0.2126729 * r + 0.7151522 * g + 0.072175 * b);
      const z = lookUp(lobe, (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
      lab[at] = 116 * luminance - 16;
      lab[at + 1] = 500 * (x - luminance);
      lab[at + 2] = 200 * (luminance - z);
    }
  }
}

/** Interpolates between the table's steps, which are coarse where the root is steep. */
function lookUp(lobe: F32, t: number): number {
  const place = t * labTableSteps;
  const step = Math.min(labTableSteps - 1, Math.floor(place));
  return lobe[step] + (lobe[step + 1] - lobe[step]) * (place - step);
}
