import { type ArgsOf, declareKernel, f32, out, samples, single, size } from "../../declaration.ts";

/**
 * Removes a sensor's blur from a display picture (RGB, interleaved). Light is the square of display luma (a quarter
 * red, half green, a quarter blue; 1 = white). Two rounds of Gold's ratio method (1964), each with ratios of at most a
 * factor of two, give sharper light. It is clamped to the range of light over 5 × 5 pixels, narrowed by the noise and
 * widened by the amount by which the pixel stands out from its 3 × 3 neighbourhood, so that edges get no halo. All
 * channels of a pixel are scaled by the same factor. The picture is mirrored at its edges. An output row depends on 6
 * rows above and below; `source` and `target` must differ. Rows are the picture's.
 */
export const captureSharpenArgs = declareKernel({
  rows: "height",
  args: {
    source: samples("S", "width", "height", 3),
    target: out(samples("S", "width", "height", 3)),
    /**
     * Noise by luma, in units of luma, 1 = white; above 0. Where luma varies by less than this over 5 × 5 pixels,
     * nothing changes; where it varies by at least twice as much, the full change is applied. The change fades out from
     * 95 % of white on.
     */
    noise: f32(256),
    width: size,
    height: size,
    /** Weight in the blur of the pixels at distance one, along rows and columns. The centre has the rest of 1. */
    beside: single,
    /** Weight of the pixels at distance two. */
    second: single,
    /** Weight of the pixels at distance three. */
    third: single,
  },
});
export type CaptureSharpenArgs = ArgsOf<typeof captureSharpenArgs>;
