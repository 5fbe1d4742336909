/* Every number that dark paint is distinguished from shade with; tags as in `params.ts`. */

/**
 * Gradient over the value itself below which a surface continues.
 * @unit share a pixel of a copy of 512 px
 * @origin by hand
 * @bench look
 */
export const goesOn = 0.06;

/**
 * Display value from which a pixel shows a surface: below lies noise.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const darkestSurface = 0.06;

/**
 * Display value up to which one does: above lies clipping.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const brightestSurface = 0.95;

/**
 * The least surface.
 * @unit share of the picture
 * @origin by hand
 * @bench look
 */
export const leastSurface = 0.004;

/**
 * Display value beyond which a thing is a lamp or a window, no fitting.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const lampLevel = 0.9;

/**
 * How far round a surface its fittings lie.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const fittingReach = 1 / 64;

/**
 * How broad a fitting is at most.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const broadestFitting = 1 / 40;

/**
 * A fitting stands out from its surface by this at least.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const leastRise = 0.04;

/**
 * Distance of a fitting from grey in R/G and in B/G.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const fittingReachOfGrey = 0.35;

/**
 * Times the surface from which a fitting is brighter.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brighterFitting = 1.15;

/**
 * Times the surface from which a fitting is another paint.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const otherPaintFrom = 2;

/**
 * Share of the fittings that must be another paint: from here it may be.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const fittingShareFrom = 0.25;

/**
 * From here it is.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const fittingShareTo = 0.4;

/**
 * Length of those fittings, in edges of a square of the surface's area: from here it may be dark paint.
 * @unit ratio of lengths
 * @origin by hand
 * @bench look
 */
export const fittingLengthFrom = 0.25;

/**
 * From here it is.
 * @unit ratio of lengths
 * @origin by hand
 * @bench look
 */
export const fittingLengthTo = 0.5;

/**
 * Warmth beyond the light's (half of log R/B) from which a surface may be wood.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const woodFrom = 0.04;

/**
 * From here it is wood.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const woodTo = 0.12;

/**
 * Share of a surface in the upper half from which it may be a wall: floors lie below the horizon.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const wallFrom = 0.1;

/**
 * From here it is a wall.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const wallTo = 0.3;

/**
 * Times its display value from which another grey surface is lighter.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const lighterPaint = 1.3;

/**
 * Share of the picture from which such surfaces may show that the room has lighter paint.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const lighterFrom = 0.02;

/**
 * From here they do.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const lighterTo = 0.05;
