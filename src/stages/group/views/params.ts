// How shots are gathered by what they show, without any order. Set by hand on simulated exported shoots of seeds 1 to
// 1000, judged by `npm run bench -- group --exports` on other seeds. Likenesses are -1 to 1, certainties 0 to 1.

export const gathering = {
  /** Members of a view, those of the nearest brightness, that a shot is compared with; the same for a blank shot. */
  matesTried: 2,
  blankMatesTried: 3,
  /** Open pixels of a blank frame that hint at its view, and their agreement with it. */
  hintPixels: 5,
  hintAgreement: 0.97,
  /** Views that a shot is compared with closely; a blank one offers little to choose them by. */
  closerLooks: 4,
  blankCloserLooks: 12,
  /** Rough likeness worth a closer look, and by how much it may be below the best. */
  leastRough: 0.1,
  roughReach: 0.3,
  /** Share of a blank frame that must be open before it begins a view. */
  ownViewShare: 0.05,
  /** Likeness below which two pictures never show one view. */
  unlike: 0.3,
  /** Gaps at which a decision is even odds, and by which the odds grow e-fold. */
  likenessGap: { middle: 0.05, scale: 0.035 },
  missGap: { middle: -0.35, scale: 0.04 },
  agreementGap: { middle: 0.02, scale: 0.015 },
  /** Certainty below which a blank frame fits two views equally well; of a hint; of what the size of views decides. */
  leastBlankCertainty: 0.5,
  hintCertainty: 0.7,
  patternCertainty: 0.55,
  /** Doubt of a frame whose view is not known, at most. */
  mostDoubt: 0.5,
} as const;

export const otherLight = {
  /**
   * Likeness of edges of one view by two lights, and what views of different things seldom exceed: in two simulated
   * shoots 11 of 13 views by day and at dusk had 0.52 or more, 19,460 other pairs 0.22 or less; 414 pairs of different
   * real scenes had 0.13 or less, frames of one real scene 0.51 or more.
   */
  sameEdges: 0.38,
  otherEdges: 0.25,
  edgeGap: { middle: 0.03, scale: 0.02 },
  /** Display luminance of the frame whose edges represent a view, among those this nearly as open as the most open. */
  middleBrightness: 0.45,
  nearlyAsOpen: 0.85,
  /** Certainty of a view by day and at dusk (measured on simulated dusk only), and of one kept apart by light. */
  duskCertainty: 0.95,
  twoLightsCertainty: 0.5,
} as const;

/** Two exposures of a view closer than this are one taken twice, EV. */
export const repeatEv = 0.3;
/** Certainty of a split by the order of names, which is the only evidence of which frame is of which bracket. */
export const splitCertainty = 0.5;
/** A step that pictures do not show, because one of both is blank, EV: the usual step of brackets. */
export const unseenStepEv = 2;
