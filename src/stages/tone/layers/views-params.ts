/* Every number that views are rendered with; tags as in `white-params.ts`. */

/**
 * Share of a veil that is taken off.
 * @unit share
 * @origin by hand; He, Sun, Tang 2009 keep some haze as well (omega = 0.95)
 * @bench look
 */
export const veilShare = 0.8;

/**
 * The most that is taken off: more would raise noise.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const mostVeil = 0.6;

/**
 * Share of its brightness that everything in a view keeps: a frame that the map takes for a pane must not turn dark.
 * @unit share of display values
 * @origin by hand
 * @bench look
 */
export const leastKept = 0.6;

/**
 * What a view's mean becomes.
 * @unit display value
 * @origin by hand: below the level of walls
 * @bench look
 */
export const viewMean = 0.54;

/**
 * Radius of that mean: sky and trees keep apart within it.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const viewMeanShare = 0.25;

/**
 * The most that a view is brought down.
 * @unit slope at black
 * @origin by hand
 * @bench look
 */
export const leastViewLift = 0.05;

/**
 * The steepest that a view's lights become between their mean and white: a washed-out view stays light, or its leaves
 * would break up into blotches.
 * @unit slope of display values
 * @origin by hand
 * @bench look
 */
export const steepestView = 3.5;

/**
 * Power of a shade's share of its view's mean.
 * @unit exponent
 * @origin by hand
 * @bench look
 */
export const shadePower = 1.6;

/**
 * How far one view reaches, sky and trees together.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const viewShare = 0.15;

/**
 * Share of a view's blue cast that goes.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const viewCastShare = 0.6;

/**
 * Spread of the channels that a view's colours are brought towards.
 * @unit display value, root of the mean square
 * @origin by hand
 * @bench look
 */
export const wantedSpread = 0.2;

/**
 * The most that colours of views grow: the noise of what was nearly clipped grows with them.
 * @unit factor
 * @origin by hand
 * @bench look
 */
export const mostViewGrowth = 2.6;

/**
 * Power of the contrast that a view regains by which its colours grow.
 * @unit exponent
 * @origin by hand: less than 1, because part of the paleness is the view's own
 * @bench look
 */
export const regainedColour = 0.6;

/**
 * Spread towards which the most vivid colours of views are bent down: leaves would turn neon.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const mostSpread = 0.4;
