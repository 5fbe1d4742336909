import { type ArgsOf, declareKernel, f64, integer, number, out, samples, size, sizeUpTo } from "../../declaration.ts";

/**
 * Noise is read of means of so many pixels squared: JPEG leaves less of what is finer, and hardly any in calm surfaces.
 */
export const grainPx = 2;
/** Edge of a square in such means, and of what is measured inside. */
export const blockEdge = 10;
/** Edge of a square in pixels. */
export const noiseBlockPx = blockEdge * grainPx;

const squaresAlong = (side: string) => `max(${side} - ${noiseBlockPx} + step, 0) / step`;

/**
 * Noise in squares of `noiseBlockPx` pixels, whose upper left corners lie `step` apart, of one channel of a picture
 * (width × height × `channels`, 1 or 3; `max` is full scale): the mean absolute answer to a filter that sees neither
 * slopes nor edges along an axis (Immerkær 1996). `tones`, their means, and `deviations` in shares of full scale,
 * ⌊(width − square) / step⌋ + 1 a row; a square's deviation is −1 where what it shows is cut off: over 1/16 of it
 * black, or any of it `brightest` (a share of full scale) and more. Rows are rows of squares.
 */
export const blockNoiseArgs = declareKernel({
  rows: squaresAlong("height"),
  constants: { noiseBlockPx },
  args: {
    source: samples("S", "width", "height", "channels"),
    tones: out(f64(squaresAlong("width"), squaresAlong("height"))),
    deviations: out(f64(squaresAlong("width"), squaresAlong("height"))),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    step: size,
    max: number,
    brightest: number,
  },
});
export type BlockNoiseArgs = ArgsOf<typeof blockNoiseArgs>;
