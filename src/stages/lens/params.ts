// Tuned numbers of the stage. Lengths are pixels of the full picture unless a line says otherwise; display values are 0
// to 1.
//
// Origin: unless a line names another, a number was set by hand, and its data are not recorded. Rendered fringes of
// known size (test/stages/lens/fringes.test.ts) and, for names, `npm run bench -- lenses` judge them.

/** Detection of colour fringes in a picture. */
export const fringeLimits = {
  /** Blocks along a picture's longer edge; the steepest edge of each is measured. */
  blocksAcross: 80,
  /** Minimum edge of a block, pixels: smaller blocks measure the same edge several times. */
  minBlockPx: 32,
  /** Distance of the searched lines, pixels. */
  spacing: 4,
  /** Criteria for an edge: see the kernel `channelShifts`. Display values. */
  clear: { minSlope: 0.05, minContrast: 0.1, brightest: 0.97 },
  /** Rounds of measuring and fitting: shifts are measured to first order, which is accurate once they are small. */
  rounds: 3,
  /** Minimum standard deviation of a single shift, px: the effect of colour on an edge. */
  minDeviation: 0.1,
  /** Number of rounds of the robust fit. */
  fitRounds: 8,
  /** Minimum number of edges for a certain result, and of those in the outer part of the picture. */
  minEdges: 60,
  minOuter: 24,
  /** Radius at which the outer part starts, half diagonals. */
  outerFrom: 0.55,
  /** Sectors of the picture around its centre, and the minimum number with edges in the outer part. */
  sectors: 8,
  minSectors: 5,
  /** Range of shifts in the corner, px: smaller ones are invisible, larger ones exceed those of any lens. */
  minShiftPx: 0.25,
  maxShiftPx: 12,
  /** Radii at which shifts are evaluated, half diagonals. */
  radii: [0.6, 0.8, 1],
  /** Minimum shift in standard deviations. */
  minSigmas: 5,
  /** Maximum difference between the shifts of two halves of the edges, px and relative. */
  halvesPx: 0.12,
  halvesPart: 0.2,
} as const;

/** Defaults of lensfun's own programs for values that a picture lacks. */
export const unstated = {
  /** Focus distance, m: vignetting hardly changes beyond some metres. */
  distanceM: 1000,
  fNumber: 8,
} as const;

/** Matching of lens names. */
export const matching = {
  /** Points, of 100, lost per word that only one name has, and the maximum number of such words. */
  pointsPerWord: 3,
  maxDifferentWords: 4,
  /** Maximum number of characters of a name that are read: twice the longest name of the database. */
  maxNameLength: 160,
  /** Maximum number of names joined by "or" that are read. */
  maxAlternatives: 50,
  /**
   * Relative tolerances for values that cameras and makers round: a zoom's range, focal lengths and f-numbers of two
   * entries.
   */
  range: 0.06,
  focal: 0.02,
  fNumber: 0.03,
  /** Factors by which a focal length may be outside the range, below and above. */
  focalInside: [0.95, 1.05],
  /** Maximum difference of equal aspect ratios. */
  aspect: 0.02,
  /** Maximum number of names in a message. */
  maxNamed: 4,
} as const;

/** Use of calibrations. */
export const calibrations = {
  /** Factor by which a focal length may be outside a calibration's range: cameras round what they write. */
  focalSlack: 1.1,
  /** Maximum distance (see {@link vignettingAt}) of the nearest vignetting calibration. */
  maxVignettingDistance: 1,
} as const;

/** Sensor sizes. */
export const sensors = {
  /** Maximum ratio of the camera's sensor to that of a calibration that covers it: crop factors are rounded. */
  cropSlack: 1.04,
} as const;
