// Every tuned number of the stage. Lengths are pixels of the full picture unless a line says otherwise; display values
// are 0 to 1.
//
// Origin: where no line names another, a number was set by hand, and what on is not recorded. Rendered fringes of known
// size (test/stages/lens/fringes.test.ts) and, for names, `npm run bench -- lenses` judge them.

/** Fringes that are found in a picture. */
export const fringeLimits = {
  /** So many blocks lie along a picture's longer edge; in each the steepest edge is measured. */
  blocksAcross: 80,
  /** Pixels: smaller blocks measure the same edge several times. */
  leastBlockPx: 32,
  /** Pixels from one searched line to the next. */
  spacing: 4,
  /** What an edge is: see the kernel `channelShifts`. Display values. */
  clear: { leastSlope: 0.05, leastContrast: 0.1, brightest: 0.97 },
  /** Rounds of measuring and fitting: shifts are read to first order, which is right once they are small. */
  rounds: 3,
  /** Standard deviation of a single shift, at least, px: what colour does to an edge. */
  leastDeviation: 0.1,
  /** Rounds of the robust fit. */
  fitRounds: 8,
  /** Edges needed to be certain of a lens, and of these so many in the outer part of the picture. */
  leastEdges: 60,
  leastOuter: 24,
  /** Half diagonals. */
  outerFrom: 0.55,
  /** Parts of the picture around its centre, of which so many need edges in the outer part. */
  sectors: 8,
  leastSectors: 5,
  /** Shifts in the corner, px: the first is the least that is visible, beyond the second no lens is that bad. */
  leastShiftPx: 0.25,
  mostShiftPx: 12,
  /** Where shifts are looked at, half diagonals. */
  radii: [0.6, 0.8, 1],
  /** Standard deviations that a shift has to have. */
  leastSigmas: 5,
  /** Shifts of two halves of the edges may differ by so much, px and as a part. */
  halvesPx: 0.12,
  halvesPart: 0.2,
} as const;

/** What lensfun's own programs take when a picture does not say. */
export const unstated = {
  /** Vignetting hardly depends on distances beyond some metres. */
  distanceM: 1000,
  fNumber: 8,
} as const;

/** Names of lenses. */
export const matching = {
  /** Points of 100 that a word costs that only one name has, and how many such words a match may have. */
  pointsPerWord: 3,
  maxDifferentWords: 4,
  /** Characters of a name that are read: twice the longest name of the database. */
  maxNameLength: 160,
  /** Names joined by "or" that are read. */
  maxAlternatives: 50,
  /**
   * Relative tolerances of what cameras and makers round: a zoom's range, focal lengths and f-numbers of two entries.
   */
  range: 0.06,
  focal: 0.02,
  fNumber: 0.03,
  /** A focal length may lie outside the range by this factor. */
  focalInside: [0.95, 1.05],
  /** Difference of aspect ratios that are one. */
  aspect: 0.02,
  /** More names make no message clearer. */
  maxNamed: 4,
} as const;

/** Calibrations. */
export const calibrations = {
  /** A calibration is used a little outside the focal lengths it was made for: cameras round what they write. */
  focalSlack: 1.1,
  /** Beyond this distance (see {@link vignettingAt}) the nearest vignetting calibration says nothing of the shot. */
  maxVignettingDistance: 1,
} as const;

/** Sizes of sensors. */
export const sensors = {
  /** A calibration made on a sensor this little smaller than the camera's still covers it: crop factors are rounded. */
  cropSlack: 1.04,
} as const;
