import { type ArgsOf, declareKernel, f32, flag, integer, out, size, sizeUpTo, u16 } from "../../declaration.ts";

/**
 * Hue, saturation and value tables of a DNG profile over linear camera RGB (interleaved, 16 bits): `forward` (3 × 3,
 * row-major) brings a pixel to ProPhoto light, 1 = white, `backward` what the table changes there back. The table holds
 * hue shift (degrees), saturation scale and value scale at ((value · hues + hue) · saturations + saturation) · 3; hues
 * wrap. `encoded` (1): values are those of sRGB's transfer function. The change fades out from 92 % of `clip` (per
 * channel) on. `source` and `target` may be one. Rows are the picture's. DNG specification 1.7, chapter 6, "Applying
 * the Hue/Saturation/Value Mapping Table".
 */
export const hueSatMapArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    table: f32("hues", "saturations", "values", 3),
    forward: f32(9),
    backward: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    hues: sizeUpTo(4096),
    saturations: integer(2, 4096),
    values: sizeUpTo(4096),
    encoded: flag,
  },
});
export type HueSatMapArgs = ArgsOf<typeof hueSatMapArgs>;
