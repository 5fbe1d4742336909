/* Every number of the learned map; the tags are those of `content/surfaces/params.ts`. */

/**
 * How the network gets scene light: 16 units a stop hold the eight stops on both sides of the median that brackets of
 * five frames show.
 * @unit units of a byte a stop
 * @origin bench/scene/training/photograph.py (STOP_UNITS)
 * @bench scene
 */
export const lightUnitsPerStop = 16;

/**
 * The byte of the median light.
 * @unit units of a byte
 * @origin bench/scene/training/photograph.py (STOP_ZERO)
 * @bench scene
 */
export const medianLightUnit = 128;

/**
 * Known light is at least this: 0 means unknown.
 * @unit units of a byte
 * @origin bench/scene/training/photograph.py
 * @bench scene
 */
export const leastLightUnit = 1;

/**
 * Longer edge of the copy that carries the map: a third more than the network sees.
 * @unit pixels
 * @origin at 512 the edges take 40 ms instead of 20 (two cores), and the scores stay within 0.01
 * @bench scene
 */
export const mapEdgePx = 256;

/**
 * Radius of the window in which planes are brought to the edges of the picture.
 * @unit cells of the network's planes, two pixels of what it sees
 * @origin a guess, not tuned: the cell at the edge and one on either side
 * @bench scene
 */
export const edgeRadius = 2;

/**
 * Variance of a colour below which a window of the guided filter counts as plain and the planes stay as they are.
 * @unit display values squared
 * @origin by hand, the value of the former matte of views
 * @bench scene
 */
export const plainColour = 1e-3;
