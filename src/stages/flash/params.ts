/**
 * Tuned numbers of the flash stage. All were set by hand on the views of a real kitchen and on rendered rooms whose
 * paint is known (test/stages/flash, which judges them).
 */

/** Longer edge of the copies that are compared, in pixels: casts of light are smooth, and noise averages out. */
export const analysisEdgePx = 640;

/** Display values, 0 to 1, over which the weight of a channel fades in above black, and out below white. */
export const darkest = { from: 0.04, to: 0.1 };
export const brightest = { from: 0.9, to: 0.97 };

/**
 * EV of flash light over ambient light, relative to the picture's median, over which a place fades from unlit to lit by
 * the flash. The flash adds nothing behind windows and around lamps.
 */
export const lit = { from: -1.6, to: -0.9 };

/**
 * Quantile of flash over ambient light that bounds the ambient share of a flash frame; places below it are noise and
 * things that moved.
 */
export const darkestShare = 0.02;
/** Minimum share of a channel that is attributed to the flash, which limits noise in weakly lit places. */
export const minOwnShare = 0.25;

/**
 * EV by which a place of a flash frame may differ from its surroundings: hot spots are brighter, hard shadows darker.
 */
export const outlierEv = 0.6;
/** Radius of the surroundings of a place, in cells. */
export const surroundingsCells = 28;

/** Radius of the smoothing of a cast, in cells, and variance of the guide that counts as an edge, in EV². */
export const smoothCells = 12;
export const edgeEv2 = 0.08;

/** Share of the cells around a place that show the flash's colour, over which its use fades in. */
export const support = { from: 0.08, to: 0.4 };
/**
 * Radius of a wider window, in cells, for places whose neighbours do not show enough of the flash's colour, and share
 * of its cells that show it, over which its use fades in.
 */
export const wideCells = 64;
export const wideSupport = { from: 0.02, to: 0.08 };
/** Minimum share of the picture that shows the flash's colour; below it, flash frames are not used. */
export const minShare = 0.2;
/** Maximum median difference between a cast and the smoothed one, in natural logarithms of display values. */
export const maxResidual = 0.08;

/** Share of window, sky and lamp in a cell over which it fades out as a surface of the room. */
export const notSurface = { from: 0.4, to: 0.75 };

/** Display luminance over which the lift of dark places fades in: none at `from`, full at `to`. */
export const dark = { from: 0.4, to: 0.14 };
/** Share of the flash's brightness by which a dark place is lifted, and maximum lift in EV. */
export const fillShare = 0.6;
export const maxFillEv = 1.2;

/** Display values over which a view in a window counts as washed out: cameras compress highlights far below 1. */
export const washed = { from: 0.86, to: 0.95 };
/**
 * `least`: minimum share of the windows that must be clipped in ambient light before a flash frame is used there.
 * `kept`: maximum share that the flash frame itself clips, relative to the share clipped in ambient light.
 */
export const windowLoss = { least: 0.08, kept: 0.5 };
/**
 * Minimum correlation of edges around the windows, −1 to 1, at which a flash frame counts as aligned with the picture.
 */
export const minAgreement = 0.3;
/** Radius around windows, in cells, in which edges are compared. */
export const paneCells = 24;
/**
 * Minimum share of window within that radius, and maximum certainty of a window, of a cell whose edges are compared.
 */
export const paneRim = { minNear: 0.02, maxWindow: 0.2 };
/**
 * Radius that closes gaps by blinds and bars of a window, in cells, and minimum share of window within it that makes a
 * pane.
 */
export const barCells = 4;
export const paneShare = 0.35;
/** Minimum share of the picture that a pane covers, and its minimum mean certainty of being a window. */
export const minPane = 0.01;
export const minWindow = 0.6;
/** Radius over which the edge of a window is softened, in cells. */
export const rimCells = 2;
/**
 * EV by which a place must be brighter in one flash frame than in another to fade in as a reflection of the flash.
 */
export const spotEv = { from: 0.5, to: 1 };
/** Radius of the glow around a reflection of the flash, in cells. */
export const spotCells = 3;
/** Share of reflection within that radius over which a place fades out. */
export const spotShare = { from: 0.05, to: 0.3 };
/** Minimum share of the picture that a flash frame contributes to the windows; less is not worth a frame. */
export const minPart = 0.001;
/** Certainty or weight, 0 to 1, above which a cell belongs to a class: it is more likely than not. */
export const majority = 0.5;
/** Quantile of a window's light that represents its brightest parts; their target display value; maximum gain in EV. */
export const brightPart = 0.95;
export const windowWhite = 0.9;
export const maxWindowEv = 1.5;

/** Display value above which the lift no longer increases, and minimum divisor of the lift's hyperbola. */
export const liftLimits = { maxDisplay: 0.5, minDivisor: 0.2 };

/** Display values grow by about this power of light (sRGB, IEC 61966-2-1, is near a gamma of 2.2). */
export const displayPower = 1 / 2.2;
/** Linear light below which nothing is measured: a third of what 8 bits of sRGB show (1 / 255 / 12.92 = 3e-4). */
export const minLight = 1e-4;
/** Sum of weights that a mean is divided by, at least, so that it stays finite where nothing has a weight. */
export const minTotal = 1e-6;
