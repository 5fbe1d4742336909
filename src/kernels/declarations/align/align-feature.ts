import { type ArgsOf, declareKernel, f32, out, size, sizeUpTo, u16 } from "../../declaration.ts";

/** Radius of the mean that is taken off, at most. */
const mostFeatureRadius = 32;

/**
 * Edges without the slow changes of light: `source` (width × height, 65535 = 1) smoothed by [1 2 1]/4 along both axes,
 * less its mean over (2·radius + 1)² pixels; borders repeat the edge. `target` has the source's size. Rows are the
 * target's.
 */
export const alignFeatureArgs = declareKernel({
  rows: "height",
  constants: { mostFeatureRadius },
  args: {
    source: u16("width", "height"),
    target: out(f32("width", "height")),
    width: size,
    height: size,
    radius: sizeUpTo(mostFeatureRadius),
  },
});
export type AlignFeatureArgs = ArgsOf<typeof alignFeatureArgs>;
