import { type ArgsOf, declareKernel, f32, out, size } from "../../declaration.ts";

/** Intervals of the tables of `labCells`. */
export const labTableSteps = 4095;

/** Converts display sRGB to CIELAB (D65). Values outside 0 to 1 are clamped. Rows are rows of cells. */
export const labCellsArgs = declareKernel({
  constants: { labTableSteps },
  args: {
    /** Display values, 0 to 1, interleaved. */
    rgb: f32("width", "rowEnd", 3),
    /** L*, a*, b*, interleaved. */
    lab: out(f32("width", "rowEnd", 3)),
    /** Linear light of display values 0 to 1. */
    light: f32(labTableSteps + 1),
    /** CIELAB's cube root of 0 to 1, with its linear segment near black. */
    lobe: f32(labTableSteps + 1),
    width: size,
  },
});
export type LabCellsArgs = ArgsOf<typeof labCellsArgs>;
