import { type ArgsOf, declareKernel, f32, out, single, size } from "../../declaration.ts";
import { leastStops, stepsPerStop, stopEntries } from "./light-tables.ts";

/**
 * Exposure fusion (Mertens, Kautz, Van Reeth 2007, eq. 6) of exposures that are simulated from scene light. A weight is
 * well-exposedness × (standard deviation of luma in 5 × 5 windows + `texture`). The call has one row.
 */
export const planLightArgs = declareKernel({
  rows: 1,
  constants: { leastStops, stepsPerStop, stopEntries },
  args: {
    /** Stops. */
    light: f32("width", "height"),
    /** Stops to add to the light. */
    exposures: f32("count"),
    /** Factor of the weights of each exposure. */
    priors: f32("count"),
    /** Luma by stops above display white. */
    display: f32(stopEntries),
    /** Fused luma, which can lie outside 0 to 1. */
    planned: out(f32("width", "height")),
    count: size,
    width: size,
    height: size,
    texture: single,
  },
});
export type PlanLightArgs = ArgsOf<typeof planLightArgs>;
