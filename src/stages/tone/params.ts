// Constants of tone except those of white (layers/white-params.ts) and of the house (house/params.ts). Values are
// display values, 0 to 1, if no unit is named. A number without an origin was set by hand while looking at pictures; no
// measurement of it is recorded. Each group names the bench that judges it: `npm run bench -- NAME`.

/** CIE L* towards which medians are moved unless the option `targetLightness` sets another value. Bench look. */
export const usualLightness = 68.5;

/** The curve of rooms. Bench look. */
export const roomCurves = {
  /** Level of a bright wall in professionals' pictures. Judged by labelled walls and ceilings of finished interiors. */
  wallLevel: 0.77,
  /** Exponent of light for an anchor of 0.5: dark parts of a bright frame show dark objects. */
  contrast: 1.35,
  /** Increase of the exponent for each unit of the anchor, for shade that a darker frame shows. */
  contrastGrowth: 1.8,
  /** Minimum exponent. */
  minContrast: 1.25,
  /** Maximum exponent. */
  maxContrast: 1.9,
  /** Linear share of light, without the exponent, so that black is lifted with light and does not sink. */
  straightShare: 0.25,
  /**
   * Median, in professionals' pictures, of the 5th percentile of a room, L* 31. Professionals' pictures; the
   * measurement is not recorded.
   */
  darkLevel: 0.287,
  /**
   * Maximum increase of the exponent to bring a fused picture's shadows down to `darkLevel`; 1 instead of 0.4 draws
   * rings over 3 L* on 2 % more of the edges. Ring shares of 27 tripod sets. Bench fusion.
   */
  maxGrowth: 0.4,
  /** Minimum anchor; a lower one would lift noise. */
  minAnchor: 0.16,
  /** Median from which a room is bright enough to need no curve. */
  brightMedian: 0.73,
  /** Distance below `brightMedian` at which the whole curve applies. */
  dueBelow: 0.12,
  /** Maximum level of black parts (share of the anchor); the excess of the shadows is haze. */
  deepShadow: 0.13,
  /** Share of that haze that is removed. */
  hazeShare: 0.8,
  /** Maximum haze that is removed. */
  maxHaze: 0.25,
  /**
   * Width of the range below full scale in which a room's curve rises again, so that nearly clipped values differ from
   * clipped ones.
   */
  lastHighlights: 0.1,
  /** Minimum output for full scale in rooms. */
  roomWhite: 0.93,
} as const;

/** The exposure of pictures other than rooms. Bench harm. */
export const exposures = {
  /**
   * Level of the 95th percentile of the luma in expert retouches, for any subject. Most of twelve FiveK pairs: 0.78 ±
   * 0.04. Bench look.
   */
  brightTarget: 0.8,
  /** Maximum gain outside of rooms (factor of display values). */
  maxGain: 2.4,
  /** Maximum lift of mid-tones after a gain of 1, in a scene lit from the front (slope at black). */
  maxLift: 1.85,
  /** The same against the sky, where dark parts are also lifted separately (slope at black). */
  maxLiftAgainstSky: 2,
  /** The same at night (slope at black). */
  maxLiftAtNight: 1.25,
  /**
   * Distance to a target that is not corrected, so that a picture that was processed before hardly changes (log of
   * display values).
   */
  tolerance: 0.04,
  /** Maximum mean colour that a picture may lose by brightening (spread of the channels, display value). */
  maxLost: 0.015,
} as const;

/** Constants that the plan adds to both curves. Bench look. */
export const planned = {
  /** Reduction of the automatic exposure at night: the darkness is intended, and the lights are near white. */
  nightRestraint: 0.6,
  /**
   * Lightness that the curve adds to a room's median compared with other pictures; even light adds about three more
   * (CIE L*).
   */
  roomBrighter: 2.5,
  /** Sharpness of the shoulder of requested stops in rooms; see `shoulder` (exponent). */
  offsetSharpness: 2,
} as const;

/** Smooth fields of light and colour. Bench look. */
export const fields = {
  /**
   * Radius of one of the three box passes that make the fields of light and colour smooth (share of the longer edge).
   */
  share: 1 / 20,
  /**
   * Weight of the overall value in those fields, as a share of the mean weight; it prevails where few surfaces show the
   * light.
   */
  prior: 0.15,
  /**
   * Size of a cell of those fields in pixels of the small copy, along each axis. The field is smooth over many cells.
   */
  cellPx: 4,
} as const;

/** Evening out the light of a room. Bench look. */
export const evening = {
  /**
   * Part of the light falloff over pale surfaces that is corrected (exponent of a ratio of display values). All of it.
   */
  evenness: 1,
  /** The same for the falloff over all grey surfaces (exponent of a ratio of display values). */
  allEvenness: 0.35,
  /** Minimum lift of a place (slope at black). */
  minLift: 0.4,
  /** Maximum lift of a place (slope at black). */
  mostLift: 2.6,
  /** Minimum light assumed for a place, so that noise is not lifted. */
  minLight: 0.05,
  /**
   * Reduction of evening out and brightening by the glare over a room, which would turn into fog and noise (share per
   * display value of glare). Half at a lamp in the frame that adds 0.1.
   */
  glareRestraint: 5,
} as const;

/** A dark foreground in front of a bright sky. Bench harm. */
export const foreground = {
  /** Radius of the guided filter's base, which shows where the foreground is dark (share of the longer edge). */
  share: 1 / 24,
  /** Minimum step of luma that counts as an edge of the base. */
  edge: 0.1,
  /** Brightness up to which a foreground is lifted. */
  level: 0.5,
  /** Share of the distance to that level that is corrected (exponent of a ratio of display values). */
  evenness: 0.8,
  /**
   * The same in a fused bracket, whose shadows come from its long exposures (exponent of a ratio of display values).
   * Bench look.
   */
  evennessFused: 0.3,
  /** Maximum lift of a foreground (slope at black). */
  mostLift: 4,
  /**
   * Reduction of the chroma of a foreground that is lifted in front of a bright sky: dark leaves would turn neon
   * (exponent).
   */
  chroma: 0.4,
} as const;

/** Chroma as a function of brightness. Bench harm. */
export const colour = {
  /** Chroma factor in rooms. Judged by the chroma of finished interiors. Bench look. */
  roomChroma: 1.25,
  /**
   * Part of the increase in chroma by brightening that is kept (exponent). Professionals' pictures; the measurement is
   * not recorded. Bench look.
   */
  chromaKept: 0.55,
  /** Colourfulness (0.9 quantile of max − min of the channels) from which no vibrance is added. */
  enoughColour: 0.45,
  /** Reduction of vibrance in a scene against a bright sky. */
  skyVibrance: 0.8,
} as const;

/** Base and texture. Bench look. */
export const textures = {
  /** Radius of the guided filter that separates base and texture (share of the longer edge). */
  baseShare: 1 / 64,
  /** Minimum step of luma that counts as an edge of the base. */
  baseEdge: 0.03,
  /** Share of the texture of ceilings and white walls that only follows the curve. */
  plainShare: 0.8,
  /**
   * Amplitude of visible texture: where the noise in the result is as strong, half of the texture only follows the
   * curve. Three levels of 8 bits. Bench harm.
   */
  seenTexture: 0.012,
  /** Texture (mean distance from the base) from which no contrast is added. */
  enoughTexture: 0.012,
  /** Range, as a share of the sufficient amount, over which a boost of texture or colour fades out. */
  spareShare: 0.6,
  /** Position of the slope of texture between the curve's slope (0) and the curve's gain (1). */
  ratioShare: 0.5,
} as const;

/** Views out of windows. Bench look. */
export const windowViews = {
  /** Share of a veil that is removed. He, Sun, Tang 2009 keep some haze as well (omega = 0.95). */
  veilShare: 0.8,
  /** Maximum veil that is removed; more would amplify noise. */
  maxVeil: 0.6,
  /**
   * Minimum share of its brightness that each pixel of a view keeps, so that a window frame in the map of panes does
   * not turn dark.
   */
  minKept: 0.6,
  /** Target for the mean of a view, below the level of walls. */
  viewMean: 0.54,
  /** Radius of the window for that mean, small enough to separate sky and trees (share of the longer edge). */
  viewMeanShare: 0.25,
  /** Minimum lift of a view (slope at black). */
  minViewLift: 0.05,
  /**
   * Maximum slope of a view's highlights between their mean and white: a washed-out view stays light, otherwise its
   * leaves would break up into blotches (slope of display values).
   */
  steepestView: 3.5,
  /** Exponent of shadows of a view, relative to its mean. */
  shadePower: 1.6,
  /** Radius of the window for the colours of a view, sky and trees together (share of the longer edge). */
  viewShare: 0.15,
  /** Share of a view's blue cast that is removed. */
  viewCastShare: 0.6,
  /** Target spread of the channels in a view (display value, root mean square). */
  wantedSpread: 0.2,
  /** Maximum factor of the colours of views, which also amplifies the noise of nearly clipped values. */
  maxViewGrowth: 2.6,
  /**
   * Exponent of the regained contrast of a view that gives the factor of its colours. Less than 1, because the view
   * itself is partly pale.
   */
  regainedColour: 0.6,
  /** Spread at which the colours of views saturate: leaves would turn neon. */
  maxSpread: 0.4,
} as const;

/** Sampling of a picture, and values for the report only. No effect on the picture if a line says so. */
export const looked = {
  /** Longer edge of the copy that is analysed and holds the filter's coefficients, in pixels. */
  edgePx: 512,
  /**
   * Approximate number of pixels on which clipping is counted, and the share of full scale that counts as clipped: 255
   * of 8 bits. Facts.
   */
  clippingPixels: 2 ** 18,
  clipped: 0.998,
  /** Approximate number of pixels whose colours are kept in the gamut. */
  colourPixels: 2 ** 14,
  /** Quantiles of luma from which an exposure is planned: shadows, median, highlights, white. */
  quantiles: [0.004, 0.5, 0.95, 0.995],
  /** The quantile of luma that the report calls the white point. */
  whitePoint: 0.995,
  /** Largest change that counts as none: about a level of 8 bits. */
  level: 1 / 300,
} as const;

/** Sizes of curve tables. */
export const tables = {
  /** Nodes of the kernel's table, read by `toneMap`. */
  nodes: 1024,
  /**
   * Display value above which the kernel does not brighten a channel (`kGamutCeiling` of
   * native/kernels/tone/tone_map.cc).
   */
  ceiling: 0.985,
  /** Steps of a table that replaces a curve, whose powers cost more; the error is below what 8 bits show. */
  steps: 256,
} as const;

/**
 * Rows near the poles of a sphere, where a point of the sphere is stretched over many pixels of its row. Judged by
 * test/stages/tone/spheres.test.ts.
 */
export const poles = {
  /** Number of rows that are read to find the first column of a sphere. */
  sampledRows: 256,
  /** Minimum stretch of a point, as a share of the width, for its differences to be averaged. */
  drawnOut: 1 / 128,
} as const;
