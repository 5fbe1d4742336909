import { type ArgsOf, declareKernel, f32, out, size, u16, wide } from "../../declaration.ts";

/**
 * Linear camera RGB (white-balanced: equal channels are neutral) to display RGB, per pixel: clipped channels are
 * rebuilt from the others, then a 3 × 3 `matrix` (row-major, into 0 to 65535) and `curve` (65536 entries, rising),
 * which leaves blues blue. `clip` is where each channel of the source clips. The target's pixel (x, y) comes from the
 * source's pixel `start + x · stepX + y · stepY`, so that turning a picture costs no separate pass; `source` and
 * `target` may be one when nothing turns. Interleaved, 3 channels. `width`, `height` and rows are the target's.
 */
export const developColorArgs = declareKernel({
  rows: "height",
  args: {
    source: u16(),
    target: out(u16("width", "height", 3)),
    curve: u16(65536),
    matrix: f32(9),
    clip: f32(3),
    width: size,
    height: size,
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopColorArgs = ArgsOf<typeof developColorArgs>;
