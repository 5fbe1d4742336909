/* Every number that light, curve and texture were tuned with; tags as in `white-params.ts`. */

/**
 * Radius of one of the three box passes that make the fields of light and colour smooth.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const fieldShare = 1 / 20;

/**
 * Share of the mean weight that pulls those fields to the overall value where few surfaces show the light.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const fieldPrior = 0.15;

/**
 * Pixels of the small copy, along each axis, that share a cell of those fields.
 * @unit pixels
 * @origin by hand: the field is smooth over many cells
 * @bench look
 */
export const fieldCellPx = 4;

/**
 * How much of the fall of light over pale surfaces is taken back.
 * @unit exponent of a ratio of display values
 * @origin by hand: all of it
 * @bench look
 */
export const evenness = 1;

/**
 * The same of the fall over all that is grey.
 * @unit exponent of a ratio of display values
 * @origin by hand
 * @bench look
 */
export const allEvenness = 0.35;

/**
 * The most that a place is held back.
 * @unit slope at black
 * @origin by hand
 * @bench look
 */
export const leastLift = 0.4;

/**
 * The most that a place is lifted.
 * @unit slope at black
 * @origin by hand
 * @bench look
 */
export const mostLift = 2.6;

/**
 * A place counts as this bright at least, or noise would be lifted.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const leastLight = 0.05;

/**
 * How much less a room's light is evened and brightened for the glare over it, which would turn into fog and noise.
 * @unit share per display value of glare
 * @origin by hand: half at a lamp in the frame that adds .1
 * @bench look
 */
export const glareRestraint = 5;

/**
 * Window of the base that shows where the foreground is dark.
 * @unit share of the longer edge
 * @origin by hand
 * @bench harm
 */
export const foregroundShare = 1 / 24;

/**
 * Step that counts as an edge of it.
 * @unit display value
 * @origin by hand
 * @bench harm
 */
export const foregroundEdge = 0.1;

/**
 * Brightness of a foreground that is light enough.
 * @unit display value
 * @origin by hand
 * @bench harm
 */
export const foregroundLevel = 0.5;

/**
 * Share of the way there.
 * @unit exponent of a ratio of display values
 * @origin by hand
 * @bench harm
 */
export const foregroundEvenness = 0.8;

/**
 * The same in a fused bracket, whose shade comes from its long exposures.
 * @unit exponent of a ratio of display values
 * @origin by hand
 * @bench look
 */
export const foregroundEvennessFused = 0.3;

/**
 * The most that a foreground is lifted.
 * @unit slope at black
 * @origin by hand
 * @bench harm
 */
export const mostForegroundLift = 4;

/**
 * What colour gains in rooms.
 * @unit factor
 * @origin by hand, judged by the chroma of finished interiors
 * @bench look
 */
export const roomChroma = 1.25;

/**
 * Share of the vividness that brightening alone gives a colour which stays.
 * @unit exponent
 * @origin professionals' pictures; the measurement is not recorded
 * @bench look
 */
export const chromaKept = 0.55;

/**
 * How much of the same is taken from a foreground that is lifted before a bright sky: dark leaves would turn neon.
 * @unit exponent
 * @origin by hand
 * @bench harm
 */
export const foregroundChroma = 0.4;

/**
 * Colourfulness (0.9 quantile of max − min of the channels) that needs no more.
 * @unit display value
 * @origin by hand
 * @bench harm
 */
export const enoughColour = 0.45;

/**
 * How much of the automatic exposure a night does without: its darkness is meant, and its lights are near white.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const nightRestraint = 0.6;

/**
 * How much less colour a scene before a bright sky gets.
 * @unit share
 * @origin by hand
 * @bench harm
 */
export const skyVibrance = 0.8;

/**
 * Lightness by which the curve brings a room's median above that of other pictures; even light adds about three.
 * @unit CIE L*
 * @origin by hand
 * @bench look
 */
export const roomBrighter = 2.5;

/**
 * How long asked stops leave a room's tones straight before white: see `shoulder`.
 * @unit exponent
 * @origin by hand
 * @bench look
 */
export const offsetSharpness = 2;

/**
 * Window of the split into base and texture.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const baseShare = 1 / 64;

/**
 * Step of luma that counts as an edge of the base.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const baseEdge = 0.03;

/**
 * Share of the texture of ceilings and white walls that is left as the curve makes it.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const plainShare = 0.8;

/**
 * Texture that an eye needs to see more than noise: where the noise is as strong in the result, half of the texture
 * follows the curve alone.
 * @unit display value
 * @origin by hand: three levels of 8 bits
 * @bench harm
 */
export const seenTexture = 0.012;

/**
 * Texture (mean distance from the base) that needs no more.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const enoughTexture = 0.012;

/**
 * A boost of texture or colour fades over this share of what is enough.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const spareShare = 0.6;
