// Tuned numbers of relate. Unless a line says otherwise, a number was set by hand on real and simulated brackets;
// `npm run bench -- brackets` judges it (--simulate: cameras with known responses). Display values go from 0 to 1.

/** Medians of what one frame shows where its brighter neighbour has some display value. */
export const medians = {
  /** Display values of the brighter frame that are distinguished when a curve is fitted. */
  bins: 48,
  /** Those of the darker frame, as finely as 8 bits averaged over a block deserve. */
  darkSteps: 4096,
  /**
   * Below the first there is noise and black point only; from the last on the camera's shoulder bends into clipping.
   */
  darkest: 0.03,
  brightest: 0.96,
  /** Spread of a cell, as a display value, above which it may be clipped in part. */
  calm: 0.1,
  /** Readings within this share of where the brighter frame begins to clip show how certain that is. */
  nearClipping: 0.15,
  /** Cells that are enough for medians; more change nothing. */
  cells: 40_000,
  /** Fewer readings than this are not evidence. */
  least: 60,
  /** Display value of a frame that is black: one and a half levels of 8 bits. */
  black: 1.5 / 255,
} as const;

/**
 * Stops of scene light that one stop of decoded sRGB represents in a camera's own JPEG, for every half stop from 8.5
 * under display white up to white: cameras add contrast in mid-tones (under 1) and compress highlights (over 1). Mean
 * of five cameras (Canon, Nikon, Panasonic, Samsung, a RAW development) from brackets with known shutter speeds; each
 * alone is within 15 % of these. test/stages/relate/measured-responses.test.ts judges them on other measured cameras.
 */
export const cameraSlopes = [
  0.66, 0.66, 0.64, 0.61, 0.6, 0.59, 0.61, 0.62, 0.6, 0.62, 0.66, 0.69, 0.77, 1.0, 1.16, 1.33, 1.36,
] as const;

/** The usual camera's curve, and how strongly it shows in the frames. */
export const usualCurve = {
  slopesPerStop: 2,
  /** Display values that show light: above noise, below the shoulder. */
  darkest: 0.06,
  brightest: 0.87,
  /** Share of the readings from which a tone counts in full (a large wall is one tone), and that it needs at least. */
  fullShare: 0.02,
  leastShare: 5e-4,
  /** Strengths of the curve that are tried: from 0 to 1.5 in steps of this. */
  strengthStep: 0.1,
  mostStrength: 1.5,
  /** Cost, a unit of strength, of another strength than the usual 1; decides only if frames share too few tones. */
  usual: 0.001,
  /** Weight of EXIF against the pixels in choosing the strength. */
  exifWeight: 0.1,
  /** Misfit, as a share of the step (of at least this many stops), from which distance no longer matters. */
  worstMisfit: 0.5,
  leastStep: 0.3,
} as const;

/** The one response that all frames share (Debevec and Malik 1997, on medians). */
export const responseFit = {
  /** Linear light added before logarithms: eight bits carry no information below. */
  floor: 2e-4,
  /** Darker display values are crushed and coarse. */
  darkest: 0.02,
  /** Resistance to bending away from the usual curve, and hold of the slope to it, over a well-filled tone. */
  stiffness: 3,
  usualness: 0.03,
  /** Hold of the steps to what is known of them, over a well-filled tone. */
  trustInKnown: 1,
  /** Share of the readings at which a tone counts half. Also of links. */
  halfShare: 0.01,
  /** Misfits, stops, at which a reading or a known step loses weight, from generous to strict. Also of links. */
  misfits: [1, 0.5, 0.3, 0.3],
  /** Light between two frames, stops, below which it does not determine the scale. */
  leastStep: 0.1,
} as const;

/** Curves of single links, held to the response. Weights are over that of a well-filled brightness. */
export const linkFit = {
  /** Resistance to bending and to sloping. */
  stiffness: 2,
  levelling: 0.2,
  /** Hold to the response, at least; more, up to the last, if that misses the readings by less than this, stops. */
  response: 0.1,
  typicalMisfit: 0.1,
  strongest: 2,
  /** Hold of a link that is fitted alone, and of a channel's curve to that of all channels. */
  free: 0.003,
  kinship: 0.05,
  /** A link's own curve is used if it explains this share, and so much more: what moves does not follow one curve. */
  nearlyAll: 0.8,
  clearlyMore: 0.02,
} as const;

/** Whether one model of exposure explains a link. */
export const linkTrust = {
  /** Cells that are enough for shares. */
  cells: 26_000,
  /**
   * Explained share of what both frames show from which a link is trusted; and from which it is if what is left is at
   * most this share of the picture, which something that moved can fill. A larger share contradicts the model.
   */
  leastExplained: 0.6,
  leastWithMover: 0.2,
  mostMoved: 0.25,
  /** Fewer comparable cells are not evidence. */
  leastCells: 60,
  /** Areas that shares are reported for, and comparable cells that each must have. */
  areaColumns: 12,
  areaRows: 8,
  leastAreaCells: 20,
} as const;

export const exif = {
  /** Stops, or share of a long step, within which EXIF is trusted: curves of cameras differ by as much. */
  tolerance: 0.5,
  toleranceShare: 0.2,
  /** Stops between frames without any exposure data: most brackets are taken so. */
  usualStep: 2,
} as const;

export const copyReading = {
  /** Every so-manyth cell is read for the brightness of a frame. */
  meanStride: 7,
  /** Motion, cells, below which no cell moves. */
  leastMove: 0.5,
} as const;
