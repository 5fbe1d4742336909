import { type ArgsOf, declareKernel, f32, out, single, size } from "../../declaration.ts";
import { leastStops, stepsPerStop, stopEntries } from "./light-tables.ts";

/**
 * Exposure fusion (Mertens, Kautz, Van Reeth 2007, eq. 6) of exposures that are simulated from scene light: `light` in
 * stops, width × height; `exposures` in stops, added to it; `priors`, a factor of each one's weights. A weight is
 * well-exposedness times (the standard deviation of luma in 5 × 5 windows + `texture`). `display`: luma by stops over
 * display white. `planned`: the fused luma, which may lie outside 0 to 1. One row.
 */
export const planLightArgs = declareKernel({
  rows: 1,
  constants: { leastStops, stepsPerStop, stopEntries },
  args: {
    light: f32("width", "height"),
    exposures: f32("count"),
    priors: f32("count"),
    display: f32(stopEntries),
    planned: out(f32("width", "height")),
    count: size,
    width: size,
    height: size,
    texture: single,
  },
});
export type PlanLightArgs = ArgsOf<typeof planLightArgs>;
