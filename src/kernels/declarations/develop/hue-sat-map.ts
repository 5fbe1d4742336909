import { type ArgsOf, declareKernel, f32, flag, integer, out, size, sizeUpTo, u16 } from "../../declaration.ts";

/**
 * Applies the hue, saturation and value table of a DNG profile to linear camera RGB (interleaved, 16 bits). `source`
 * and `target` can be the same. Rows are the picture's. DNG specification 1.7, chapter 6, "Applying the
 * Hue/Saturation/Value Mapping Table".
 */
export const hueSatMapArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    /**
     * Hue shift in degrees, saturation scale and value scale at ((value · hues + hue) · saturations + saturation) · 3;
     * hues wrap.
     */
    table: f32("hues", "saturations", "values", 3),
    /** Row-major 3 × 3; converts a pixel to ProPhoto light, 1 = white. */
    forward: f32(9),
    /** Row-major 3 × 3; converts the table's change of ProPhoto light back. */
    backward: f32(9),
    /** Value at which each channel of the source clips. The change fades out from 92 % of it on. */
    clip: f32(3),
    width: size,
    height: size,
    hues: sizeUpTo(4096),
    saturations: integer(2, 4096),
    values: sizeUpTo(4096),
    /** 1: the table's values are encoded with sRGB's transfer function. */
    encoded: flag,
  },
});
export type HueSatMapArgs = ArgsOf<typeof hueSatMapArgs>;
