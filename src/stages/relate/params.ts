// Tuned numbers of relate. Unless a line says otherwise, a number was set by hand on real and simulated brackets;
// `npm run bench -- brackets` judges it (--simulate: cameras with known responses). Display values range from 0 to 1.

/** Medians of one frame's display values for each display value of its brighter neighbour. */
export const medians = {
  /** Bins of the brighter frame's display values for fitting a curve. */
  bins: 48,
  /**
   * Range of display values in use: below is only noise and black point; above, the camera's shoulder bends into
   * clipping.
   */
  darkest: 0.03,
  brightest: 0.96,
  /** Maximum spread of a cell, as a display value; above it the cell may be partly clipped. */
  calm: 0.1,
  /** Readings within this share of the brighter frame's clipping point show how certain that point is. */
  nearClipping: 0.15,
  /** Maximum number of cells for medians; more change nothing. */
  cells: 40_000,
  /** Minimum number of readings that are evidence. */
  least: 60,
  /** Maximum display value of a black frame: one and a half 8-bit levels. */
  black: 1.5 / 255,
} as const;

/**
 * Stops of scene light per stop of decoded sRGB in a camera's own JPEG, for every half stop from 8.5 below display
 * white up to white: cameras add contrast in mid-tones (under 1) and compress highlights (over 1). Mean of five cameras
 * (Canon, Nikon, Panasonic, Samsung, a RAW development) from brackets with known shutter speeds; each is within 15 % of
 * these values. test/stages/relate/measured-responses.test.ts judges them on other measured cameras.
 */
export const cameraSlopes = [
  0.66, 0.66, 0.64, 0.61, 0.6, 0.59, 0.61, 0.62, 0.6, 0.62, 0.66, 0.69, 0.77, 1.0, 1.16, 1.33, 1.36,
] as const;

/** The usual camera's curve, and its strength in the frames. */
export const usualCurve = {
  slopesPerStop: 2,
  /** Range of display values that show light: above noise, below the shoulder. */
  darkest: 0.06,
  brightest: 0.87,
  /** Share of the readings at which a tone has full weight (a large wall is one tone), and its minimum. */
  fullShare: 0.02,
  minShare: 5e-4,
  /** Interval and maximum of the strengths that are tried, starting at 0. */
  strengthStep: 0.1,
  maxStrength: 1.5,
  /** Cost of the distance from the usual strength 1, per unit; decides only if frames share too few tones. */
  usual: 0.001,
  /** Weight of EXIF relative to the pixels when the strength is chosen. */
  exifWeight: 0.1,
  /** Misfit, as a share of the step (of at least this many stops), at which the cost is saturated. */
  worstMisfit: 0.5,
  minStep: 0.3,
} as const;

/** The common response of all frames (Debevec and Malik 1997, on medians). */
export const responseFit = {
  /** Linear light added before logarithms: below it eight bits carry no information. */
  floor: 2e-4,
  /** Minimum display value; darker ones are crushed and coarse. */
  darkest: 0.02,
  /** Weights of the penalties on bending and on slope relative to the usual curve, relative to a well-filled tone. */
  stiffness: 3,
  usualness: 0.03,
  /** Weight of the known steps, relative to a well-filled tone. */
  trustInKnown: 1,
  /** Share of the readings at which a tone has half its weight. Also for links. */
  halfShare: 0.01,
  /** Misfits, stops, at which a reading or a known step loses weight, from generous to strict. Also for links. */
  misfits: [1, 0.5, 0.3, 0.3],
  /** Minimum step between two frames, stops, that determines the scale. */
  minStep: 0.1,
} as const;

/** Curves of single links, regularised towards the response. Weights are relative to a well-filled brightness. */
export const linkFit = {
  /** Weights of the penalties on bending and on slope. */
  stiffness: 2,
  levelling: 0.2,
  /**
   * Minimum weight of the response; it increases up to the maximum if the response's misfit, in stops, is below the
   * second value.
   */
  response: 0.1,
  typicalMisfit: 0.1,
  strongest: 2,
  /** Weight for a link that is fitted alone, and of a channel's curve towards that of all channels. */
  free: 0.003,
  kinship: 0.05,
  /**
   * A link's own curve is used if it explains at least this share, and this much more: movers do not follow one curve.
   */
  nearlyAll: 0.8,
  clearlyMore: 0.02,
} as const;

/** Criteria for whether one model of exposure explains a link. */
export const linkTrust = {
  /** Maximum number of cells for shares. */
  cells: 26_000,
  /**
   * Minimum explained share, of what both frames show, in a trusted link; a lower minimum if the unexplained part is at
   * most this share of the picture, since a mover can fill that. A larger part contradicts the model.
   */
  minExplained: 0.6,
  minWithMover: 0.2,
  maxMoved: 0.25,
  /** Minimum number of comparable cells that are evidence. */
  minCells: 60,
  /** Grid of areas for which shares are reported, and the minimum number of comparable cells in each. */
  areaColumns: 12,
  areaRows: 8,
  minAreaCells: 20,
} as const;

export const exif = {
  /**
   * Tolerance within which EXIF is trusted, in stops or as a share of a long step: curves of cameras differ as much.
   */
  tolerance: 0.5,
  toleranceShare: 0.2,
  /** Stops assumed between frames without any exposure data, as in most brackets. */
  usualStep: 2,
} as const;

export const copyReading = {
  /** Stride of the cells that are read for the brightness of a frame. */
  meanStride: 7,
  /** Minimum motion, cells, for which a copy is resampled. */
  minMove: 0.5,
} as const;
