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

/** Display values between which a channel loses what is behind a window: cameras round highlights off long before 1. */
export const washed = { from: 0.86, to: 0.95 };
/**
 * Share of the windows that the ambient light must clip before a flash frame is shown there, and share of that which
 * such a frame may clip itself.
 */
export const windowLoss = { least: 0.08, kept: 0.5 };
/** Correlation of edges around the windows, −1 to 1, from which a flash frame lies over the picture. */
export const leastAgreement = 0.3;
/** Cells around a place in a window that count as its pane. */
export const paneCells = 24;
/**
 * Cells around a place that show blinds and bars of its window too, and the share of window there that makes a pane.
 */
export const barCells = 4;
export const paneShare = 0.35;
/** Share of the picture that a pane covers at least, and how surely it is a window on average. */
export const leastPane = 0.01;
export const leastWindow = 0.6;
/** Cells around a place over which the edge of a window is softened. */
export const rimCells = 2;
/** EV that a place may be brighter in one flash frame than in another: from there on it mirrors the flash. */
export const spotEv = { from: 0.5, to: 1 };
/** Cells around a mirrored flash that may show its glow. */
export const spotCells = 3;
/** Display value that the brightest parts of a window are brought to, and EV of gain at most. */
export const windowWhite = 0.9;
export const mostWindowEv = 1.5;

/** Display values grow by about this power of light (sRGB, IEC 61966-2-1, is near a gamma of 2.2). */
export const displayPower = 1 / 2.2;
/** Linear light below which nothing is measured: a third of what 8 bits of sRGB show (1 / 255 / 12.92 = 3e-4). */
export const leastLight = 1e-4;
/** Sum of weights that a mean is divided by, at least, so that it stays finite where nothing has a weight. */
export const leastTotal = 1e-6;
