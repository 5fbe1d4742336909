/*
 * Every number that surfaces are detected with. `@unit` is what it counts, `@origin` where it comes from, `@bench` what
 * judges a change of it: "scene" is `npm run bench -- scene`, the others are `npm run bench -- NAME`. "By hand": chosen
 * while looking at pictures; no measurement of it is recorded.
 */

/**
 * Log of B/R above which a surface may be sky.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const skyBlue = 0.08;

/**
 * What sky and foliage weigh against grey.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const offGrey = 0.08;

/**
 * Neighbourhood within which a surface counts as grey, pass by pass: wide at first, then narrow.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const neutralReach = [0.12, 0.11, 0.1, 0.09, 0.08, 0.07, 0.07, 0.07];

/**
 * The same where hardly anything is near neutral: the light itself may be coloured, and the search begins with
 * everything.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const anyReach = [1, 0.5, 0.3, 0.2, 0.15, 0.12, 0.1, 0.1];

/**
 * Confidence below which that is tried.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const doubtful = 0.5;

/**
 * Times as much of the picture that must agree on it.
 * @unit factor
 * @origin by hand
 * @bench look
 */
export const timesAsMuch = 4;

/**
 * Step of luma to the neighbours at which a surface counts as hardly smooth any more.
 * @unit display value a pixel of a copy of 512 px
 * @origin by hand
 * @bench look
 */
export const smoothStep = 0.02;

/**
 * Distance from the light's colour within which a surface counts as pale paint.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const paleWidth = 0.13;

/**
 * The same for what is grey at any brightness: its darkness may be shade, that of colours is their own.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const greyWidth = 0.3;

/**
 * Share of the level from which a surface's own colour begins to limit the white balance.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const limitFrom = 0.6;

/**
 * Share of the level from which it does.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const limitTo = 0.85;

/**
 * Share of the level below which a dark thing's colour says little of the light: black glass would turn blue.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const blackFrom = 0.5;

/**
 * Share of the level below which it says nothing.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const blackTo = 0.25;

/**
 * Passes that find the level of pale surfaces: a plain mean, then twice without what is far brighter.
 * @unit passes
 * @origin by hand
 * @bench look
 */
export const levelPasses = 3;

/**
 * Times the level beyond which a surface is a light, not paint.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brightestPaint = 1.35;

/**
 * How far below that a surface begins to be one.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brightestPaintWidth = 0.2;

/**
 * Share of the level from which a pale surface begins to count: what is darker is paint, not shade.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const shadeFrom = 0.25;

/**
 * Share of the level from which it counts in full.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const shadeTo = 0.4;

/**
 * Distance within which a pixel may be of a paint that the house knows.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const paintReach = 0.09;

/**
 * Probability of paint by the map up to which a wall counts as white.
 * @unit probability
 * @origin labelled rooms: walls called white have .06 to .2 in the mean, coloured ones .2 to .8
 * @bench scene
 */
export const paintFrom = 0.2;

/**
 * Probability of paint from which none of a wall counts as white.
 * @unit probability
 * @origin see `paintFrom`
 * @bench scene
 */
export const paintTo = 0.5;

/**
 * Share of the level of pale surfaces from which a thing begins to be that bright.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const goodLightFrom = 0.75;

/**
 * Share from which it is.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const goodLightTo = 1.05;

/**
 * Neighbourhood within which a ceiling's colour is followed, pass by pass: from all of it to its most common colour.
 * @unit log chromaticity of display values
 * @origin by hand on rooms 1 to 24 of the bench
 * @bench flash
 */
export const ceilingReach = [1, 0.3, 0.15, 0.08, 0.05, 0.05];

/**
 * The same from there over ceilings and walls: paints that are sold as coloured are further away from white.
 * @unit log chromaticity of display values
 * @origin by hand on rooms 1 to 24 of the bench
 * @bench flash
 */
export const roomReach = [0.05, 0.05, 0.05, 0.05];

/**
 * log(R/G) and log(B/G) of white paint in neutral light.
 * @unit log chromaticity of display values
 * @origin medians of what Sherwin-Williams publishes as sRGB of its whites: Extra White #EEEFEA, Pure White #EDECE6,
 *   Snowbound #EDEAE5, Alabaster #EDEAE0, Ceiling Bright White #E9EBE7, Greek Villa #F0ECE2
 * @bench flash
 */
export const whitePaint = { red: 0.008, blue: -0.024 };
