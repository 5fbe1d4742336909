import { type ArgsOf, declareKernel, f32, integer, number, out, size } from "../../declaration.ts";

/**
 * Guided filter (He, Sun, Tang 2013, eq. 5, 6, 8) of several planes by one guide: means over areas that end where the
 * guide jumps by more than √epsilon. Windows are (2·`radius` + 1)², cut at the borders. Rows are planes.
 */
export const guidedFilterArgs = declareKernel({
  args: {
    guide: f32("width", "height"),
    planes: f32("width", "height", "rowEnd"),
    /** For each plane, slope and offset of the filtered plane as a function of the guide. */
    coefficients: out(f32("width", "height", "rowEnd", 2)),
    width: size,
    height: size,
    radius: integer(0),
    /** Above 0. */
    epsilon: number,
  },
});
export type GuidedFilterArgs = ArgsOf<typeof guidedFilterArgs>;
