// Every number of the stage. Unless a line says otherwise it was set by hand while `npm run bench -- perspective`
// judged drawn scenes, and its `--photos` finished photographs that it tilts; bench/perspective/fit.ts fits the weights
// of the evidence again after a change (confidence-weights.ts). Lengths are shares of the picture's longer edge.

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Longer edge of the copy that is looked at, pixels: long enough for angles to a tenth of a degree, and quick. */
export const analysisEdgePx = 1200;

/** Straight edges that are looked for. */
export const search = {
  /** Degrees from vertical up to which an edge may be upright: more is not corrected. Level edges lie on all sides. */
  steep: { around: "vertical", toleranceDeg: 27 },
  flat: { around: "horizontal", toleranceDeg: 60 },
  /** Lengths; shorter pieces are mostly texture. */
  leastLength: { steep: 0.03, flat: 0.05 },
} as const;

/** Standard error of an edge's angle: what rooms and lenses are off, radians, and that of both ends, pixels. */
export const edgeSigma = { scene: radians(0.2), positionPx: 0.3 } as const;

/** How tilts are proposed and refined. */
export const tilts = {
  /** Standard errors by which an edge may be off and still count as upright. */
  mostDeviation: 3,
  /** Pairs of so many of the longest edges propose tilts; more add nothing but time. */
  proposers: 60,
  /** Standard deviations, radians, of how photographers hold cameras. A handful of good edges outweighs them. */
  priorSigma: { roll: radians(3), pitch: radians(6) },
  /** Beyond these, radians, no tilt is proposed: above what the options allow to correct. */
  widest: { roll: radians(20), pitch: radians(32) },
  /** Candidates that are looked at, and their least distance, radians. */
  candidates: 6,
  apart: radians(1.5),
  /** Gauss-Newton steps; the step of differences, radians. Both converge well before. */
  refinements: 12,
  step: 1e-4,
  /** Two planes whose normals' cross product is shorter than this do not meet in a direction. */
  leastNormal: 1e-6,
  /** Standard deviation, radians, of right angles between level edges: less exact than upright ones. */
  gridSigma: radians(0.4),
  /** Refined candidates nearer than this, radians, are one. */
  same: 0.003,
  /** Support, in standard deviations of chance, from which a grid helps to refine a tilt. */
  leastGridSupport: 3,
} as const;

/** The grid of right angles that level edges form. */
export const grids = {
  /** Edges with a less certain heading, radians, lie at the height of the horizon and do not count. */
  mostHeadingSigma: radians(3),
  /** What rooms are off from right angles, radians. */
  sceneSigma: radians(0.5),
  /** Within so many standard errors an edge follows a heading. */
  reach: 2.5,
} as const;

/** How evidence is made from edges. The weights are fitted on these values. */
export const features = {
  /** Added to angles before their logarithm is taken, degrees, and to lengths. */
  leastDeg: 0.02,
  leastLength: 0.05,
  /** Standard errors between which an edge is nearly, not quite, upright. */
  missed: [3, 12],
  /** Support of a grid, and gain in it, at which tanh reaches 0.76. */
  gridScale: 10,
  gainScale: 5,
  /** Longer grids are not more certain. */
  mostGridLength: 3,
  /** Columns that edges are spread over, and the length of edges that makes one count. */
  columns: 16,
  columnLength: 0.04,
  /** Parts that upright edges are divided in, from left to right; each is left out once. */
  parts: 3,
} as const;

/** Which tilts are corrected. Chosen on other seeds than those in docs/GEOMETRY.md, which says what they cost. */
export const verdict = {
  /** With 0.75, and weights that are not in use any more, 31 of 114 real rooms tilted by 2 to 6° stayed leaning. */
  leastConfidence: 0.7,
  /** Lean in the corners, degrees and standard errors, that no eye sees, or that may be an error of the estimate. */
  levelDeg: 0.2,
  levelSigmas: 3,
  /** Distance of roll and pitch from none, standard errors: without it level drawn rooms moved by up to 0.35°. */
  levelDistance: 4.5,
  /**
   * A correction takes at least this share of what the agreeing edges lean: furniture that leans on its own agrees on a
   * tilt, but not as well as a tilted room does. Of 650 level drawn rooms 6 were changed without it and none with it.
   */
  leastTaken: 0.5,
} as const;

/** The reason that is given for a doubt; no effect on the picture. */
export const doubts = { fewEdges: 6, smallShare: 0.5, smallSpan: 0.4 } as const;

/** Facing a wall (`--walls` of the bench). */
export const frontal = {
  /** A camera turned by more, radians, was not meant to face the wall. */
  mostYaw: radians(3),
  /** Slope of level edges at the upper and lower border that no eye sees, radians, and standard errors of chance. */
  leastSlope: radians(0.2),
  leastSigmas: 2,
  /** What a wall must show: support of its grid, edges along it and their length. */
  leastSupport: 6,
  leastEdges: 3,
  leastLength: 0.3,
  /** Beyond this standard error, radians, the grid does not show where the wall faces. */
  mostSigma: radians(0.7),
} as const;

/** Bowed lines (`--bows` of the bench, docs/GEOMETRY.md). */
export const bows = {
  /** Shorter lines hardly bow. */
  leastLength: 0.06,
  /** What rooms and refining are off at the middle of a line, pixels. */
  sagittaPx: 0.15,
  /** What the next order of the model adds to the first, measured on drawn rooms. */
  nextOrder: 3,
  /** Lines off by more than so many standard errors count nothing, pass by pass; early passes are lenient. */
  passes: [6, 6, 6, 3, 3, 3, 3, 3, 3, 3],
  /** Weight from which a line agrees. */
  agreeing: 0.1,
  /** What must be certain before a picture is bent: lines, standard errors, and a shift that is seen and possible. */
  leastLines: 20,
  leastSigmas: 5,
  shifts: [0.012, 0.1],
} as const;

/** The focal length in multiples of the longer edge. */
export const focalLengths = {
  /** Diagonal of 36 × 24 mm: 35 mm equivalents keep the angle of the picture's diagonal (CIPA DCG-001). */
  fullFrameMm: Math.hypot(36, 24),
  /** 28 mm, what phones and compact cameras show at their widest. */
  assumed: 28 / 36,
  /** Equivalents that a lens may have, mm: wider and longer ones are wrong entries. */
  equivalentMm: [5, 2000],
  /** Multiples of the assumed one that are tried: 14 to 50 mm. */
  tried: [0.5, 0.57, 0.64, 0.71, 0.79, 0.89, 1, 1.14, 1.29, 1.5, 1.79],
  /** Standard deviations of chance: the least support of a grid, and by how much it falls to both sides. */
  leastSupport: 5,
  leastFall: 1.5,
  /** Focal lengths with so little less support may be right as well. */
  rangeFall: 1,
} as const;

/** A focal length that pictures share. Judged by the bench's `--shoots`. */
export const sharing = {
  /** A picture speaks against a focal length by so much support at most: one that is misled outvotes no others. */
  mostAgainst: 4,
  /**
   * Clear pictures with more support than this against a focal length were taken with another. Of those taken with it
   * one in fifty has more, of those taken with one a fifth longer a quarter has less (seeds 1 to 20).
   */
  contradiction: 2.5,
  /** So many clear pictures must agree, and more than half of the clear ones. */
  leastAgreeing: 2,
  /** What a caller may give: fisheyes to the longest telephoto lenses. */
  possible: [0.05, 60],
} as const;

/** The crop of a straightened picture. */
export const crops = {
  /** Pixels of half-height given up for a pixel nearer to the middle. */
  centering: 0.06,
  /** Precision of the search, pixels, and of the share that is corrected, in parts of the most. */
  precisionPx: 0.01,
  shareSteps: 100,
  /** Points along each side; a side is curved by the lens. */
  pointsPerSide: 33,
  /** Less of a tilt than this share of what is wanted is not worth its resampling. */
  leastPart: 0.2,
} as const;

/** The picture of what a tilt was judged by. */
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
  /** White of the picture below the lines: darker than they are. */
  white: 200,
  /** Room about the picture for vanishing points outside it, as part of the picture on every side. */
  margin: 0.3,
  /** Lines of the result's grid between its sides. */
  grid: 8,
  /** As far to the side as the horizon is drawn, degrees. */
  horizonDeg: 75,
  /** Arm of a cross, pixels. */
  armPx: 12,
  /** The lens's model is one of the picture; outside of this share (0.5 is its border) the view continues straight. */
  modelReach: 0.65,
} as const;
