import { type ArgsOf, declareKernel, out, single, size, u16 } from "../../declaration.ts";

/**
 * Edge-aware smoothing of linear RGB (interleaved) on √(light + `floor`), where shot noise is alike at all
 * brightnesses. Luma (a quarter red, half green, a quarter blue) over 5 × 5 places, the two colour differences to green
 * over 5 × 5 places two apart; a place counts by 1 / (1 + (difference / reach)²)², colour also by its luma. Reaches are
 * in units of the root, 1 = white; `lumaShare` of the luma's change is taken. Borders repeat. An output row depends on
 * 4 rows above and below; `source` and `target` must differ.
 */
export const rawDenoiseArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    floor: single,
    lumaReach: single,
    chromaReach: single,
    lumaShare: single,
  },
});
export type RawDenoiseArgs = ArgsOf<typeof rawDenoiseArgs>;
