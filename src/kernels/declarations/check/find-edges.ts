import { type ArgsOf, declareKernel, declareRecord, f32, number, out, samples, sizeFrom } from "../../declaration.ts";

/** Pixels before and after an edge that are looked at. */
export const edgeReach = 24;
/** Pixels at both ends of them over which lightness is averaged. */
export const edgeEnd = 11;
/** Pixels from the edge between which a ring lies. */
export const ringFrom = 2;
export const ringTo = 12;
/** Steps of a table of lightness. */
export const lightnessSteps = 1023;
/** What is kept of an edge: its pixel, `across` 1 if it is crossed downwards (else 0), and the step across it. */
export const frameEdge = declareRecord("column", "row", "across", "step");

/**
 * The clearest isolated edge in each block of blockPx × blockPx pixels of a picture (`source`, width × height × 3).
 * Rows and columns `spacing` apart are searched, each at its steepest pixel from `leastSlope` (display values over two
 * pixels). An edge has plain surfaces on both sides: lightness of `edgeEnd` pixels, from `edgeReach` pixels away on,
 * deviates by less than `mostSpread`, and lies between `darkest` and `brightest`. The step between both is at least
 * `leastStep`. A ring is how far lightness goes beyond either surface from `ringFrom` to `ringTo` pixels from the edge.
 * Profiles are means of three lines. `lightness`: CIELAB's of display values in `lightnessSteps` steps. `edges` has
 * a {@link frameEdge} a block and keeps what it holds of other frames where their step is as large. Rows are rows of blocks.
 */
export const findEdgesArgs = declareKernel({
  rows: "(height + blockPx - 1) / blockPx",
  constants: { edgeReach, edgeEnd, ringFrom, ringTo, lightnessSteps },
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    lightness: f32(lightnessSteps + 1),
    edges: out(f32("(width + blockPx - 1) / blockPx", "(height + blockPx - 1) / blockPx", frameEdge.length)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    blockPx: sizeFrom(1),
    spacing: sizeFrom(1),
    max: number,
    leastSlope: number,
    leastStep: number,
    mostSpread: number,
    darkest: number,
    brightest: number,
  },
});
export type FindEdgesArgs = ArgsOf<typeof findEdgesArgs>;
