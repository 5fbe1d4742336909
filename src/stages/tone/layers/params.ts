/*
 * Every number that the layers were tuned with. `@unit` is what it counts, `@origin` where it comes from, `@bench` what
 * judges a change of it: "scene" is `npm run bench -- scene`, the others are `npm run bench:NAME`. "By hand": chosen
 * while looking at pictures; no measurement of it is recorded.
 */

/**
 * Warm cast of which half counts as light outside of rooms; the rest is paint, wood or a sunset.
 * @unit half of log(R/B) of display values
 * @origin by hand
 * @bench harm
 */
export const plausibleWarmth = 0.16;

/**
 * The same of a cool cast.
 * @unit half of log(R/B) of display values
 * @origin by hand
 * @bench harm
 */
export const plausibleCoolness = 0.07;

/**
 * The same of a green or magenta cast.
 * @unit half of log(R·B/G²) of display values
 * @origin by hand
 * @bench harm
 */
export const plausibleTint = 0.05;

/**
 * The same of any cast in a room, where walls and ceilings show the light: far stronger than any lamp's.
 * @unit half of a log of display values
 * @origin by hand
 * @bench look
 */
export const plausibleInRooms = 0.8;

/**
 * Distance from the overall light within which a surface shows the light of its place: a lamp's corner and a window's
 * corner lie this far apart.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const localReach = 0.13;

/**
 * The same in rooms.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const localReachInRooms = 0.2;

/**
 * What the reach gains on a ceiling.
 * @unit log chromaticity of display values
 * @origin by hand: lamps tint ceilings by up to .5
 * @bench look
 */
export const ceilingReach = 0.4;

/**
 * What it gains on a white wall.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const wallReach = 0.15;

/**
 * Share of a plausible cast that goes outside of rooms, where much colour is meant.
 * @unit share
 * @origin by hand
 * @bench harm
 */
export const shareOutside = 0.7;

/**
 * The same in rooms.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const shareInRooms = 0.95;

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
export const leastLift = 0.6;

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

/**
 * Spread of the channels at which half of a colour disappears on a ceiling: lamps leave orange rings of this spread.
 * @unit display value
 * @origin by hand, judged by the stains of labelled ceilings on the finished sets
 * @bench look
 */
export const ceilingSpread = 0.2;

/**
 * The same on a white wall.
 * @unit display value
 * @origin see `ceilingSpread`
 * @bench look
 */
export const wallSpread = 0.1;

/**
 * The same of all else in a room: wood and cloth keep their colour.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const otherSpread = 0.03;

/**
 * What this gains for what is as bright as white things in good light: cabinets, tiles, frames.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const brightSpread = 0.1;

/**
 * Least channel, veil taken off, from which a colour can be read.
 * @unit display value
 * @origin by hand: five levels of 8 bits
 * @bench look
 */
export const leastShown = 0.02;

/**
 * Spread of the channels at which half of a pink disappears in a view.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const magentaSpread = 0.12;

/**
 * How pink a colour of a view must be for all of that.
 * @unit log of display values
 * @origin by hand
 * @bench look
 */
export const sureMagenta = 0.02;

/**
 * What cool floors give up on top: polished wood mirrors the sky.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const coolFloorSpread = 0.15;

/**
 * The most of it where a tint of white is asked for, which has to stay.
 * @unit display value
 * @origin warmth of style modern (0.03)
 * @bench look
 */
export const tintedSpread = 0.01;

/**
 * What cool things give up beyond that, times the fourth power of their brightness: daylight from a window
 * tints white frames and walls blue.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const coolSpread = 0.36;

/**
 * What R gains at a warmth of 1.
 * @unit log of display values
 * @origin about 6 of CIE b* together with `warmBlue`
 * @bench look
 */
export const warmRed = 0.03;

/**
 * What B loses at a warmth of 1.
 * @unit log of display values
 * @origin see `warmRed`
 * @bench look
 */
export const warmBlue = 0.05;

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
