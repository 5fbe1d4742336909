/* Every number that the curves were tuned with; tags as in `layers/white-params.ts`. */

/**
 * Where professionals put a bright wall.
 * @unit display value
 * @origin by hand, judged by labelled walls and ceilings of finished interiors
 * @bench look
 */
export const wallLevel = 0.77;

/**
 * Exponent of light for an anchor of 0.5: what is dark in a bright frame is dark of itself.
 * @unit exponent
 * @origin by hand
 * @bench look
 */
export const contrast = 1.35;

/**
 * How the exponent grows with the anchor: in a dark frame, dark things lie in the shade and come up.
 * @unit exponent a display value
 * @origin by hand
 * @bench look
 */
export const contrastGrowth = 1.8;

/**
 * The least exponent.
 * @unit exponent
 * @origin by hand
 * @bench look
 */
export const leastContrast = 1.25;

/**
 * The largest exponent.
 * @unit exponent
 * @origin by hand
 * @bench look
 */
export const mostContrast = 1.9;

/**
 * Share of light that is taken straight, without the exponent: black is lifted as light is, and does not sink.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const straightShare = 0.25;

/**
 * Professionals' median for the darkest twentieth of a room, L* 31.
 * @unit display value
 * @origin professionals' pictures; the measurement is not recorded
 * @bench look
 */
export const darkLevel = 0.287;

/**
 * The most that the exponent grows to bring a fused picture's shadows down there; 1 instead of 0.4 draws rings over 3
 * L* on 2 % more of the edges.
 * @unit exponent
 * @origin ring shares of 27 tripod sets
 * @bench fusion
 */
export const mostGrowth = 0.4;

/**
 * The darkest anchor: a darker one would lift noise.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const leastAnchor = 0.16;

/**
 * Median from which a room is bright enough.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const brightMedian = 0.73;

/**
 * How far below that the whole curve applies.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const dueBelow = 0.12;

/**
 * What the darkest things may be, as a share of the anchor, and still be black; the rest is haze over them.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const deepShadow = 0.13;

/**
 * Share of that haze that goes.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const hazeShare = 0.8;

/**
 * The most haze that is taken away.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const mostHaze = 0.25;

/**
 * Within this of full scale a room's curve rises again, so that what is nearly clipped stays apart from what is not.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const lastHighlights = 0.1;

/**
 * What full scale becomes in rooms at least.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const roomWhite = 0.93;

/**
 * Where expert retouches put the 95th percentile of the luma, whatever the subject.
 * @unit display value
 * @origin most of twelve FiveK pairs: 0.78 ± 0.04
 * @bench look
 */
export const brightTarget = 0.8;

/**
 * The largest gain outside of rooms.
 * @unit factor of display values
 * @origin by hand
 * @bench harm
 */
export const maxGain = 2.4;

/**
 * The largest lift of mid-tones when nothing was gained before, in a scene lit from the front.
 * @unit slope at black
 * @origin by hand
 * @bench harm
 */
export const maxLift = 1.85;

/**
 * The same against the sky, where dark parts are lifted by themselves as well.
 * @unit slope at black
 * @origin by hand
 * @bench harm
 */
export const maxLiftAgainstSky = 2;

/**
 * The same at night.
 * @unit slope at black
 * @origin by hand
 * @bench harm
 */
export const maxLiftAtNight = 1.25;

/**
 * Distance to a target that is good enough, so that a picture done once is hardly changed again.
 * @unit log of display values
 * @origin by hand
 * @bench harm
 */
export const tolerance = 0.04;

/**
 * Colour that a picture may lose in the mean for being brightened.
 * @unit spread of the channels, display value
 * @origin by hand
 * @bench harm
 */
export const mostLost = 0.015;

/**
 * How far the slope of texture goes from the curve's own slope (0) to the curve's gain (1).
 * @unit share
 * @origin by hand
 * @bench look
 */
export const ratioShare = 0.5;
