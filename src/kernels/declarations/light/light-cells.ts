import { type ArgsOf, declareKernel, f32, listOf, out, size, u16 } from "../../declaration.ts";
import { lumaSteps } from "./light-tables.ts";

/**
 * Scene light in stops, averaged over blocks of factor × factor pixels, cut at the right and lower border. The light of
 * a pixel is the mean of the frames' readings, weighted by how well each is exposed; 0 is display white of the first
 * frame. Rows are rows of blocks.
 */
export const lightCellsArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  constants: { lumaSteps },
  args: {
    /** Luma of all frames, darkest first, 65535 = full scale. */
    lumas: listOf(u16("width", "height")),
    /** Exposure of each frame relative to the first, in stops. */
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
