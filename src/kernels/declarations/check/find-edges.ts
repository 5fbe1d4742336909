import { type ArgsOf, declareKernel, declareRecord, f32, number, out, samples, sizeFrom } from "../../declaration.ts";

/** Pixels of a profile before and after an edge. */
export const edgeReach = 24;
/** Pixels at both ends of a profile over which lightness is averaged. */
export const edgeEnd = 11;
/** Minimum distance of a ring from its edge, in pixels. */
export const ringFrom = 2;
/** Maximum distance of a ring from its edge, in pixels. */
export const ringTo = 12;
/** Intervals of the table of lightness over display values 0 to 1. */
export const lightnessSteps = 1023;
/** An edge: its pixel; `across`, 1 if it is crossed downwards, else 0; the step of lightness across it, in L*. */
export const frameEdge = declareRecord("column", "row", "across", "step");

/**
 * Finds the clearest isolated edge in each block of blockPx × blockPx pixels of a picture. Rows and columns `spacing`
 * pixels apart are searched, each at its steepest pixel. An edge has plain surfaces on both sides: over the outermost
 * `edgeEnd` of `edgeReach` pixels, lightness deviates by less than `mostSpread`, and its mean lies between `darkest`
 * and `brightest`. A ring is the amount by which lightness overshoots either surface, `ringFrom` to `ringTo` pixels
 * from the edge. Profiles are means of three lines. Rows are rows of blocks.
 */
export const findEdgesArgs = declareKernel({
  rows: "(height + blockPx - 1) / blockPx",
  constants: { edgeReach, edgeEnd, ringFrom, ringTo, lightnessSteps },
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    /** CIELAB lightness of display values 0 to 1. */
    lightness: f32(lightnessSteps + 1),
    /**
     * One {@link frameEdge} a block. An edge that another frame has stored is kept if its step is at least as large.
     */
    edges: out(f32("(width + blockPx - 1) / blockPx", "(height + blockPx - 1) / blockPx", frameEdge.length)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    blockPx: sizeFrom(1),
    spacing: sizeFrom(1),
    /** Full scale of `source`. */
    max: number,
    /** Minimum slope at the steepest pixel, in display values over two pixels. */
    leastSlope: number,
    /** Minimum difference between both surfaces, in L*. */
    leastStep: number,
    /** L*. */
    mostSpread: number,
    /** L*. */
    darkest: number,
    /** L*. */
    brightest: number,
  },
});
export type FindEdgesArgs = ArgsOf<typeof findEdgesArgs>;
