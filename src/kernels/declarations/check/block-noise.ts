import { type ArgsOf, declareKernel, f64, integer, number, out, samples, size, sizeUpTo } from "../../declaration.ts";

/**
 * Noise is measured on means of 2 × 2 pixels. JPEG attenuates finer noise, and removes nearly all of it in smooth
 * surfaces.
 */
export const grainPx = 2;
/** Side of a square in such means. The filter is evaluated at all of them except the outermost. */
export const blockEdge = 10;
/** Side of a square in pixels. */
export const noiseBlockPx = blockEdge * grainPx;

const squaresAlong = (side: string) => `max(${side} - ${noiseBlockPx} + step, 0) / step`;

/**
 * Noise of one channel of a picture in squares of `noiseBlockPx` × `noiseBlockPx` pixels: the mean absolute response of
 * a filter that ignores slopes and edges along an axis (Immerkær 1996), applied to means of 2 × 2 pixels. A row has
 * ⌊(width − noiseBlockPx) / step⌋ + 1 squares. Rows are rows of squares.
 */
export const blockNoiseArgs = declareKernel({
  rows: squaresAlong("height"),
  constants: { noiseBlockPx },
  args: {
    source: samples("S", "width", "height", "channels"),
    /** Means of the squares, as shares of full scale; 0 if the square is clipped. */
    tones: out(f64(squaresAlong("width"), squaresAlong("height"))),
    /**
     * Standard deviations of the noise, as shares of full scale; −1 if the square is clipped: more than 1/16 of it is
     * black, or any part of it is at least `brightest`.
     */
    deviations: out(f64(squaresAlong("width"), squaresAlong("height"))),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    /** Distance between the upper left corners of squares, in pixels. */
    step: size,
    /** Full scale of `source`. */
    max: number,
    /** Lowest value that counts as clipped, as a share of full scale. */
    brightest: number,
  },
});
export type BlockNoiseArgs = ArgsOf<typeof blockNoiseArgs>;
