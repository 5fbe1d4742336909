import { type ArgsOf, declareKernel, f32, out, size } from "../../declaration.ts";

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
