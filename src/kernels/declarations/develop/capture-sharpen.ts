import { type ArgsOf, declareKernel, f32, out, samples, single, size } from "../../declaration.ts";

/**
 * Removes a sensor's blur from a display picture (RGB, interleaved). Light is the square of display luma (a quarter
 * red, half green, a quarter blue; 1 = white); `beside`, `second` and `third` weigh places one to three away in the
 * blur, along rows and columns, and the own place has what is left to 1. Two rounds of Gold's ratio method (1964) give
 * sharper light, which is brought between the least and most light of 5 × 5 places, widened by what a place itself
 * stands out of 3 × 3. Where luma differs by less than `noise` (256 entries by luma, 1 = white) over 5 × 5 places
 * nothing changes, where it differs by twice that or more all of the change is taken; none next to clipped places. Each
 * pixel's channels are scaled alike. The picture is mirrored at its edges. An output row depends on 6 rows above and
 * below; `source` and `target` must differ.
 */
export const captureSharpenArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("S", "width", "height", 3)),
    noise: f32(256),
    width: size,
    height: size,
    beside: single,
    second: single,
    third: single,
  },
});
export type CaptureSharpenArgs = ArgsOf<typeof captureSharpenArgs>;
