import { type ArgsOf, declareKernel, f32, number, oneOf, out, size } from "../../declaration.ts";

/**
 * Gradients of a small picture's light. `source`: width × height × channels (1 or 3) display values; three are weighed
 * by `red`, `green` and `blue`. `light`: smoothed by the binomial over 5 × 5 pixels, the border repeated. `magnitude`:
 * size of Scharr's gradient, 0 where it is less than `minMagnitude`, where |gy| > |gx| · `maxSlopeY` or |gx| > |gy| ·
 * `maxSlopeX`, and along the border; `directionX`, `directionY`: its unit vector there, else 0. Rounded where it is
 * stored, and nowhere else.
 */
export const levelLinesArgs = declareKernel({
  rows: "height",
  args: {
    source: f32("width", "height", "channels"),
    light: out(f32("width", "height")),
    magnitude: out(f32("width", "height")),
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
