// Every number that distinguishes rooms from other pictures, or estimates the glare over them. Numbers without an
// origin were set by hand while looking at pictures, without a recorded measurement. `npm run bench -- scene` judges
// rooms, `npm run bench -- look` glare. A range goes from no to yes, for evidence against a room from yes to no.

/** Exposure values at ISO 100 that distinguish light in a room, daylight outside and night. */
export const light = {
  /**
   * A room up to the first value. 21 brackets and about 40 photographs: rooms at 1.8 to 10, daylight outside from 10.8.
   */
  dimEv: [9, 10.5],
  /** Daylight outside from the second value. A glass hall at noon has 12. */
  daylightEv: [12.5, 13.5],
  /** Night up to the first value. */
  nightEv: [8, 10],
} as const;

/** Upright edges, in the copy in which rooms are detected. */
export const uprights = {
  /** Longer edge of the copy, pixels. */
  edgePx: 360,
  /**
   * Maximum gradient, display value a pixel: larger ones count as this, so that one window frame does not outweigh all
   * other edges.
   */
  maxGradient: 0.12,
  /** Added to the ratio of uprights if walls fill the picture: in bright and in dim light. */
  whereWalls: 0.034,
  whereDim: 0.05,
  /** Leans of edges that count as upright, as shears. */
  leans: [-0.06, 0, 0.06],
  /** Half of the length over which an upright is averaged, as a share of the longer edge. */
  halfShare: 1 / 32,
} as const;

/**
 * Evidence for and against a room. `walls`, `sky`, `darkSky` and `foliage` are shares, `uprights` a ratio of gradients,
 * `brightTop` a display value, `coolness` half of log B/R.
 */
export const roomRules = {
  walls: [0.08, 0.14],
  wallsInDimLight: [0.05, 0.1],
  uprights: [0.72, 0.79],
  sky: [0.14, 0.28],
  foliage: [0.07, 0.14],
  brightTop: [0.2, 0.3],
  brightTopInDimLight: [0.35, 0.45],
  coolness: [0.08, 0.14],
  together: [0.45, 0.8],
  enclosedWalls: [0.14, 0.4],
  enclosedSky: [0.05, 0.1],
  enclosedFoliage: [0.03, 0.06],
  shutInWalls: [0.2, 0.35],
  shutInSky: [0.02, 0.05],
  shutInFoliage: [0.02, 0.05],
  shutInBrightTop: [0.1, 0.2],
  dimDarkSky: [0.3, 0.38],
} as const;

/** Evidence of night, and of a dark scene against a bright sky, as above; `lights` is a display value. */
export const outdoorRules = {
  darkSky: [0.42, 0.58],
  darkTop: [0.02, 0.06],
  lights: [0.88, 0.95],
  againstSky: [0.2, 0.4],
} as const;

/**
 * What counts as a wall, as sky and as leaves in a smoothed copy. `flat` is a ratio; `leafRed`, `leafBlue`, `wallReach`
 * and `blue` are logs; `bright`, `lights` and `wallShareOfBright` are shares; the others are display values.
 */
export const evidenceLevels = {
  flat: 0.03,
  skyLuma: 0.35,
  blue: 0.12,
  darkSkyLuma: 0.32,
  wallShareOfBright: 0.45,
  wallReach: 0.13,
  leafRed: -0.04,
  leafBlue: -0.09,
  /** Quantiles of luma: what is bright, and the lights of a night. */
  bright: 0.95,
  lights: 0.995,
  /** Added to channels before their logs are taken, and the darkest luma that a gradient is divided by. */
  blackOffset: 0.01,
  darkest: 0.1,
} as const;

/** The glare of a room, from its dark channel. */
export const glare = {
  /** Quantile of the least channel that is measured. */
  shadow: 0.01,
  /**
   * Least channel of the darkest things without glare, display value. 16 finished interiors are below .053; brackets
   * with a lamp or the sun in the frame reach .09 to .17.
   */
  deepestShade: 0.05,
  /**
   * Maximum glare that is removed, display value: the maximum found in those brackets. The kernel removes less from the
   * darkest things.
   */
  most: 0.12,
  /** Ratios to the level of pale surfaces up to which the darkest things are dark, and from which they are pale. */
  dark: [0.4, 0.6],
} as const;
