// Every number that distinguishes rooms from other pictures, and the glare over them. A number whose line names no
// origin was set by hand while looking at pictures; no measurement of it is recorded. `npm run bench -- scene` judges
// rooms, `npm run bench -- look` glare. A range goes from no to yes; evidence against a room from yes to no.

/** Exposure values at ISO 100 by which the light is a room's, daylight outside, or a night's. */
export const light = {
  /** A room's up to the first. 21 brackets and about 40 photographs: rooms at 1.8 to 10, daylight outside from 10.8. */
  dimEv: [9, 10.5],
  /** Daylight outside from the second on. A glass hall at noon has 12. */
  daylightEv: [12.5, 13.5],
  /** A night's up to the first. */
  nightEv: [8, 10],
} as const;

/** Upright edges in a copy that is looked at for rooms. */
export const uprights = {
  /** Longer edge of the copy, pixels. */
  edgePx: 360,
  /**
   * Display value a pixel: larger gradients count as this, so that one window frame does not outweigh all other edges.
   */
  maxGradient: 0.12,
  /** Ratio of gradients by which uprights count as straighter where walls fill the picture, and in a dim place. */
  whereWalls: 0.034,
  whereDim: 0.05,
  /** How far uprights may lean and still count, shears. */
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

/** Evidence for a night, and for a dark scene before a bright sky, as above; `lights` is a display value. */
export const outdoorRules = {
  darkSky: [0.42, 0.58],
  darkTop: [0.02, 0.06],
  lights: [0.88, 0.95],
  againstSky: [0.2, 0.4],
} as const;

/**
 * What counts as a wall, as sky and as leaves in a smoothed copy: `flat` and `leafRed`, `leafBlue`, `wallReach`, `blue`
 * in logs, the others in display values, except for quantiles and shares.
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

/** The glare of a room, from its darkest channel. */
export const glare = {
  /** Share of the pixels whose least channel shows it. */
  shadow: 0.01,
  /**
   * Least channel, display value, that the darkest things may show without glare. 16 finished interiors lie below .053;
   * brackets with a lamp or the sun in the frame reach .09 to .17.
   */
  deepestShade: 0.05,
  /** The most that goes, display value: the most found in those brackets. The kernel takes less off darkest things. */
  most: 0.12,
  /** Shares of the level of pale surfaces up to which the darkest things are dark, and from which they are pale. */
  dark: [0.4, 0.6],
} as const;
