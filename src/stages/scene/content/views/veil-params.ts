/* Every number that veils over views are found with; tags as in `surfaces/params.ts`. */

/**
 * Brightness of a view, or of the darkest thing near by, from which there begins to be nothing but sky.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const whiteSkyFrom = 0.75;

/**
 * Brightness from which there is nothing but sky.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const whiteSkyTo = 0.9;

/**
 * Radius within which the darkest channel shows the veil.
 * @unit share of the longer edge
 * @origin by hand; patches of 15 px in pictures of 600 px in He, Sun, Tang 2009
 * @bench look
 */
export const veilPatchShare = 1 / 100;

/**
 * Radius of the mean over that.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const veilMeanShare = 1 / 40;

/**
 * Views less sure than this are too thin to show a veil.
 * @unit probability
 * @origin by hand
 * @bench look
 */
export const sureView = 0.5;

/**
 * Brightness at which a view begins to be washed out; what is dimmer is pale of itself.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const washedFrom = 0.6;

/**
 * Brightness at which a view is washed out.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const washedTo = 0.85;

/**
 * How surely a place must be a view for the veil of a washed-out one: less would darken the frame next to it.
 * @unit probability
 * @origin by hand
 * @bench look
 */
export const leastSure = 0.4;

/**
 * Radius of the mean that shows whether a view is washed out as a whole.
 * @unit share of the longer edge
 * @origin by hand: the whole of a window
 * @bench look
 */
export const viewShare = 0.25;
