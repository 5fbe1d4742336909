// Every number that white was tuned with. `@unit` is what it counts, `@origin` where it comes from, `@bench` what
// judges a change of it: "scene" is `npm run bench -- scene`, the others are `npm run bench -- NAME`. "By hand": chosen
// while looking at pictures; no measurement of it is recorded.

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
 * Spread of the channels below which a colour of a flash frame is grey.
 * @unit display value
 * @origin a quarter of a level of 8 bits
 * @bench flash
 */
export const leastSpread = 0.001;

/**
 * Least chroma that a curve is taken to leave, so that its inverse is finite.
 * @unit factor
 * @origin the curves of rendered rooms leave 0.8 and more
 * @bench flash
 */
export const leastChroma = 0.1;
