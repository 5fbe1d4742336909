/* Every number that houses are judged with; tags as in `layers/white-params.ts`. */

/**
 * Distance from the light's colour within which a surface is white.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const whiteWidth = 0.08;

/**
 * How dark a white surface is against the level of pale ones at least.
 * @unit ratio of display values
 * @origin by hand
 * @bench house
 */
export const darkestWhite = 0.45;

/**
 * How bright it is at most.
 * @unit ratio of display values
 * @origin see `brightestPaint`
 * @bench house
 */
export const brightestWhite = 1.35;

/**
 * The eye compares walls: what a pixel of the upper quarter, mostly ceiling, weighs.
 * @unit share
 * @origin by hand
 * @bench house
 */
export const upperWeight = 0.35;

/**
 * A level this far away makes the whole curve due.
 * @unit display value
 * @origin by hand
 * @bench house
 */
export const dueDistance = 0.025;

/**
 * The most that a curve of full need is asked for.
 * @unit display value
 * @origin by hand
 * @bench house
 */
export const mostWanted = 0.81;

/**
 * White surfaces this bright begin to clip, and do; what is lost there cannot come down without showing.
 * @unit display value
 * @origin by hand
 * @bench house
 */
export const clippedWhite = [0.86, 0.95] as const;

/**
 * Width of the bell under which a mode is found.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const modeWidth = 0.025;

/**
 * How far around a mode everything is its own.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const modeReach = 0.06;

/**
 * A mode with less than this share of the smooth pixels says nothing.
 * @unit share
 * @origin by hand
 * @bench house
 */
export const leastMode = 0.015;

/**
 * So many modes are enough.
 * @unit modes
 * @origin by hand
 * @bench house
 */
export const mostClusters = 8;

/**
 * Modes closer than this are one.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const leastApart = 0.05;

/**
 * How far a pixel's colour may lie from a surface's and be of it.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const surfaceReach = 0.045;

/**
 * Distance across an edge between two surfaces.
 * @unit share of the width of a copy of 256 px
 * @origin by hand
 * @bench house
 */
export const acrossShare = 1 / 64;

/**
 * Share of two colours' distance that must lie between the two sides of their edge.
 * @unit share
 * @origin by hand
 * @bench house
 */
export const jumpShare = 0.7;

/**
 * Smoothness from which a pixel shows a surface, not an edge.
 * @unit share
 * @origin by hand
 * @bench house
 */
export const smoothSurface = 0.5;

/**
 * Fewer pictures are not a house.
 * @unit pictures
 * @origin fewer cannot be compared
 * @bench house
 */
export const leastRooms = 2;

/**
 * Surfaces below this share of the picture say nothing of walls.
 * @unit share
 * @origin by hand
 * @bench house
 */
export const wallShare = 0.03;

/**
 * Distance of two ratios to white up to which they are the same paint's.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const sameRatio = 0.05;

/**
 * Distance from white from which a colour may be a paint.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const leastRatio = 0.07;

/**
 * Length of an edge to white that distinguishes paint from light.
 * @unit edges of a square of the smaller area
 * @origin by hand
 * @bench house
 */
export const sureEdge = 0.3;

/**
 * The same where other rooms have the same ratio.
 * @unit edges of a square of the smaller area
 * @origin by hand
 * @bench house
 */
export const knownEdge = 0.12;

/**
 * Distance off the line of lights from which a ratio is a paint's tint.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const leastTint = 0.05;

/**
 * In how many other rooms paint that could be light must be seen.
 * @unit rooms
 * @origin by hand
 * @bench house
 */
export const leastElsewhere = 2;

/**
 * Its share of the picture.
 * @unit share
 * @origin by hand
 * @bench house
 */
export const leastPlainShare = 0.08;

/**
 * White of a house is at least this bright.
 * @unit display value
 * @origin professionals' pictures; the measurement is not recorded
 * @bench house
 */
export const darkestLevel = 0.7;

/**
 * White of a house is at most this bright.
 * @unit display value
 * @origin professionals' pictures; the measurement is not recorded
 * @bench house
 */
export const brightestLevel = 0.79;
