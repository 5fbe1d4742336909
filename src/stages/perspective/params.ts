// Constants of the stage. Unless a line says otherwise, they were set by hand while `npm run bench -- perspective`
// judged rendered scenes, and its `--photos` finished photographs that it tilts; bench/perspective/fit.ts fits the
// weights of the evidence again after a change (confidence-weights.ts). Lengths are shares of the picture's longer
// edge.

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Longer edge of the analysed copy, in pixels: large enough to measure angles to a tenth of a degree, and fast. */
export const analysisEdgePx = 1200;

/** Search for straight edges. */
export const search = {
  /**
   * Maximum deviation from the axis in degrees: larger tilts of upright edges are not corrected; level edges have any
   * direction.
   */
  steep: { around: "vertical", toleranceDeg: 27 },
  flat: { around: "horizontal", toleranceDeg: 60 },
  /** Minimum lengths; shorter segments are mostly texture. */
  minLength: { steep: 0.03, flat: 0.05 },
} as const;

/**
 * Components of the standard error of an edge's angle: inaccuracy of rooms and lenses, in radians, and position of each
 * end, in pixels.
 */
export const edgeSigma = { scene: radians(0.2), positionPx: 0.3 } as const;

/** Proposal and refinement of tilts. */
export const tilts = {
  /** Maximum deviation of an upright edge, in standard errors. */
  maxDeviation: 3,
  /** Number of edges, the longest ones, whose pairs propose tilts; more only take time. */
  proposers: 60,
  /** Standard deviations of the tilts of handheld cameras, in radians. A few good edges outweigh this prior. */
  priorSigma: { roll: radians(3), pitch: radians(6) },
  /** Maximum tilt that is proposed, in radians: more than the options allow to correct. */
  widest: { roll: radians(20), pitch: radians(32) },
  /** Maximum number of candidates, and their minimum distance, in radians. */
  candidates: 6,
  apart: radians(1.5),
  /** Number of Gauss-Newton iterations, and step of numerical derivatives, in radians. Both converge well before. */
  refinements: 12,
  step: 1e-4,
  /** Minimum length of the cross product of two planes' normals; shorter ones do not determine a direction. */
  minNormal: 1e-6,
  /** Standard deviation of right angles between level edges, in radians: less accurate than upright ones. */
  gridSigma: radians(0.4),
  /** Minimum distance between two refined candidates, in radians. */
  same: 0.003,
  /** Minimum support of a grid, in standard deviations of chance, that is used to refine a tilt. */
  minGridSupport: 3,
} as const;

/** The grid of right angles that level edges form. */
export const grids = {
  /** Maximum standard error of a heading, in radians; edges near the horizon exceed it and do not count. */
  maxHeadingSigma: radians(3),
  /** Standard deviation of right angles in rooms, in radians. */
  sceneSigma: radians(0.5),
  /** Maximum deviation of an edge from a heading, in standard errors. */
  reach: 2.5,
} as const;

/** Conversion of edges to evidence. The weights are fitted on these values. */
export const features = {
  /** Offsets before a logarithm: of angles, in degrees, and of lengths. */
  minDeg: 0.02,
  minLength: 0.05,
  /** Range of deviations in which an edge counts as nearly upright, in standard errors. */
  missed: [3, 12],
  /** Support of a grid, and gain in support, at which tanh reaches 0.76. */
  gridScale: 10,
  gainScale: 5,
  /** Maximum length of a grid; longer ones do not add certainty. */
  maxGridLength: 3,
  /** Number of columns in which edges are counted, and minimum length of edges in a column. */
  columns: 16,
  columnLength: 0.04,
  /** Number of parts of the upright edges, from left to right; each is omitted once. */
  parts: 3,
} as const;

/** Rules for correcting a tilt. Chosen on other seeds than those in docs/GEOMETRY.md, which states their cost. */
export const verdict = {
  /**
   * Minimum confidence. With 0.75, and weights that are no longer used, 31 of 114 real rooms tilted by 2 to 6° stayed
   * uncorrected.
   */
  minConfidence: 0.7,
  /**
   * Maximum lean in the corners that counts as level: in degrees, invisible to the eye, or in standard errors of the
   * estimate.
   */
  levelDeg: 0.2,
  levelSigmas: 3,
  /**
   * Maximum distance from level in standard errors of roll and pitch; without it, level rendered rooms were changed by
   * up to 0.35°.
   */
  levelDistance: 4.5,
  /**
   * Minimum share of the agreeing edges' lean that a correction removes. Leaning furniture also agrees on a tilt, but
   * less accurately than a tilted room. Of 650 level rendered rooms, 6 were changed without this rule and none with it.
   */
  minTaken: 0.5,
} as const;

/** Thresholds for the reported reason of a doubt: number of edges, share and span. No effect on the picture. */
export const doubts = { fewEdges: 6, smallShare: 0.5, smallSpan: 0.4 } as const;

/** Facing a wall (`--walls` of the bench). */
export const frontal = {
  /** Maximum yaw of a camera that was meant to face the wall, in radians. */
  maxYaw: radians(3),
  /**
   * Minimum visible slope of level edges at the upper and lower border, in radians, and minimum yaw in standard errors.
   */
  minSlope: radians(0.2),
  minSigmas: 2,
  /** Minimum evidence for a wall: support of its grid, number of edges along it, and their length. */
  minSupport: 6,
  minEdges: 3,
  minLength: 0.3,
  /** Maximum standard error of the grid's yaw, in radians. */
  maxSigma: radians(0.7),
} as const;

/** Bowed lines (`--bows` of the bench, docs/GEOMETRY.md). */
export const bows = {
  /** Minimum length; shorter lines hardly bow. */
  minLength: 0.06,
  /** Inaccuracy of rooms and of refinement at the middle of a line, in pixels. */
  sagittaPx: 0.15,
  /** Coefficient of the next order of the model, relative to the first, measured on rendered rooms. */
  nextOrder: 3,
  /** Limit of the robust weight in each pass, in standard errors; it is wide in early passes. */
  passes: [6, 6, 6, 3, 3, 3, 3, 3, 3, 3],
  /** Minimum weight of a line that agrees. */
  agreeing: 0.1,
  /**
   * Minimum evidence for a correction: number of lines, standard errors, and range of shifts that are visible and
   * plausible.
   */
  minLines: 20,
  minSigmas: 5,
  shifts: [0.012, 0.1],
} as const;

/** Focal lengths in multiples of the longer edge. */
export const focalLengths = {
  /** Diagonal of 36 × 24 mm: 35 mm equivalents preserve the angle of the picture's diagonal (CIPA DCG-001). */
  fullFrameMm: Math.hypot(36, 24),
  /** 28 mm, the widest angle of phones and compact cameras. */
  assumed: 28 / 36,
  /** Range of plausible 35 mm equivalents, in mm; values outside it are errors. */
  equivalentMm: [5, 2000],
  /** Tried multiples of the assumed one: 14 to 50 mm. */
  tried: [0.5, 0.57, 0.64, 0.71, 0.79, 0.89, 1, 1.14, 1.29, 1.5, 1.79],
  /** In standard deviations of chance: minimum support of a grid, and minimum decrease to both ends. */
  minSupport: 5,
  minFall: 1.5,
  /** Maximum loss of support at which a focal length is still plausible. */
  rangeFall: 1,
} as const;

/** A focal length shared by pictures. Judged by the bench's `--shoots`. */
export const sharing = {
  /** Maximum evidence of a picture against a focal length, so that one misled picture does not outvote others. */
  maxAgainst: 4,
  /**
   * Evidence against a focal length from which a clear picture was taken with another one. Of pictures taken with it,
   * one in fifty exceeds this; of those taken with one a fifth longer, a quarter stays below it (seeds 1 to 20).
   */
  contradiction: 2.5,
  /** Minimum number of clear pictures that agree; they must also be more than half of the clear ones. */
  minAgreeing: 2,
  /** Range that a caller may give: fisheyes to the longest telephoto lenses. */
  possible: [0.05, 60],
} as const;

/** The crop of a straightened picture. */
export const crops = {
  /** Half-height, in pixels, that is traded for each pixel closer to the centre. */
  centering: 0.06,
  /** Precision of the search, in pixels, and number of steps for the share that is corrected. */
  precisionPx: 0.01,
  shareSteps: 100,
  /** Number of points along each side, which the lens may curve. */
  pointsPerSide: 33,
  /** Minimum share of the requested tilt; less does not justify resampling. */
  minPart: 0.2,
} as const;

/** The drawing of the evidence for a tilt. */
export const drawing = {
  /** sRGB, 8 bits. */
  colors: {
    upright: [60, 220, 60],
    grid: [60, 200, 255],
    other: [255, 80, 60],
    horizon: [255, 220, 0],
    result: [150, 150, 150],
    vanishing: [255, 0, 255],
  },
  /** Display level of white in the picture below the lines, which makes it darker than they are. */
  white: 200,
  /** Margin around the picture for vanishing points outside it, relative to its size, on every side. */
  margin: 0.3,
  /** Number of cells of the result's grid along each axis. */
  grid: 8,
  /** Angle to both sides up to which the horizon is drawn, in degrees. */
  horizonDeg: 75,
  /** Arm of a cross, in pixels. */
  armPx: 12,
  /**
   * Range of the lens model around the centre (0.5 is the picture's border); outside it, lines are drawn without
   * distortion.
   */
  modelReach: 0.65,
} as const;
