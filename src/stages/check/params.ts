// The check's tuned numbers, except its limits (`limits.ts`) and those for comparing frames (`frame-params.ts`). Values
// are display values, 0 to 1, unless a unit is named; a cell is 1/160 of the picture's width.
//
// Origin: unless a line names another, a number was set by hand, and its data are not recorded; docs/CHECK.md names the
// data of the limits. `npm run bench -- brackets --faults 500` judges all of them.

/** The grid of cells on which measures are taken. */
export const cellGrid = {
  /** Cells along a picture's width: about the detail that an eye resolves in a picture at arm's length. */
  cellsAcross: 160,
  /** Minimum samples of the small copy along a cell: a cell of one sample shows no detail. */
  minSize: 2,
  /** Offset added to luma in the divisor of detail, so that the ratio stays finite in black. */
  blackOffset: 0.03,
} as const;

/** Minimum shorter edge of a small copy that can be checked, samples. */
export const minEdge = 24;

/** Windows of a picture in which faults are counted, since a fault may be concentrated. */
export const parts = {
  /** Edge of a window, as a share of the shorter edge: large enough to be seen as one thing. */
  windowShare: 1 / 7,
  /** Minimum edge of a window, cells. */
  minWindow: 4,
} as const;

/**
 * Colours compared with those expected from the frames: `foreign-colour`, `far-colour`, `colour-shift`, `tone-colour`.
 */
export const colours = {
  /** Minimum distance in CIELAB chroma, at one lightness, between different surfaces. */
  foreignFrom: 16,
  /** Range of values in which a frame shows a cell's colour: below is noise, above a channel clips. */
  darkest: 0.1,
  brightest: 0.96,
  /** Range of the ratio by which the lightness of colours is equalised before they are compared. */
  minRatio: 0.5,
  maxRatio: 2.5,
} as const;

/** Expected colours, computed from the frames. */
export const expected = {
  /** Largest channel from which a colour loses weight, and from which it has none. */
  clipsFrom: 0.88,
  clipped: 0.97,
  /** Minimum weight at which the frames decide the colour; below it their fusion does. */
  minWeight: 0.02,
} as const;

/** Channel ratios compared with those of another picture: `cast`, `tinted-area`, `tone-tint`. */
export const hues = {
  /** Range of values in which all channels of both pictures show a colour. */
  usableRange: [0.06, 0.96],
  /** Radius of the averaging around each cell, cells. */
  radius: 3,
  /**
   * Maximum difference of green's log change from that of the picture. Lamps and daylight differ in red against blue.
   */
  foreignTint: 0.12,
  /**
   * Maximum relative change of a place's vividness compared with the picture's: bright colours become pale before they
   * clip.
   */
  ownVividness: 0.1,
  /** Maximum relative change of the whole picture's vividness. */
  maxVividness: 0.6,
  /** Minimum share of usable cells. */
  minShare: 0.1,
} as const;

/** Steps of brightness between distant places: `reversed-contrast`, `halo`, `tone-contrast`. */
export const steps = {
  /** Distance of the two places, as a share of the picture's width. */
  apartShare: 1 / 20,
  /** Radius of the averaging around each place, cells. */
  radius: 2,
  limits: {
    /** Minimum luma step that every frame shows, and minimum step in the opposite direction in the picture. */
    plainStep: 0.06,
    minStep: 0.04,
    /** A step larger than in any frame by this factor and by this much luma is an artifact of the fusion. */
    grownBy: 1.4,
    grownStep: 0.05,
  },
} as const;

/** Simulated exposures between those of the frames, which show steps of light unclipped. */
export const simulated = {
  /** Range of values in which two frames are compared: above noise, below the shoulder. */
  darkest: 0.06,
  brightest: 0.87,
  /** Interval of simulated exposures, stops. */
  stepStops: 1,
  /** Assumed stops between frames that share no tones: the step of most brackets. */
  usualStops: 2,
  /** Minimum share of cells that two frames sharing tones have in common. */
  minShare: 0.005,
  /** Linear light of black: below it 8 bits of sRGB show nothing (1 / 255 / 12.92 = 3e-4). */
  blackLight: 2e-4,
  /** Weights if no frame is trusted: of each frame, and of the one that clips last. */
  minWeight: 1e-6,
  extremeWeight: 1e-4,
} as const;

/**
 * Detail compared with that of the frames: `specks`, `speckled-area`, `noise`, `posterised`, `tone-detail`,
 * `tone-noise`.
 */
export const texture = {
  limits: {
    /** Range of values in which a frame shows how much detail there is. */
    darkest: 0.08,
    brightest: 0.95,
    /** Relative detail above that of every frame by this factor and by this amount is an artifact of the fusion. */
    timesDetail: 3,
    plusDetail: 0.06,
    /** Maximum relative detail of a plain surface. */
    flat: 0.02,
    /** Maximum relative fine detail that is not visible as noise. */
    minGrain: 0.004,
    /**
     * Spread of pixels on a surface without any grain (maximum) and with grain (minimum): a sixth and most of an 8-bit
     * level.
     */
    evenSpread: 0.0006,
    grainSpread: 0.003,
  },
  /** Minimum number of plain cells for an estimate of noise. */
  minCells: 40,
} as const;

/** Fine detail at edges: `blur`, `blurred-frame`. */
export const sharpness = {
  limits: {
    /** Range of values in which all channels of both pictures show an edge. */
    darkest: 0.1,
    brightest: 0.92,
    /** Minimum step between a cell's neighbours if it is on an edge. */
    minStep: 0.06,
    /** Offset added to fine detail, so that the ratio stays finite without any. */
    minDetail: 1e-4,
  },
  /** Minimum share of cells on edges. */
  minEdges: 0.012,
  /** Share of the edges that count, the sharpest in both: soft light has no detail that blur could remove. */
  sharpest: 0.25,
} as const;

/** MEF-SSIM of Ma, Zeng and Wang, "Perceptual quality assessment for multi-exposure image fusion" (2015). */
export const structure = {
  /** Minimum number of cells of a large picture, in which only every ninth block is measured. */
  largeCells: 150_000,
  /** The constant C of its equation 7, (0.03 × full scale)². */
  steadying: 0.0009,
  /**
   * Maximum of its exponent p, which grows where frames agree. The paper sets none; 10 is enough to select one frame.
   */
  maxPower: 10,
  /** Minimum standard deviation of luma in a block with content. */
  shows: 0.02,
  /** Range of luma in which a frame shows a block: minimum of the mean, maximum of the peak. */
  usableLuma: { minMean: 0.05, maxPeak: 0.97 },
  /** Correlation below which two frames contradict each other: something moved. */
  contradicting: 0.3,
  /** Minimum correlation with the most similar frame; below it a block shows several frames at once. */
  alike: 0.85,
} as const;

/** Jumps between neighbouring samples: `seams`, `torn-area`, `tone-seams`. */
export const jumps = {
  /**
   * Minimum jump of the channel that jumps most, and its minimum ratio to that of any frame. Vividness mixes the
   * channels: a jump may change channel.
   */
  minJump: 0.05,
  timesJump: 2,
  /** Offset added to brightness when a frame's jumps are scaled to the picture's. */
  floor: 0.05,
  /** Minimum number of samples of a large picture, in which only every other row is measured. */
  largeCells: 150_000,
  /** Factor by which toning may amplify steps. */
  toneStretch: 2,
} as const;

/** Straight edges of gain: `made-edges`, `tone-edges`. */
export const gainSteps = {
  /**
   * Offset added to luma before its log is taken, so that a step in black counts as much as the eye sees it in grey.
   */
  offset: 0.08,
  limits: {
    /** Cells to either side along an edge that are averaged: a seam continues, texture cancels out. */
    reach: 4,
    /** Minimum step of the picture relative to the reference, log luma. */
    minStep: 0.07,
    /** Minimum share of that step in a frame, or in the reference, that shows the edge there. */
    shownShare: 0.5,
    /** Minimum share of the step in each half of a transition that counts as a ramp. */
    rampShare: 0.5,
    /** Minimum length of an edge, cells: between leaves there are steps of one or two cells. */
    minRun: 4,
  },
} as const;

/** Rings along edges, at full size: `edge-ring`. */
export const edgeRings = {
  /** Blocks along a picture's longer edge; the clearest edge of each is used. */
  blocksAcross: 128,
  /** Minimum edge of a block in pixels: smaller blocks would share an edge. */
  minBlockPx: 8,
  /** Distance of the searched lines, pixels. */
  spacing: 8,
  /** Rows of blocks per band: some ten bands, so that all threads are busy until the end. */
  bandRows: 8,
  /** Criteria for an edge, see the kernel `findEdges`: display values over two pixels; then L*. */
  clear: { minSlope: 0.06, minStep: 25, maxSpread: 2.5, darkest: 2, brightest: 97 },
  /** L* of a step below which an edge of the frames counts as lost. */
  lostBelow: 8,
  /**
   * Minimum ring beyond that of any frame, L*. Rings above 3 are visible, but clean pictures have some in 9 of 10
   * windows; above 8 in 5 of 10, and planted rings in all.
   */
  ringFrom: 8,
  /** Minimum number of edges in a window for a meaningful share. */
  minEdges: 12,
} as const;

/** Black, white and empty pictures: `lost-highlights`, `lost-shadows`, `blank`, `tone-clipped`. */
export const toneEnds = {
  /** Luma from which a picture shows only white, and up to which it shows only black. */
  white: 0.985,
  black: 0.02,
  /** Range of luma in which a frame shows content. */
  dim: 0.1,
  bright: 0.92,
  /** Standard deviation of luma below which a picture is one colour: an 8-bit level. */
  nothing: 0.004,
} as const;

/** Near-vertical lines: `tilt-made`, `tilt-left`. */
export const lean = {
  /** Maximum angle from the vertical of lines that may be pictures of vertical edges, degrees. */
  windowDeg: 20,
  /** Minimum length of a line, and of all lines in total, as shares of the longer edge. */
  minLength: 0.05,
  minTotal: 0.6,
  /** Samples of a line that form one piece. */
  piecePx: 4,
  /** Percentile of the pieces that is reported: converging verticals lean most at the sides. */
  percentile: 0.75,
} as const;

/** The picture before toning with the changes that toning may make: all `tone-` measures. */
export const explained = {
  /** Steps of the curve of brightness, and the minimum number of cells for each. */
  steps: 64,
  minCells: 4,
  /** Window within which gains vary smoothly, as a share of the longer edge, and the maximum gain. */
  windowShare: 1 / 12,
  maxGain: 2,
  /** Offset added to values before division, so that gains stay finite in black. */
  offset: 0.02,
  /** Minimum distance of the largest and the smallest channel in a coloured cell. */
  coloured: 0.1,
  /** Maximum log gain of a place relative to the picture towards warm or cool, and towards magenta or green. */
  maxWarmth: 0.15,
  maxTint: 0.04,
} as const;
