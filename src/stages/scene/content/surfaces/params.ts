/*
 * Every number that detects surfaces. `@unit` is its unit, `@origin` where it comes from, `@bench` the bench that
 * judges a change of it: `npm run bench -- NAME`. "By hand": chosen while looking at pictures, without a recorded
 * measurement.
 */

/**
 * Log of B/R above which a surface may be sky.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const skyBlue = 0.08;

/**
 * Weight of sky and foliage relative to grey.
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
 * The same if hardly anything is near neutral: the light may be coloured, so the search begins with all colours.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const anyReach = [1, 0.5, 0.3, 0.2, 0.15, 0.12, 0.1, 0.1];

/**
 * Confidence below which `anyReach` is tried.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const doubtful = 0.5;

/**
 * How many times as much of the picture must agree with the result of `anyReach` for it to be used.
 * @unit factor
 * @origin by hand
 * @bench look
 */
export const timesAsMuch = 4;

/**
 * Step of luma to the neighbours at which a surface counts half as smooth.
 * @unit display value per pixel of a copy of 512 px
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
 * The same for greys of any brightness: a dark grey may be in the shade, a dark colour is dark itself.
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
 * Share of the level from which a surface's own colour limits the white balance fully.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const limitTo = 0.85;

/**
 * Share of the level below which a dark thing's colour is weak evidence of the light: black glass would turn blue.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const blackFrom = 0.5;

/**
 * Share of the level below which a dark thing's colour is not evidence of the light.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const blackTo = 0.25;

/**
 * Passes that find the level of pale surfaces: a plain mean, then two means without what is far brighter.
 * @unit passes
 * @origin by hand
 * @bench look
 */
export const levelPasses = 3;

/**
 * Ratio to the level above which a surface is a light, not paint.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brightestPaint = 1.35;

/**
 * Width of the ramp below that ratio, in which a surface begins to count as a light.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brightestPaintWidth = 0.2;

/**
 * Share of the level from which a pale surface begins to count: darker ones are dark paint, not shade.
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
 * Maximum distance of a pixel from a paint that the house is known to have.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const paintReach = 0.09;

/**
 * Probability of paint by the map up to which a wall counts as white.
 * @unit probability
 * @origin labelled rooms: walls labelled white have .06 to .2 on average, coloured ones .2 to .8
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
 * Share of the level of pale surfaces from which a thing begins to count as bright as white things in good light.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const goodLightFrom = 0.75;

/**
 * Share from which a thing counts fully as bright as white things in good light.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const goodLightTo = 1.05;

/**
 * Neighbourhood of the search for a ceiling's colour, pass by pass: from all of its colours to the most common one.
 * @unit log chromaticity of display values
 * @origin by hand on rooms 1 to 24 of the bench
 * @bench flash
 */
export const ceilingReach = [1, 0.3, 0.15, 0.08, 0.05, 0.05];

/**
 * The same for ceilings and walls together, from that colour on: paints sold as coloured are further away from white.
 * @unit log chromaticity of display values
 * @origin by hand on rooms 1 to 24 of the bench
 * @bench flash
 */
export const roomReach = [0.05, 0.05, 0.05, 0.05];

/**
 * log(R/G) and log(B/G) of white paint in neutral light.
 * @unit log chromaticity of display values
 * @origin medians of the sRGB values that Sherwin-Williams publishes for its whites: Extra White #EEEFEA, Pure White
 * #EDECE6,
 *   Snowbound #EDEAE5, Alabaster #EDEAE0, Ceiling Bright White #E9EBE7, Greek Villa #F0ECE2
 * @bench flash
 */
export const whitePaint = { red: 0.008, blue: -0.024 };
