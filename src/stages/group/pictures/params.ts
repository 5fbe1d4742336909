// How pictures are shrunk, compared and judged. Unless a line says otherwise, a number was set by hand on simulated
// shoots of seeds 1 to 1000, and `npm run bench -- group` judges it on other seeds. "Real brackets" are the thirteen of
// test/stages/group/real-brackets.test.ts. Display values go from 0 to 1.

export const small = {
  /** Longer edge at which frames are compared, pixels: noise vanishes, the structure of a room stays. */
  edgePx: 72,
  /** The coarse copy, on which most pairs of different scenes are rejected, is smaller by this factor. */
  coarseFactor: 4,
  /** Display values outside this range show little of the scene: few levels are left near black, none near white. */
  darkest: 0.006,
  brightest: 0.975,
  /** Share of a frame that must be well exposed; frames with less may differ from all that are 3 EV away. */
  blankShare: 0.35,
  /** Mean display luminance below which a frame is mostly noise, though its pixels are not all black. */
  blackBrightness: 0.035,
  /** Display values by which two small copies of equal files differ at most: half a level of 8 bits. */
  equalLuma: 0.5 / 255,
  /** Bins of the ranks, and entries of the table of light by display value. Finer than 8 bits, to no effect. */
  rankBins: 1024,
  lightLevels: 4096,
  /** Thumbnails that are read at once: several threads find the next one waiting. */
  readAtOnce: 8,
} as const;

export const sameness = {
  /**
   * Least likeness, and share of the picture well exposed in both frames, of two frames that surely show one scene. On
   * real brackets one scene gave 0.7 or more, different ones 0.23 or less.
   */
  likeness: 0.45,
  coverage: 0.03,
  /** Moves of a handheld camera between two frames: pixels of the coarse copy (4 % of the width), then of the fine. */
  coarseReachPx: 1,
  fineReachPx: 3,
  /** A correlation that no neighbouring move improves, and which ends the search for the move. */
  fits: 0.8,
  /** Cost of a move, a pixel, as correlation: of equal fits the smallest move wins. */
  moveCost: 0.002,
  /**
   * Pairs with a lower correlation of gradients show different scenes; checked on coarse copies if these share so much.
   * On real brackets one scene has 0.6 or more, two thirds of the other pairs less than this.
   */
  leastGradient: 0.12,
  coarseCoverage: 0.25,
  /** Fewer shared pixels make a likeness chance: in the fine and the coarse copy, and for an exact likeness. */
  leastPixels: 24,
  leastRoughPixels: 16,
  /** Every so-manyth SSIM window of 11 pixels in both directions: the mean over these is that over all to 0.01. */
  windowStepPx: 3,
  /** EV of a bin of exposure steps, and EV of light in thumbnails, from 1e-4 to 1. */
  stepBinEv: 0.02,
  lightRangeEv: 14,
} as const;

/** Frames too dark for edges, where noise hides them, are compared by their light alone. */
export const dim = {
  /** Mean display luminance of such a frame, at most. */
  brightness: 0.16,
  coverage: 0.25,
  /**
   * Correlation of light of one scene. Real frames 2 EV apart had 0.95 or more; of 12,000 simulated pairs of different
   * scenes none had more than 0.79.
   */
  correlation: 0.9,
  /** The likeness that this counts as: enough for one scene, less than edges show. */
  likeness: 0.5,
  /** Coverage from which a correlation below the second value shows another scene. */
  otherCoverage: 0.25,
  otherCorrelation: 0.75,
} as const;

/** What the few open pixels of a blank frame show. */
export const clipped = {
  bins: 256,
  /** Share of the pixels, the most open ones, that count if fewer are open by the usual bounds. */
  leastShare: 0.03,
  /** Display values by which an open pixel differs from a closed one, at least: half a level of 8 bits. */
  halfLevel: 0.5 / 255,
  /** Moves of a handheld camera that are tried, pixels. */
  reachPx: 2,
  /** Open pixels that are evidence, their share of the frame next to likely mates, and the agreement of one scene. */
  leastPixels: 20,
  openShare: 0.01,
  agreement: 0.88,
  /** Agreement below which scenes differ. On real brackets other scenes agree to 0.85 at most, mostly far less. */
  otherAgreement: 0.75,
} as const;

/** Likeness of edges by strength and direction, whatever the light. */
export const edges = {
  /** Rank difference from which edges count alike: the strongest are where light comes and goes. */
  most: 0.12,
  reachPx: 2,
  /** A lower correlation is not improved enough by any small move. */
  worthMoving: 0.08,
  leastPixels: 60,
} as const;

/** Blur, by the finest contrast against the next coarser one. Judged by test/stages/group/flags.test.ts. */
export const sharp = {
  /** Edge of the tiles that are compared, pixels: what moved or clipped spoils a few of them only. */
  tilePx: 16,
  /** Display values between which contrast is that of the scene. */
  darkest: 0.06,
  brightest: 0.96,
  /** Contrast over four pixels, EV, below which a tile is a plain wall, whose detail is noise. */
  leastContrastEv: 0.25,
  /** Share of a tile's pixels that must be in that range, and tiles that two frames must share. */
  leastShare: 0.6,
  leastTiles: 6,
} as const;

/** Log-odds, in nats, that two neighbours are of one bracket, by their pictures. */
export const pictureOdds = {
  /**
   * The likeness that is not evidence, and nats per unit of likeness. On real brackets (60 pairs of one scene up to 8
   * EV apart, 930 of different scenes) one scene gave 0.7 or more, different scenes 0.23 or less.
   */
  middle: 0.36,
  slope: 22,
  /** At most against: another scene, except that something large moved; and a likeness above the usual middle. */
  mostAgainst: -6,
  mostAgainstAlike: -2,
  /** At most in favour: without times; at no pause, more for each doubling of the pause, and in all. */
  untimed: 2.5,
  noPause: 1.5,
  perDoubling: 0.55,
  mostInFavour: 4,
  /**
   * Coverage from which a likeness, and an unlikeness, count in full. On real brackets pushed by −7 to +6 EV chance
   * never made scenes alike on more than 6 % of the picture; noise made one scene unlike on up to a third.
   */
  coverageForLike: 0.06,
  coverageForUnlike: 0.5,
  /** Flash frames first, which headers cannot distinguish from the end of one set and the start of the next. */
  flashFirst: 1.5,
  /** If headers give no exposures: the pictures show another exposure, from the second step on, or the same one. */
  stepSeen: 1.5,
  noStepSeen: -5,
  sameStepEv: 0.2,
  otherStepEv: 0.5,
  /** Headers state a step of an EV or more, and the picture shows less than this share of it. */
  stepDenied: -2.5,
  statedStepEv: 1,
  deniedShare: 0.25,
  /** By what is open in a blank frame: it fits the neighbour, does not, or is not evidence. */
  blank: { same: 2.5, other: -4, unknown: 0 },
} as const;

/**
 * Contrast of display tone curves around the middle, EV shown per EV of light. Usual curves of cameras have 1.2 to 1.5.
 */
export const toneContrast = 1.35;
/** Shots that far away on both sides may show the exposure of one without headers. */
export const lostReach = 3;
