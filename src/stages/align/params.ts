// Tuned numbers of the stage, except the options' defaults. `px` are pixels of the plane in use, or "px per 3,000 px":
// pixels of a picture 3,000 px wide. Values are display values, 0 to 1.
//
// Origin: unless a line names another, a number was set by hand, and its data are not recorded.
// `npm run bench -- align` judges all of them by shifts, rotations and zooms of known size.

/** Selection of the motion model for a link. */
export const models = {
  /** Minimum distance of a corner, px, between its positions by the perspective model and by a similarity. */
  minBendPx: 0.3,
  /**
   * Minimum of that distance in standard deviations, computed as if residuals were independent. A mover or a badly
   * matched tone causes up to 20, while a camera's rotation by a twentieth of a degree behind a wide lens causes 400.
   */
  chances: 30,
} as const;

/** Limits of accepted motions, and the share of the planes that is used. */
export const motionLimits = {
  /** Maximum number of steps on each plane; step size at which they end, px. */
  maxSteps: 10,
  tolerancePx: 0.02,
  /** Number of pixels of the finest plane from which the last tone curve is corrected. */
  correctionSamples: 100_000,
  /** Share of the pixels used on large planes, those with the strongest gradients. */
  shareOfLarge: 0.15,
  /** Pixels from which a plane is large. */
  largePixels: 300_000,
  /** Maximum rotation, degrees, and relative zoom of a hand-held camera between two shots. */
  maxRotationDeg: 4,
  maxScaling: 0.02,
  /** Minimum correlation; frames below it have nothing in common. */
  minScore: 0.15,
  /**
   * Maximum standard deviation of a corner, px per 3,000 px of width; above it the texture does not determine the
   * motion.
   */
  maxUncertainty: 1,
} as const;

/** The curve that relates the brightness of two frames: a smoothing spline fitted with increasing robustness. */
export const exposureCurve = {
  /** Knots of the curve, evenly over the logarithm of the brighter frame's light. */
  knots: 32,
  /** Linear light below which eight bits carry no information; the offset keeps the ratio finite in black. */
  floor: 2e-4,
  /** Weight of the penalty on bending, relative to a well-filled brightness. */
  stiffness: 15,
  /** Weight of the penalty on slope, which decides where there is no other evidence. */
  levelling: 0.3,
  /** Minimum share of the pixels in a well-filled brightness. */
  filled: 0.01,
  /** Misfits, in natural logarithms of linear light, at which a pair loses weight; from generous to strict. */
  misfits: [1, 0.5, 0.3, 0.2, 0.12],
} as const;

/** Features: luma minus its local mean, whose gradients are matched. */
export const featureLimits = {
  /**
   * Half the width of the window of that mean, px: edges remain, differences of light between the shots are removed.
   */
  radiusPx: 5,
  /** Edge of the tiles in which movers are distinguished from the scene. */
  tilePx: 16,
  /** Squared gradients below this are rounding of eight bits. */
  roundingSquare: 1e-7,
} as const;

/** The border outside a resampled frame, filled from its neighbour. */
export const edgeFilling = {
  /** Width of the blend between the two pictures inside the frame's edge, px. */
  featherPx: 16,
  /** Approximate number of pixels from which the tones are read; bins of the neighbour's tones. */
  samples: 60_000,
  bins: 64,
  /** Number of values of the moved frame that are distinguished. */
  levels: 256,
} as const;

/** Minimum sizes for alignment. */
export const findingMotions = {
  /** Minimum shorter edge of a picture, px; a smaller one shows too little to align. */
  minEdgePx: 48,
} as const;

/** Selection of tiles of the full-size pictures. */
export const fineGrid = {
  /**
   * Cells of the picture along each axis; each cell contributes its best tiles first, because far corners determine
   * rotation and scale.
   */
  cells: 6,
  /** Share of the tiles that cells contribute. */
  spread: 0.6,
  /** Minimum number of tiles that can distinguish a mover from the scene. */
  minTiles: 8,
  /**
   * Margin around a tile in the frame, px: error of its position, plus the reach of the interpolation and of a rotation
   * by some degrees.
   */
  reachPx: 7,
  /**
   * Half the width of the local mean's window, px, narrower than on planes: with fewer parts of windows and badly
   * matched tones, nearly black frames give better results, while the edges of an unsmoothed picture still fit in.
   */
  radiusPx: 3,
} as const;

/** Luma pyramids. */
export const lumaPyramid = {
  /** Bins of a plane's histogram: four per 8-bit level. */
  histogramBins: 1024,
  /** Range of display values of middle tones; the frame with more of them is the better reference. */
  midtones: [0.04, 0.96],
  /** Minimum display value of clipped pixels: cameras roll off below full scale. */
  clipAt: 0.975,
  /** Maximum longer edge and minimum shorter edge of the coarsest plane, px. */
  coarsestEdgePx: 128,
  minEdgePx: 32,
} as const;

/** Rows of the source that a motion reads. */
export const motionModel = {
  /** Tolerance of the transforms' rounding, px, so that it does not cost a row. */
  slack: 1e-6,
} as const;

/** Detection of tiles with things that moved between the frames. */
export const movers = {
  /** Share of the gradients' energy added along both axes, so that a single edge does not slide along itself. */
  damping: 0.1,
  /** Range of the usual gain; it is near 1 because the tones are already matched. */
  usualGain: [0.6, 1.6],
  /** Maximum difference between a tile's gain (the frame's texture relative to the template's) and the usual one. */
  gainRange: 0.35,
  /** Minimum offset, px, that the texture of a moved tile asks for; it must also be six standard deviations. */
  offsetPx: 0.4,
  /** Minimum number of tiles that determine the usual gain. */
  minTiles: 24,
  /** Maximum share of tiles that is excluded as movers. */
  maxExcluded: 0.6,
} as const;

/** Accumulation of the normal equations. */
export const solving = {
  /** Tiles per band: a coarse plane is one band, and the tiles of the pictures some five. */
  bandTiles: 32,
} as const;

/** Frames that remain unchanged. */
export const planning = {
  /**
   * Typical motion below which a frame is passed through, px per 3,000 px: resampling would cost more sharpness than it
   * gains.
   */
  stillPx: 0.15,
  /** Minimum of a certain motion in its standard deviations: residuals are less independent than these assume. */
  certain: 12,
} as const;

/** The last correction, at full size. */
export const fineRefinement = {
  /** Maximum number of steps; step size at which they end, px. */
  maxSteps: 8,
  tolerancePx: 0.004,
  /** Maximum correction of the plane's motion, in fine pixels; noise shifts nearly black pictures by more. */
  maxCorrectionPx: 1.5,
  /**
   * Pixels used first and second: a tenth of a picture of 3,000 × 2,000 is enough for frames a few stops apart; a third
   * of it has most of its edges.
   */
  fewPixels: 600_000,
  manyPixels: 2_000_000,
  /** Standard deviation of a corner, px per 3,000 px of width, at which the first pixels are enough. */
  enoughPx: 0.006,
} as const;

/** Gauss-Newton with Tukey weights. */
export const refinement = {
  /** Maximum step, px, that is too small to make a fitting tile look like a mover. */
  settledPx: 0.3,
  /** Minimum standard deviation assumed for residuals of 8-bit pictures. */
  minDeviation: 2e-3,
} as const;

/** The initial estimate, on the coarsest planes. */
export const roughMotion = {
  /** Maximum number of steps on the coarse plane and on the fine one; step size at which they end, px. */
  coarseSteps: 8,
  fineSteps: 6,
  tolerancePx: 0.02,
  /** Number of shifts that are refined; repeated structure (blinds, tiles) causes false peaks. */
  hypotheses: 4,
  /**
   * Minimum agreement (correlation times the share of usable tiles) of a motion that is accepted without refining other
   * shifts. In 41 real brackets, wrong motions reached 0.55, right ones 0.65 and mostly 0.95.
   */
  evident: 0.8,
  /**
   * Share of the best shift's correlation from which another shift is a rival, because repeated tiles agree at up to
   * 0.97. Chosen by hand, on rendered tiles.
   */
  rival: 0.9,
  /** Share of the pixels used, those with the strongest gradients. */
  shareOfSmall: 0.8,
  /** Minimum shorter edge of a plane, px; a smaller one is mostly border. */
  minPlaneEdgePx: 24,
} as const;

/** 360° pictures. */
export const spheres = {
  /**
   * Rotation below which a frame is left as it is, degrees: 0.15 px of 3,000, as for flat pictures. Resampling would
   * cost more sharpness than it gains.
   */
  stillDeg: 0.018,
} as const;

/** The rotation between two spheres: estimated as for flat frames, on planes of the sphere. */
export const rotationSearch = {
  /** Columns that extend the finest plane at each border, copied from the opposite side, px. */
  paddingPx: 32,
  /** Number of planes that are compared: the finest, and each following one at half the size. */
  planes: 3,
  /** Share of a plane's pixels that is used, those with the strongest gradients. */
  shareOfPixels: 0.4,
  /**
   * Minimum distance of used rows from a pole, degrees: nearer ones show the tripod and the photographer, who turn too.
   */
  poleDeg: 25,
  /** Maximum number of steps on each plane. */
  maxSteps: 12,
  /** Step size at which they end, pixels of its plane. */
  tolerancePx: 0.01,
  /** Maximum rotation about the vertical axis in the initial search, degrees. */
  searchedYawDeg: 10,
  /** Maximum accepted rotation, degrees. A tripod that was touched turns by less. */
  maxDeg: 8,
  /** Residual, in deviations, at which the weight is a quarter: a compromise between noise and movers. */
  robustness: 3,
} as const;

/** Resampling of a rotated sphere. */
export const rotating = {
  /**
   * Distance from a pole, degrees, up to which each pixel's position is computed separately: a rotation by 5° bends
   * rows there more than a grid can follow.
   */
  capDeg: 15,
  /** Pixels between computed positions elsewhere: the error is below 0.05 px in spheres at least 1,000 px wide. */
  gridStep: 4,
} as const;

/** Correction of the tone match by aligned pixels. */
export const toneCorrection = {
  /** Knots of the correction, evenly over the brighter frame's display values. */
  knots: 48,
  /** Expected error of a pair's median, and of a single pixel, as a share of the tone and in 8-bit codes. */
  pairError: { share: 0.01, codes: 0.15 },
  pixelError: { share: 0.04, codes: 1 },
  /** Expected error of the match before the correction. */
  matchError: { share: 0.15, codes: 0.7 },
  /** Expected bend of the correction from knot to knot, as a share of the largest tone. */
  bend: 0.003,
  /** Misfits at which a pair loses weight, as multiples of `reject`; from generous to strict. */
  reject: { share: 0.05, codes: 0.7 },
  misfits: [3, 2, 1, 1],
  /** Number of reweighting passes, each of which moves the curve closer to the pairs; a fifth changes nothing. */
  passes: 4,
} as const;

/** Matching of two frames' tones by rank. */
export const toneMatch = {
  /** Bins of the brighter frame's tones: two 8-bit levels each. */
  brightBins: 128,
  /**
   * Maximum difference between the neighbours of a flat pixel, of 65,535. At an edge the mean of tones is not the tone
   * of the mean.
   */
  flatRange: 2600,
  /** Computed points of a tone curve; it is linear between them. */
  curveSteps: 2048,
  /**
   * Minimum range of tones: half an 8-bit code; a smaller one shows nothing. A larger value does not help, since ranks
   * misjudge a frame eight stops darker.
   */
  minRange: 0.5 / 255,
} as const;
