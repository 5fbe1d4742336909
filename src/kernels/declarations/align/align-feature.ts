import { type ArgsOf, declareKernel, f32, out, size, sizeUpTo, u16 } from "../../declaration.ts";

/** Maximum radius of the mean that is subtracted, in pixels. */
const mostFeatureRadius = 32;

/**
 * Edges without slow changes of light: the source, smoothed by [1 2 1]/4 along both axes, minus its mean over
 * (2·`radius` + 1)² pixels. Pixels outside repeat the border. Rows are target rows.
 */
export const alignFeatureArgs = declareKernel({
  rows: "height",
  constants: { mostFeatureRadius },
  args: {
    /** 65535 = 1. */
    source: u16("width", "height"),
    /** Differences, in the same unit: 1 = full scale. */
    target: out(f32("width", "height")),
    width: size,
    height: size,
    radius: sizeUpTo(mostFeatureRadius),
  },
});
export type AlignFeatureArgs = ArgsOf<typeof alignFeatureArgs>;
