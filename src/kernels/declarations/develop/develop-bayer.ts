import { type ArgsOf, declareKernel, f32, integer, out, samples, size, u16, wide } from "../../declaration.ts";

/**
 * Bayer mosaic to display RGB in one pass, for pictures that need no step in between: `demosaicBayer`, then
 * `developColor`, then, for a `target` of 8 bits, `narrow`, with the same bytes. Rows are the crop's.
 */
export const developBayerArgs = declareKernel({
  rows: "cropHeight",
  args: {
    source: u16("width", "height"),
    target: out(samples("T")),
    black: f32(3),
    scale: f32(3),
    curve: u16(65536),
    matrix: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    redX: integer(0, 1),
    redY: integer(0, 1),
    /** The crop begins at (`left`, `top`) of the mosaic. */
    left: integer(0, "width - cropWidth"),
    top: integer(0, "height - cropHeight"),
    cropWidth: size,
    cropHeight: size,
    /** The crop's pixel (x, y) is written to the target's pixel `start + x · stepX + y · stepY`. */
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopBayerArgs = ArgsOf<typeof developBayerArgs>;
