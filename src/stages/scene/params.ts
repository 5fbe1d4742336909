/**
 * How the network gets scene light, in units of a byte: as bench/scene/training/photograph.py trains it
 * (STOP_UNITS, STOP_ZERO). 16 units a stop hold the eight stops on both sides of the median that brackets of five
 * frames tell.
 */
export const lightUnitsPerStop = 16;
export const medianLightUnit = 128;
/** Known light is at least this: 0 means unknown. */
export const leastLightUnit = 1;

/**
 * Longer edge in pixels of the copy that carries the map: a third more than the network sees. At 512 the edges take 40
 * ms instead of 20 (two cores) and the scores stay within 0.01. Judged by `npm run bench -- scene`.
 */
export const mapEdgePx = 256;

/**
 * Radius of the window in which planes are brought to the edges of the picture, in cells of the network's planes (two
 * pixels of what it sees). A guess, not tuned: the cell at the edge and one on either side. Judged by `npm run bench --
 * scene`.
 */
export const edgeRadius = 2;

/**
 * Variance of a colour (display values squared) below which a window counts as plain and the planes stay as they are:
 * that of the tone stage's matte. Judged by `npm run bench -- scene`.
 */
export const plainColour = 1e-3;
