import { type ArgsOf, declareKernel, out, single, size, u16 } from "../../declaration.ts";

/**
 * Edge-aware smoothing of linear RGB (interleaved), computed on √(light + `floor`), where shot noise is the same at all
 * brightnesses. Luma (a quarter red, half green, a quarter blue) is averaged over 5 × 5 pixels, the two colour
 * differences to green over 5 × 5 pixels at a spacing of two. A pixel is weighted by 1 / (1 + (difference / reach)²)²
 * and by its distance; for colour also by its difference in luma. Borders repeat. An output row depends on 4 rows above
 * and below; `source` and `target` must differ. Rows are the picture's.
 */
export const rawDenoiseArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    floor: single,
    /** In units of the root, 1 = white. */
    lumaReach: single,
    /** In units of the root, 1 = white. */
    chromaReach: single,
    /** Share of the change of luma that is applied. */
    lumaShare: single,
  },
});
export type RawDenoiseArgs = ArgsOf<typeof rawDenoiseArgs>;
