// Every tuned number of the stage but the options' defaults. `px` are pixels of the plane that is being looked at,
// unless a line says 3,000 px: then of a picture so wide. Values are display values, 0 to 1.
//
// Origin: where no line names another, a number was set by hand, and what on is not recorded. `npm run bench -- align`
// judges all of them by shifts, turns and zooms of known size.

/** Which model of motion a link takes. */
export const models = {
  /** Corners that perspective moves by less, px, stay where a similarity puts them. */
  leastBendPx: 0.3,
  /**
   * So many standard deviations, computed as if residuals were independent, a mover or a tone that fits badly may
   * pretend: up to 20 were seen, where a camera's turn of a twentieth of a degree behind a wide lens makes 400.
   */
  chances: 30,
} as const;

/** Motions that are accepted, and how much of the planes is looked at. */
export const motionLimits = {
  /** Steps on each plane, at most; a step below this many px is the last. */
  mostSteps: 10,
  tolerancePx: 0.02,
  /** Places of the finest plane from which the last tone curve is corrected. */
  correctionSamples: 100_000,
  /** Share of the pixels, by gradient, that takes part on large planes. */
  shareOfLarge: 0.15,
  /** Pixels of a large plane. */
  largePixels: 300_000,
  /** The largest turn, degrees, and zoom, as a share, of a hand between two shots. */
  maxRotationDeg: 4,
  maxScaling: 0.02,
  /** Frames that correlate less have nothing in common. */
  leastScore: 0.15,
  /**
   * One standard deviation of a corner, px per 3,000 px of width, above which the texture does not determine the
   * motion.
   */
  maxUncertainty: 1,
} as const;

/** The curve that relates the brightness of two frames: a smoothing spline fitted with falling robustness. */
export const exposureCurve = {
  /** Knots of the curve, evenly over the logarithm of the brighter frame's light. */
  knots: 32,
  /** Linear light below which eight bits carry no information; it keeps the ratio finite in the blacks. */
  floor: 2e-4,
  /** How strongly the curve resists bending, against a well-filled brightness. */
  stiffness: 15,
  /** How strongly it resists rising or falling at all, which decides where nothing else does. */
  levelling: 0.3,
  /** Share of the pixels from which on a brightness counts as well filled. */
  filled: 0.01,
  /** Misfits, in natural logarithms of linear light, from which on a pair loses its say; from generous to strict. */
  misfits: [1, 0.5, 0.3, 0.2, 0.12],
} as const;

/** Features: luma less its mean around, whose gradients are matched. */
export const featureLimits = {
  /** Half width of the window whose mean is taken away, px: edges stay, light that differs between the shots goes. */
  radiusPx: 5,
  /** Edge of the tiles in which movers are distinguished from the scene. */
  tilePx: 16,
  /** Gradients below this, squared, are the rounding of eight bits. */
  roundingSquare: 1e-7,
} as const;

/** The border that a moved frame does not show, filled from its neighbour. */
export const edgeFilling = {
  /** Over so many pixels inside the frame's edge the two pictures run into each other. */
  featherPx: 16,
  /** Pixels, about, from which the tones are read. */
  samples: 60_000,
  bins: 64,
  /** Number of values of the moved frame that are distinguished. */
  levels: 256,
} as const;

/** Sizes below which nothing is aligned. */
export const findingMotions = {
  /** Less than this along the shorter edge of a picture shows too little to align. */
  leastEdgePx: 48,
} as const;

/** Tiles of the full-size pictures. */
export const fineGrid = {
  /**
   * The picture in so many cells along each axis; each cell gives its best tiles first: far corners decide turn and
   * scale.
   */
  cells: 6,
  /** Share of the tiles that the cells give. */
  spread: 0.6,
  /** Fewer tiles cannot distinguish a mover from the scene. */
  leastTiles: 8,
  /**
   * How far a tile's place in the frame may be off, with the reach of the interpolation and of a turn of some degrees,
   * px.
   */
  reachPx: 7,
  /**
   * As the plane's mean, but narrower: without parts of a window, and of a tone that fits badly, the nearly black
   * frames give better results, while the edges of a picture that is read unsmoothed still fit in.
   */
  radiusPx: 3,
} as const;

/** Planes of luma. */
export const lumaPyramid = {
  /** Bins of a plane's histogram: four a level of 8 bits. */
  histogramBins: 1024,
  /** Display values of middle tones: more of them make the better reference. */
  midtones: [0.04, 0.96],
  /** Display values from here on are counted as clipped: cameras roll off below full scale. */
  clipAt: 0.975,
  /** Longer edge of the coarsest plane, at most, and its shorter edge, at least. */
  coarsestEdgePx: 128,
  leastEdgePx: 32,
} as const;

/** Rows that a motion reads. */
export const motionModel = {
  /** Rounding of the transforms' entries must not cost a row. */
  slack: 1e-6,
} as const;

/** Tiles that show something that moved between the frames. */
export const movers = {
  /** Share of the gradients' energy added along both axes, so that a lone edge does not slide along itself. */
  damping: 0.1,
  /** Range of the usual gain: the tones are matched already. */
  usualGain: [0.6, 1.6],
  /** A tile fits when the frame's texture in it is the template's times a factor this close to that of the others. */
  gainRange: 0.35,
  /**
   * A tile whose own texture wants it moved by more, px, and by six standard deviations, shows something that moved.
   */
  offsetPx: 0.4,
  /** Fewer tiles say nothing about what is usual. */
  leastTiles: 24,
  /** More than this share of the tiles is never put down to movers. */
  mostExcluded: 0.6,
} as const;

/** The normal equations. */
export const solving = {
  /**
   * Tiles a band: enough that a band's message costs little. A coarse plane is one band, and links are refined side by
   * side.
   */
  bandTiles: 256,
} as const;

/** Frames that stay as they are. */
export const planning = {
  /**
   * Typical motion below which a frame is passed through, px per 3,000 px: resampling would cost more sharpness than it
   * gains.
   */
  stillPx: 0.15,
  /**
   * A motion is certain from so many of its standard deviations on: residuals are not as independent as they take them
   * to be.
   */
  certain: 12,
} as const;

/** The last correction, at full size. */
export const fineRefinement = {
  /** Steps, at most; a step below this many px is the last. */
  mostSteps: 8,
  tolerancePx: 0.004,
  /**
   * The pictures may correct the plane by so many of their fine pixels, not contradict it: noise pulls a nearly black
   * picture away.
   */
  mostCorrectionPx: 1.5,
  /**
   * A tenth of a picture of 3,000 × 2,000 is enough for frames a few stops apart; a third of it has most of its edges.
   */
  fewPixels: 600_000,
  manyPixels: 2_000_000,
  /** From this standard deviation of a corner down, px per 3,000 px of width, more pixels are not asked for. */
  enoughPx: 0.006,
} as const;

/** Steps of Gauss-Newton with the weights of Tukey. */
export const refinement = {
  /** Steps of this size, px, are too small to make a tile that fits look like one that does not. */
  settledPx: 0.3,
  /** Residuals of eight-bit pictures are never trusted to be smaller than this. */
  leastDeviation: 2e-3,
} as const;

/** The first guess, on the coarsest planes. */
export const roughMotion = {
  /** Steps, at most, on the coarse plane and on the fine one; a step below this many px is the last. */
  coarseSteps: 8,
  fineSteps: 6,
  tolerancePx: 0.02,
  /** Shifts that are followed further; repeated structure (blinds, tiles) makes false peaks. */
  hypotheses: 4,
  /** Share of the pixels, by gradient, that takes part. */
  shareOfSmall: 0.8,
  /** Less of a plane is all border. */
  leastPlaneEdgePx: 24,
} as const;

/** 360° pictures. */
export const spheres = {
  /**
   * Rotations below this, in degrees, leave a frame as it is: 0.15 px of 3,000, as for flat pictures. Resampling would
   * cost more sharpness than it gains.
   */
  stillDeg: 0.018,
} as const;

/** The rotation between two spheres: as for flat frames, on planes of the sphere. */
export const rotationSearch = {
  /** Columns of the sphere's other side that continue a plane at each of its borders, on the finest plane. */
  paddingPx: 32,
  /** Planes that are compared: the finest and each next one of half its size. */
  planes: 3,
  /** Share of a plane's pixels, by gradient, that takes part. */
  shareOfPixels: 0.4,
  /** Rows nearer to a pole, in degrees, are skipped: they show the tripod and the photographer, who turn too. */
  poleDeg: 25,
  /** Steps on each plane, at most. */
  mostSteps: 12,
  /** A step below this many pixels of its plane is the last. */
  tolerancePx: 0.01,
  /** The largest turn about the vertical axis that is searched for, in degrees. */
  searchedYawDeg: 10,
  /** Larger rotations, in degrees, are refused. A tripod that is touched turns by less. */
  mostDeg: 8,
  /** Residual, in deviations, whose weight is a quarter: a compromise between noise and movers. */
  robustness: 3,
} as const;

/** A sphere turned. */
export const rotating = {
  /**
   * Distance from a pole, in degrees, up to which each pixel's place is computed for itself: a rotation of 5° bends
   * rows there more than a grid can follow.
   */
  capDeg: 15,
  /** Pixels between computed places elsewhere: errs by less than 0.05 px in spheres 1,000 px wide or wider. */
  gridStep: 4,
} as const;

/** The tone match corrected by aligned pixels. */
export const toneCorrection = {
  /** Knots of the correction, evenly over the brighter frame's display values. */
  knots: 48,
  /**
   * What a pair's median may be off, as a share of the tone and in codes of eight bits: in any case, and for a single
   * pixel.
   */
  pairError: { share: 0.01, codes: 0.15 },
  pixelError: { share: 0.04, codes: 1 },
  /** What the match may be off before it is corrected. */
  matchError: { share: 0.15, codes: 0.7 },
  /** How much the correction may bend from knot to knot, as a share of the largest tone. */
  bend: 0.003,
  /** Misfits from which on a pair loses its say, as multiples of `reject`; from generous to strict. */
  reject: { share: 0.05, codes: 0.7 },
  misfits: [3, 2, 1, 1],
  /**
   * Pairs lose their say by how far they lie from the curve, which every pass brings nearer; a fifth changes nothing.
   */
  passes: 4,
} as const;

/** The tones of two frames matched by rank. */
export const toneMatch = {
  /** Bins of the brighter frame's tones: two levels of 8 bits each. */
  brightBins: 128,
  /**
   * A pixel whose neighbours differ by more, of 65,535, is an edge: there a mean of tones is not the tone of a mean.
   */
  flatRange: 2600,
  /** Points of a tone curve that are computed; between them it is straight. */
  curveSteps: 2048,
  /**
   * Half a code of eight bits: less is not a picture of anything. More does not help, since ranks misjudge a frame
   * eight stops down.
   */
  leastRange: 0.5 / 255,
} as const;
