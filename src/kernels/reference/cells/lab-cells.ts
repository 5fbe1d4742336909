import type { F32 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f32, out, size } from "../../declaration.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Steps of the tables of `labCells`. */
export const labTableSteps = 4095;

/**
 * CIELAB (D65) of display sRGB, 0 to 1, both interleaved, `width` cells a row. Tables have {@link labTableSteps} + 1
 * entries over 0 to 1: `light`, linear light of display values; `lobe`, the cube root of CIELAB with its straight line
 * near black.
 */
export const labCellsArgs = declareKernel({
  constants: { labTableSteps },
  args: {
    rgb: f32("width", "rowEnd", 3),
    lab: out(f32("width", "rowEnd", 3)),
    light: f32(labTableSteps + 1),
    lobe: f32(labTableSteps + 1),
    width: size,
  },
});
export type LabCellsArgs = ArgsOf<typeof labCellsArgs>;

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

/** Between the table's steps, which are coarse where the root is steep. */
function lookUp(lobe: F32, t: number): number {
  const place = t * labTableSteps;
  const step = Math.min(labTableSteps - 1, Math.floor(place));
  return lobe[step] + (lobe[step + 1] - lobe[step]) * (place - step);
}
