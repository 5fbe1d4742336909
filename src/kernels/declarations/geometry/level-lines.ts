import { type ArgsOf, declareKernel, f32, number, oneOf, out, size } from "../../declaration.ts";

/** Gradients of a small picture's light, rounded only when stored. Rows are the picture's. */
export const levelLinesArgs = declareKernel({
  rows: "height",
  args: {
    /** Display values. Three channels are weighted by `red`, `green` and `blue`. */
    source: f32("width", "height", "channels"),
    /** Smoothed by a binomial over 5 × 5 pixels; the border is repeated. */
    light: out(f32("width", "height")),
    /**
     * Magnitude of Scharr's gradient (gx, gy). 0 along the border, below `minMagnitude`, and where |gy| > |gx| ·
     * `maxSlopeY` or |gx| > |gy| · `maxSlopeX`.
     */
    magnitude: out(f32("width", "height")),
    /** Unit vector of the gradient; 0 where the magnitude is 0. */
    directionX: out(f32("width", "height")),
    directionY: out(f32("width", "height")),
    width: size,
    height: size,
    channels: oneOf(1, 3),
    red: number,
    green: number,
    blue: number,
    minMagnitude: number,
    maxSlopeX: number,
    maxSlopeY: number,
  },
});
export type LevelLinesArgs = ArgsOf<typeof levelLinesArgs>;
