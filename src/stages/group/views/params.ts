// Tuned numbers for gathering shots by what they show, without any order. Set by hand on simulated exported shoots of
// seeds 1 to 1000, judged by `npm run bench -- group --exports` on other seeds. Likenesses are -1 to 1, certainties 0
// to 1.

export const gathering = {
  /** Number of frames of a view, the nearest in brightness, that a shot is compared with; the same for a blank shot. */
  matesTried: 2,
  blankMatesTried: 3,
  /** Minimum number of unclipped pixels of a blank frame that hint at its view, and of their agreement with it. */
  hintPixels: 5,
  hintAgreement: 0.97,
  /**
   * Maximum number of views that a shot is compared with closely; more for a blank one, whose coarse look decides
   * little.
   */
  closerLooks: 4,
  blankCloserLooks: 12,
  /** Minimum likeness at coarse size for a closer look, and the largest distance from the best. */
  minRough: 0.1,
  roughReach: 0.3,
  /** Minimum share of unclipped pixels in a blank frame that starts a view. */
  ownViewShare: 0.05,
  /** Likeness below which two pictures never show one view. */
  unlike: 0.3,
  /** Logistic curves: the gap at which a decision is even odds, and the increase that multiplies the odds by e. */
  likenessGap: { middle: 0.05, scale: 0.035 },
  missGap: { middle: -0.35, scale: 0.04 },
  agreementGap: { middle: 0.02, scale: 0.015 },
  /** Certainty below which a blank frame fits two views equally well; of a hint; of a decision by the size of views. */
  minBlankCertainty: 0.5,
  hintCertainty: 0.7,
  patternCertainty: 0.55,
  /** Maximum doubt that a frame of unknown view adds to each view it may belong to. */
  maxDoubt: 0.5,
} as const;

export const otherLight = {
  /**
   * Minimum likeness of edges of one view in different light, and the level that different views rarely exceed: in two
   * simulated shoots 11 of 13 views by day and at dusk had 0.52 or more, 19,460 other pairs 0.22 or less; 414 pairs of
   * different real scenes had 0.13 or less, frames of one real scene 0.51 or more.
   */
  sameEdges: 0.38,
  otherEdges: 0.25,
  edgeGap: { middle: 0.03, scale: 0.02 },
  /**
   * The frame whose edges represent a view is nearest to this display luminance, among those with at least this share
   * of the most unclipped pixels.
   */
  middleBrightness: 0.45,
  nearlyAsOpen: 0.85,
  /**
   * Certainty of a view by day and at dusk (measured on simulated dusk only), and of one that differs from another by
   * light only.
   */
  duskCertainty: 0.95,
  twoLightsCertainty: 0.5,
} as const;

/** Maximum difference of repeated exposures of a view, EV. */
export const repeatEv = 0.3;
/** Certainty of a split by the order of names, if nothing else shows which frame belongs to which bracket. */
export const splitCertainty = 0.5;
/** Assumed step that pictures cannot show because one of both is blank, EV: the usual step of brackets. */
export const unseenStepEv = 2;
