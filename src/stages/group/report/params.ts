// Tuned numbers that decide when a set is certain, flagged, or merged with its flash frames. Judged by
// `npm run bench -- group` (the table of confidences in docs/GROUPING.md) and by test/stages/group/flags.test.ts.

/**
 * Conversion of margins to confidence: a margin of `middle` nats is even odds, and each further `scale` nats add one
 * nat of log-odds. Margins are not log-odds themselves, since pieces of evidence depend on each other. Fitted on
 * simulated shoots of seeds 1 to 1000: by headers on 54 with 7,591 groups, 48 of them wrong and hardly any above a
 * margin of 3; by pictures, if these give order, exposures and sets, on 79 with 6,634 groups, 26 of them wrong: one in
 * twenty below a margin of 4, one in two hundred above.
 */
export const calibrations = {
  headers: { middle: 1.2, scale: 0.6 },
  headersInPart: { middle: 1.5, scale: 1.2 },
  pictures: { middle: 0.3, scale: 1.35 },
} as const;

export const sureness = {
  /** Maximum margin, nats: further evidence adds no confidence. */
  maxMargin: 10,
  /**
   * Maximum confidence of a set that only the pattern of exposures separates from frames of the same scene. Set by
   * hand.
   */
  tornOff: 0.88,
  /** Minimum difference of distinct exposures, EV. */
  otherEv: 0.4,
  /** A confidence from here on is reported as 1: wrong in fewer than one case in two thousand. */
  certain: 0.9995,
  /**
   * Confidence in renditions of one RAW: by pictures, since only the light can differ within one step of the clock; by
   * their names as well.
   */
  renditions: 0.9,
  namedRenditions: 0.99,
  /** Confidence that a file of another's moment is an edited copy of it. Set by hand. */
  editedCopy: 0.9,
} as const;

/** Minimum step between renditions of different brightness, EV in pictures; less is another white balance or style. */
export const minPushEv = 0.5;

export const flags = {
  /**
   * Maximum share of detail in a blurred frame. A blur of 1.5 px on real thumbnails left 0.45 to 0.75; other mates had
   * 0.80 or more.
   */
  blurredBelow: 0.72,
  /**
   * Maximum likeness of an outlier, and the coverage needed. On real brackets mates have 0.7 or more, other scenes 0.23
   * or less.
   */
  unlikeBelow: 0.3,
  minCoverage: 0.2,
} as const;

export const roomBrightness = {
  /**
   * Mean display luminance of a bracket's brightest picture below which the room is dark without flash. The brightest
   * frames of 35 of 38 real brackets have 0.35 to 0.96.
   */
  darkRoom: 0.33,
  /** Mean display luminance of a well exposed room. */
  middle: 0.5,
} as const;
