/**
 * Tuned numbers of the flash stage. Origin of all: set by hand on the views of a real kitchen and on rendered rooms
 * whose paint is known (test/stages/flash, which judges them).
 */

/** Longer edge of the copies that are compared, pixels: casts of light are smooth, and noise averages out. */
export const analysisEdgePx = 640;

/** Display values, 0 to 1, between which a channel begins to count. */
export const darkest = { from: 0.04, to: 0.1 };
export const brightest = { from: 0.9, to: 0.97 };

/**
 * EV of flash over ambient light, compared with the picture's median, between which a place counts as lit by the flash.
 * Behind windows and around lamps the flash adds nothing.
 */
export const lit = { from: -1.6, to: -0.9 };

/** Share of a flash frame's places that may be darker than by ambient light alone: noise, and things that moved. */
export const darkestShare = 0.02;
/** Least share of a channel that is taken to come from the flash, so that noise in weakly lit places stays small. */
export const leastOwnShare = 0.25;

/** EV that a place may be off its surroundings in one flash frame: hot spots lie above, hard shadows below. */
export const outlierEv = 0.6;
/** Cells around a place that are its surroundings. */
export const surroundingsCells = 28;

/** Cells around a place over which a cast is averaged, and EV² of the guide's variance that counts as an edge. */
export const smoothCells = 12;
export const edgeEv2 = 0.08;

/** Share of the cells around a place that must show the flash's colour: none below, all of it above. */
export const support = { from: 0.08, to: 0.4 };
/**
 * Cells around a place from which it takes its cast where too few next to it show the flash's colour, and the share of
 * these that must show it: none below, all of it above.
 */
export const wideCells = 64;
export const wideSupport = { from: 0.02, to: 0.08 };
/** Share of the picture that must show it before the flash frames are used at all. */
export const leastShare = 0.2;
/** Median of the residual of a cast against the smooth one, in natural logarithms of display values. */
export const mostResidual = 0.08;

/** Share of window, sky and lamp in a cell between which it stops being a surface of the room. */
export const notSurface = { from: 0.4, to: 0.75 };

/** Display luminance below which places are dark, from not at all to fully. */
export const dark = { from: 0.4, to: 0.14 };
/** Share of what the flash shows there, and EV at most, by which a dark place is lifted. */
export const fillShare = 0.6;
export const mostFillEv = 1.2;
