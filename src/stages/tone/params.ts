// Every number of the tone but those of white (layers/white-params.ts) and of the house (house/params.ts). Values are
// display values, 0 to 1, if no unit is named. A number whose line names no origin was set by hand while looking at
// pictures; no measurement of it is recorded. Each group names the bench that judges it: `npm run bench -- NAME`.

/** CIE L* that medians are brought towards unless the option `targetLightness` says otherwise. Bench look. */
export const usualLightness = 68.5;

/** The curve of rooms. Bench look. */
export const roomCurves = {
  /** Where professionals put a bright wall. Judged by labelled walls and ceilings of finished interiors. */
  wallLevel: 0.77,
  /** Exponent of light for an anchor of 0.5: what is dark in a bright frame is dark of itself. */
  contrast: 1.35,
  /** How the exponent grows with the anchor: in a dark frame, dark things lie in the shade and come up. */
  contrastGrowth: 1.8,
  /** The least exponent. */
  leastContrast: 1.25,
  /** The largest exponent. */
  mostContrast: 1.9,
  /** Share of light that is taken straight, without the exponent: black is lifted as light is, and does not sink. */
  straightShare: 0.25,
  /**
   * Professionals' median for the darkest twentieth of a room, L* 31. Professionals' pictures; the measurement is not
   * recorded.
   */
  darkLevel: 0.287,
  /**
   * The most that the exponent grows to bring a fused picture's shadows down there; 1 instead of 0.4 draws rings over 3
   * L* on 2 % more of the edges. Ring shares of 27 tripod sets. Bench fusion.
   */
  mostGrowth: 0.4,
  /** The darkest anchor: a darker one would lift noise. */
  leastAnchor: 0.16,
  /** Median from which a room is bright enough. */
  brightMedian: 0.73,
  /** How far below that the whole curve applies. */
  dueBelow: 0.12,
  /** What the darkest things may be, as a share of the anchor, and still be black; the rest is haze over them. */
  deepShadow: 0.13,
  /** Share of that haze that goes. */
  hazeShare: 0.8,
  /** The most haze that is taken away. */
  mostHaze: 0.25,
  /**
   * Within this of full scale a room's curve rises again, so that what is nearly clipped stays apart from what is not.
   */
  lastHighlights: 0.1,
  /** What full scale becomes in rooms at least. */
  roomWhite: 0.93,
} as const;

/** The exposure of pictures that show no room. Bench harm. */
export const exposures = {
  /**
   * Where expert retouches put the 95th percentile of the luma, whatever the subject. Most of twelve FiveK pairs: 0.78
   * ± 0.04. Bench look.
   */
  brightTarget: 0.8,
  /** The largest gain outside of rooms (factor of display values). */
  maxGain: 2.4,
  /** The largest lift of mid-tones when nothing was gained before, in a scene lit from the front (slope at black). */
  maxLift: 1.85,
  /** The same against the sky, where dark parts are lifted by themselves as well (slope at black). */
  maxLiftAgainstSky: 2,
  /** The same at night (slope at black). */
  maxLiftAtNight: 1.25,
  /**
   * Distance to a target that is good enough, so that a picture done once is hardly changed again (log of display
   * values).
   */
  tolerance: 0.04,
  /** Colour that a picture may lose in the mean for being brightened (spread of the channels, display value). */
  mostLost: 0.015,
} as const;

/** What the plan of the curve adds to both. Bench look. */
export const planned = {
  /** How much of the automatic exposure a night does without: its darkness is meant, and its lights are near white. */
  nightRestraint: 0.6,
  /**
   * Lightness by which the curve brings a room's median above that of other pictures; even light adds about three (CIE
   * L*).
   */
  roomBrighter: 2.5,
  /** How long asked stops leave a room's tones straight before white: see `shoulder` (exponent). */
  offsetSharpness: 2,
} as const;

/** Smooth fields of light and colour. Bench look. */
export const fields = {
  /**
   * Radius of one of the three box passes that make the fields of light and colour smooth (share of the longer edge).
   */
  share: 1 / 20,
  /** Share of the mean weight that pulls those fields to the overall value where few surfaces show the light. */
  prior: 0.15,
  /**
   * Pixels of the small copy, along each axis, that share a cell of those fields. The field is smooth over many cells.
   */
  cellPx: 4,
} as const;

/** Light that is evened over a room. Bench look. */
export const evening = {
  /**
   * How much of the fall of light over pale surfaces is taken back (exponent of a ratio of display values). All of it.
   */
  evenness: 1,
  /** The same of the fall over all that is grey (exponent of a ratio of display values). */
  allEvenness: 0.35,
  /** The most that a place is held back (slope at black). */
  leastLift: 0.4,
  /** The most that a place is lifted (slope at black). */
  mostLift: 2.6,
  /** A place counts as this bright at least, or noise would be lifted. */
  leastLight: 0.05,
  /**
   * How much less a room's light is evened and brightened for the glare over it, which would turn into fog and noise
   * (share per display value of glare). Half at a lamp in the frame that adds .1.
   */
  glareRestraint: 5,
} as const;

/** A dark foreground before a bright sky. Bench harm. */
export const foreground = {
  /** Window of the base that shows where the foreground is dark (share of the longer edge). */
  share: 1 / 24,
  /** Step that counts as an edge of it. */
  edge: 0.1,
  /** Brightness of a foreground that is light enough. */
  level: 0.5,
  /** Share of the way there (exponent of a ratio of display values). */
  evenness: 0.8,
  /**
   * The same in a fused bracket, whose shade comes from its long exposures (exponent of a ratio of display values).
   * Bench look.
   */
  evennessFused: 0.3,
  /** The most that a foreground is lifted (slope at black). */
  mostLift: 4,
  /**
   * How much of the same is taken from a foreground that is lifted before a bright sky: dark leaves would turn neon
   * (exponent).
   */
  chroma: 0.4,
} as const;

/** Colour that goes with brightness. Bench harm. */
export const colour = {
  /** What colour gains in rooms (factor). Judged by the chroma of finished interiors. Bench look. */
  roomChroma: 1.25,
  /**
   * Share of the vividness that brightening alone gives a colour which stays (exponent). Professionals' pictures; the
   * measurement is not recorded. Bench look.
   */
  chromaKept: 0.55,
  /** Colourfulness (0.9 quantile of max − min of the channels) that needs no more. */
  enoughColour: 0.45,
  /** How much less colour a scene before a bright sky gets. */
  skyVibrance: 0.8,
} as const;

/** Base and texture. Bench look. */
export const textures = {
  /** Window of the split into base and texture (share of the longer edge). */
  baseShare: 1 / 64,
  /** Step of luma that counts as an edge of the base. */
  baseEdge: 0.03,
  /** Share of the texture of ceilings and white walls that is left as the curve makes it. */
  plainShare: 0.8,
  /**
   * Texture that an eye needs to see more than noise: where the noise is as strong in the result, half of the texture
   * follows the curve alone. Three levels of 8 bits. Bench harm.
   */
  seenTexture: 0.012,
  /** Texture (mean distance from the base) that needs no more. */
  enoughTexture: 0.012,
  /** A boost of texture or colour fades over this share of what is enough. */
  spareShare: 0.6,
  /** How far the slope of texture goes from the curve's own slope (0) to the curve's gain (1). */
  ratioShare: 0.5,
} as const;

/** Views out of windows. Bench look. */
export const windowViews = {
  /** Share of a veil that is taken off. He, Sun, Tang 2009 keep some haze as well (omega = 0.95). */
  veilShare: 0.8,
  /** The most that is taken off: more would raise noise. */
  mostVeil: 0.6,
  /**
   * Share of its brightness that everything in a view keeps: a frame that the map takes for a pane must not turn dark.
   */
  leastKept: 0.6,
  /** What a view's mean becomes. Below the level of walls. */
  viewMean: 0.54,
  /** Radius of that mean: sky and trees keep apart within it (share of the longer edge). */
  viewMeanShare: 0.25,
  /** The most that a view is brought down (slope at black). */
  leastViewLift: 0.05,
  /**
   * The steepest that a view's lights become between their mean and white: a washed-out view stays light, or its leaves
   * would break up into blotches (slope of display values).
   */
  steepestView: 3.5,
  /** Power of a shade's share of its view's mean (exponent). */
  shadePower: 1.6,
  /** How far one view reaches, sky and trees together (share of the longer edge). */
  viewShare: 0.15,
  /** Share of a view's blue cast that goes. */
  viewCastShare: 0.6,
  /** Spread of the channels that a view's colours are brought towards (display value, root of the mean square). */
  wantedSpread: 0.2,
  /** The most that colours of views grow: the noise of what was nearly clipped grows with them (factor). */
  mostViewGrowth: 2.6,
  /**
   * Power of the contrast that a view regains by which its colours grow (exponent). Less than 1, because part of the
   * paleness is the view's own.
   */
  regainedColour: 0.6,
  /** Spread towards which the most vivid colours of views are bent down: leaves would turn neon. */
  mostSpread: 0.4,
} as const;

/** What is looked at of a picture, and what only the report reads. No effect on the picture where a line says so. */
export const looked = {
  /** Longer edge of the copy that is analysed and carries the filter's coefficients, pixels. */
  edgePx: 512,
  /** Pixels that clipping is counted on, about; and the share of full scale that is clipped: 255 of 8 bits. Facts. */
  clippingPixels: 2 ** 18,
  clipped: 0.998,
  /** Pixels whose colours are kept in the gamut, about. */
  colourPixels: 2 ** 14,
  /** Quantiles of luma that an exposure is planned from: darkest things, the median, bright things, white. */
  quantiles: [0.004, 0.5, 0.95, 0.995],
  /** The quantile of luma that the report calls the white point. */
  whitePoint: 0.995,
  /** A change below this is none: a level of 8 bits, about. */
  level: 1 / 300,
} as const;

/** Tables of curves. */
export const tables = {
  /** Nodes of the kernel's table, as `toneMap` reads it. */
  nodes: 1024,
  /**
   * Display value where the kernel stops to brighten a channel (`kGamutCeiling` of native/kernels/tone/tone_map.cc).
   */
  ceiling: 0.985,
  /** Steps of a table in place of a curve, whose powers cost more; values differ by less than 8 bits show. */
  steps: 256,
} as const;

/**
 * Rows near the poles of a sphere, where a pixel is drawn out over its row. Judged by test/stages/tone/spheres.test.ts.
 */
export const poles = {
  /** Rows that are compared to find where a sphere begins. */
  sampledRows: 256,
  /** Share of the width over which one is drawn out before its differences are averaged. */
  drawnOut: 1 / 128,
} as const;

/** What a photographer's look is learned from (test/stages/tone/look.test.ts: tones to 0.025, colour to 0.15). */
export const looks = {
  /** Steps of a look's curve. */
  curveSteps: 16,
  /** Bytes of a look's file, at most: a hundred times what one has. */
  mostBytes: 200_000,
  /** From which value to which each number of a part goes: far beyond what professionals do, and safe to render. */
  ranges: {
    pictures: [1, 1_000_000],
    whiteRed: [-0.3, 0.3],
    whiteBlue: [-0.3, 0.3],
    chroma: [0, 3],
    windowLift: [0.05, 20],
  },
  /** The narrower ranges that are learned. */
  learned: { white: 0.3, chroma: [0.3, 2], windowLift: [0.2, 4] },
  /** Longer edge of the copies that are compared, pixels. */
  edgePx: 512,
  /** Logs of shapes that differ by more are not of one frame. */
  mostShapeChange: 0.06,
  /** Shares of a picture from which a step of brightness, and a kind of pixels, is evidence. */
  leastStepShare: 0.004,
  leastShare: 0.01,
  /**
   * Spread of the channels up to which the plain look is white, and from which it is colour; luma of white, of colour.
   */
  whiteSpread: 0.035,
  colourSpread: 0.08,
  whiteFrom: 0.55,
  /** Squared spread of pictures that counts against their median, over their number. */
  doubt: 4,
  /** Standard deviation over the median deviation of a normal distribution, 1 / 0.6745, rounded. */
  spreadPerMad: 1.48,
  /** Steps of the curve above black over which a shift begins, as noise lies there. */
  blackSteps: 1.5,
} as const;
