// Tuned numbers of how pictures are reduced, compared and judged. Unless a line says otherwise, a number was set by
// hand on simulated shoots of seeds 1 to 1000, and `npm run bench -- group` judges it on other seeds. "Real brackets"
// are the thirteen of test/stages/group/real-brackets.test.ts. Display values range from 0 to 1.

export const small = {
  /** Longer edge of the copies that are compared, pixels: noise averages out, the structure of a room remains. */
  edgePx: 72,
  /** Reduction factor of the coarse copy, on which most pairs of different scenes are rejected. */
  coarseFactor: 4,
  /** Display values outside this range show little of the scene: few levels are left near black, none near white. */
  darkest: 0.006,
  brightest: 0.975,
  /** Minimum share of well-exposed pixels in a frame that is not blank; a blank one may fail to match any 3 EV away. */
  blankShare: 0.35,
  /** Mean display luminance below which a frame is mostly noise, though not all of its pixels are black. */
  blackBrightness: 0.035,
  /** Maximum difference between small copies of equal files in display values: half a level of 8 bits. */
  equalLuma: 0.5 / 255,
  /** Bins of the ranks, and entries of the table from display value to light. Finer than 8 bits changes nothing. */
  rankBins: 1024,
  lightLevels: 4096,
  /** Number of thumbnails read at once, so that several threads always have a next one. */
  readAtOnce: 8,
} as const;

export const sameness = {
  /**
   * Minimum likeness, and share of the picture well exposed in both frames, of two frames that surely show one scene.
   * On real brackets one scene gave 0.7 or more, different ones 0.23 or less.
   */
  likeness: 0.45,
  coverage: 0.03,
  /**
   * Largest shift of a handheld camera between two frames, in pixels of the coarse copy (4 % of the width), then the
   * fine.
   */
  coarseReachPx: 1,
  fineReachPx: 3,
  /** Correlation that ends the search for the shift: no neighbouring shift improves it. */
  fits: 0.8,
  /** Penalty per pixel of shift, as correlation: of equal fits the smallest shift wins. */
  moveCost: 0.002,
  /**
   * Minimum correlation of gradients in one scene, and the coverage needed to check it on coarse copies. On real
   * brackets one scene has 0.6 or more, and two thirds of the other pairs have less than this.
   */
  minGradient: 0.12,
  coarseCoverage: 0.25,
  /** Minimum number of shared pixels, in the fine and in the coarse copy. With fewer, a likeness is chance. */
  minPixels: 24,
  minRoughPixels: 16,
  /** Stride of the SSIM windows of 11 pixels, in both directions, pixels: it changes the mean by at most 0.01. */
  windowStepPx: 3,
  /** Width of a histogram bin of exposure steps, and range of light in thumbnails, from 1e-4 to 1, EV. */
  stepBinEv: 0.02,
  lightRangeEv: 14,
} as const;

/** Frames so dark that noise hides their edges are compared by light only. */
export const dim = {
  /** Maximum mean display luminance of such a frame, and minimum coverage. */
  brightness: 0.16,
  coverage: 0.25,
  /**
   * Minimum correlation of light in one scene. Real frames 2 EV apart had 0.95 or more; 12,000 simulated pairs of
   * different scenes had at most 0.79.
   */
  correlation: 0.9,
  /** Likeness that such a match counts as: enough for one scene, less than edges show. */
  likeness: 0.5,
  /** Minimum coverage at which a correlation below the second value shows another scene. */
  otherCoverage: 0.25,
  otherCorrelation: 0.75,
} as const;

/** Comparison by the few unclipped pixels of a blank frame. */
export const clipped = {
  bins: 256,
  /** Minimum share of pixels that count: if fewer are unclipped by the usual limits, those farthest from clipping. */
  minShare: 0.03,
  /** Minimum difference between an unclipped and a clipped pixel in display values: half a level of 8 bits. */
  halfLevel: 0.5 / 255,
  /** Largest shift of a handheld camera that is tried, pixels. */
  reachPx: 2,
  /**
   * Minimum number of unclipped pixels, their share of the frame next to likely mates, and the agreement in one scene.
   */
  minPixels: 20,
  openShare: 0.01,
  agreement: 0.88,
  /** Agreement below which scenes differ. On real brackets other scenes reach at most 0.85, mostly far less. */
  otherAgreement: 0.75,
} as const;

/** Likeness of edges by strength and direction, independent of the light. */
export const edges = {
  /** Rank difference above which all edges count the same: the strongest are where light comes and goes. */
  most: 0.12,
  reachPx: 2,
  /** Minimum correlation at which small shifts are tried; below it none helps enough. */
  worthMoving: 0.08,
  minPixels: 60,
} as const;

/**
 * Blur, measured as the finest contrast relative to the next coarser one. Judged by test/stages/group/flags.test.ts.
 */
export const sharp = {
  /** Edge of the compared tiles, pixels: motion and clipping spoil only a few of them. */
  tilePx: 16,
  /** Range of display values in which contrast is that of the scene. */
  darkest: 0.06,
  brightest: 0.96,
  /** Minimum contrast over four pixels, EV. Below it a tile is a plain wall, whose detail is noise. */
  minContrastEv: 0.25,
  /** Minimum share of a tile's pixels in that range, and of tiles that two frames must share. */
  minShare: 0.6,
  minTiles: 6,
} as const;

/** Log-odds that two neighbours belong to one bracket, by their pictures, nats. */
export const pictureOdds = {
  /**
   * Likeness at which the odds are even, and nats per unit of likeness. On real brackets (60 pairs of one scene up to 8
   * EV apart, 930 of different scenes) one scene gave 0.7 or more, different scenes 0.23 or less.
   */
  middle: 0.36,
  slope: 22,
  /** Lower limits: for another scene, unless something large moved; for a likeness above the usual middle. */
  maxAgainst: -6,
  maxAgainstAlike: -2,
  /** Upper limits: without times; without a pause, increase per doubling of the pause, and overall. */
  untimed: 2.5,
  noPause: 1.5,
  perDoubling: 0.55,
  maxInFavour: 4,
  /**
   * Coverage from which a likeness, and a difference, count in full. On real brackets pushed by −7 to +6 EV, chance
   * made at most 6 % of the picture alike, and noise hid up to a third of one scene.
   */
  coverageForLike: 0.06,
  coverageForUnlike: 0.5,
  /**
   * Flash frames that come first, which headers cannot distinguish from the end of one set and the start of the next.
   */
  flashFirst: 1.5,
  /**
   * If headers have no exposures: the pictures show another exposure, from the second limit in EV on, or an equal one,
   * up to the first.
   */
  stepSeen: 1.5,
  noStepSeen: -5,
  sameStepEv: 0.2,
  otherStepEv: 0.5,
  /** Headers state a step of at least this many EV, and the picture shows less than this share of it. */
  stepDenied: -2.5,
  statedStepEv: 1,
  deniedShare: 0.25,
  /** A blank frame's unclipped pixels fit the neighbour, contradict it, or are not evidence. */
  blank: { same: 2.5, other: -4, unknown: 0 },
} as const;

/**
 * Contrast of display tone curves around the middle, EV of display per EV of light. Cameras usually have 1.2 to 1.5.
 */
export const toneContrast = 1.35;
/** Number of shots on each side that may show the exposure of a shot without headers. */
export const lostReach = 3;
