import { type ArgsOf, declareKernel, f32, out, size, u16, wide } from "../../declaration.ts";

/**
 * Linear camera RGB (white-balanced: equal channels are neutral) to display RGB, for each pixel: clipped channels are
 * rebuilt from the others, then `matrix` and `curve` are applied; blues keep their hue. `width`, `height` and rows are
 * the target's.
 */
export const developColorArgs = declareKernel({
  rows: "height",
  args: {
    /** Can be `target` if the picture is not turned. */
    source: u16(),
    target: out(u16("width", "height", 3)),
    /** Rising. */
    curve: u16(65536),
    /** Row-major 3 × 3, to 0 to 65535. */
    matrix: f32(9),
    /** Value at which each channel of the source clips. */
    clip: f32(3),
    width: size,
    height: size,
    /**
     * The target's pixel (x, y) comes from the source's pixel `start + x · stepX + y · stepY`, so that turning a
     * picture needs no separate pass.
     */
    start: wide,
    stepX: wide,
    stepY: wide,
  },
});
export type DevelopColorArgs = ArgsOf<typeof developColorArgs>;
