import { type ArgsOf, declareKernel, f32, listOf, out, size, u16 } from "../../declaration.ts";
import { lumaSteps } from "./light-tables.ts";

/**
 * Scene light in stops over blocks of factor × factor pixels, cut at the right and lower border: the mean of what the
 * frames read at each pixel, each weighted by how well it is exposed there; 0 where the first frame shows display
 * white. `lumas`: copies of all frames, darkest first, 65535 = full scale. Rows are rows of blocks.
 */
export const lightCellsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  constants: { lumaSteps },
  args: {
    lumas: listOf(u16("width", "height")),
    /** Light of each frame over the first, in stops. */
    stops: f32("lumas"),
    /** Stops below display white, by luma. */
    logLight: f32(lumaSteps + 1),
    /** Weight of a frame, by luma. */
    trust: f32(lumaSteps + 1),
    light: out(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor")),
    width: size,
    height: size,
    factor: size,
  },
});
export type LightCellsArgs = ArgsOf<typeof lightCellsArgs>;
