// The check's tuned numbers, except its limits (`limits.ts`) and those that compare frames (`frame-params.ts`). Values
// are display values, 0 to 1, where no unit is named; a cell is 1/160 of the picture's width.
//
// Origin: where no line names another, a number was set by hand, and what on is not recorded; docs/CHECK.md says what
// the limits were set on. `npm run bench -- brackets --faults 500` judges all of them.

/** The grid of cells that measures are taken on. */
export const cellGrid = {
  /** Cells along a picture's width: about what an eye resolves of a picture at arm's length. */
  cellsAcross: 160,
  /** Samples of the small copy along a cell, at least: a cell of one sample shows no detail. */
  leastSize: 2,
  /** Added to luma before detail is divided by it, so that the ratio stays finite in black. */
  blackOffset: 0.03,
} as const;

/** Less than this along the shorter edge of a small copy, samples, shows too little to be checked. */
export const leastEdge = 24;

/** Parts of a picture in which a fault may be concentrated. */
export const parts = {
  /** Edge of a part, as a share of the shorter edge: long enough to be seen as one thing. */
  windowShare: 1 / 7,
  /** The same in cells, at least. */
  leastWindow: 4,
} as const;

/**
 * Colours against those that the frames lead to expect: `foreign-colour`, `far-colour`, `colour-shift`, `tone-colour`.
 */
export const colours = {
  /** Distance in CIELAB chroma, at one lightness, from which two places are different surfaces. */
  foreignFrom: 16,
  /** A frame shows a cell's colour between these: below is noise, above a channel clips. */
  darkest: 0.1,
  brightest: 0.96,
  /** Ratio of lightness by which colours of one surface are brought together, at most. */
  leastRatio: 0.5,
  mostRatio: 2.5,
} as const;

/** The colours that frames lead to expect. */
export const expected = {
  /** Largest channel from which on a colour is doubted, and from which on it does not count. */
  clipsFrom: 0.88,
  clipped: 0.97,
  /** Weight from which on the frames decide the colour; below, the fusion of them does. */
  leastWeight: 0.02,
} as const;

/** Ratios of channels against those of another picture: `cast`, `tinted-area`, `tone-tint`. */
export const hues = {
  /** Values between which all channels of both pictures show a colour. */
  usableRange: [0.06, 0.96],
  /** Cells around each that are averaged. */
  radius: 3,
  /** Log by which green changed otherwise than over the picture. Lamps and daylight differ in red against blue. */
  foreignTint: 0.12,
  /**
   * Share of its colour by which a place may become more or less vivid than the picture: bright colours pale before
   * they clip.
   */
  ownVividness: 0.1,
  /** Share by which the whole picture may become more or less vivid. */
  mostVividness: 0.6,
  /** Share of the cells that must be usable. */
  leastShare: 0.1,
} as const;

/** Steps of brightness between places far apart: `reversed-contrast`, `halo`, `tone-contrast`. */
export const steps = {
  /** Distance of the two places, as a share of the picture's width. */
  apartShare: 1 / 20,
  /** Cells around each place that are averaged. */
  radius: 2,
  limits: {
    /** Luma by which every frame says that one place is brighter, and by which the picture says the opposite. */
    plainStep: 0.06,
    leastStep: 0.04,
    /** A step that exceeds the largest of the frames by this factor, and this much luma, is made by the fusion. */
    grownBy: 1.4,
    grownStep: 0.05,
  },
} as const;

/** Exposures between the frames' own, which show steps of light whole. */
export const simulated = {
  /** Values between which two frames are compared: above noise, below the shoulder. */
  darkest: 0.06,
  brightest: 0.87,
  /** Stops from one simulated exposure to the next. */
  stepStops: 1,
  /** Stops between frames that share no tones: the step of most brackets. */
  usualStops: 2,
  /** Share of the cells from which on two frames share tones. */
  leastShare: 0.005,
  /** Linear light that counts as black: below it 8 bits of sRGB show nothing (1 / 255 / 12.92 = 3e-4). */
  blackLight: 2e-4,
  /** Weights where no frame is trusted: of all frames, and of the one that clips last. */
  leastWeight: 1e-6,
  extremeWeight: 1e-4,
} as const;

/** Detail against that of the frames: `specks`, `speckled-area`, `noise`, `posterised`, `tone-detail`, `tone-noise`. */
export const texture = {
  limits: {
    /** Values between which a frame shows how much detail there is. */
    darkest: 0.08,
    brightest: 0.95,
    /** Relative detail that exceeds every frame's by this factor, and by this much, is made by the fusion. */
    timesDetail: 3,
    plusDetail: 0.06,
    /** Relative detail below which a cell is a plain surface. */
    flat: 0.02,
    /** Relative fine detail that is not visible as noise. */
    leastGrain: 0.004,
    /** Spread of pixels of a surface without any grain, and of one with some: a sixth and most of a level of 8 bits. */
    evenSpread: 0.0006,
    grainSpread: 0.003,
  },
  /** Plain cells that determine the noise, at least. */
  leastCells: 40,
} as const;

/** Fine detail at edges: `blur`, `blurred-frame`. */
export const sharpness = {
  limits: {
    /** Values between which all channels of both pictures show an edge. */
    darkest: 0.1,
    brightest: 0.92,
    /** Step between a cell's neighbours from which on it lies on an edge. */
    leastStep: 0.06,
    /** Added to fine detail, so that the ratio stays finite without any. */
    leastDetail: 1e-4,
  },
  /** Share of all cells that must lie on edges. */
  leastEdges: 0.012,
  /** Share of the edges, the sharpest in both, that count: soft light has nothing to lose to blur. */
  sharpest: 0.25,
} as const;

/** MEF-SSIM of Ma, Zeng and Wang, "Perceptual quality assessment for multi-exposure image fusion" (2015). */
export const structure = {
  /** Cells of a large picture, of which every ninth block is measured. */
  largeCells: 150_000,
  /** The constant C of its equation 7, (0.03 × full scale)². */
  steadying: 0.0009,
  /** Its exponent p where all frames agree, at most. The paper sets no bound; 10 chooses one frame as surely. */
  mostPower: 10,
  /** Standard deviation of luma from which on a block shows something. */
  shows: 0.02,
  /** Mean and largest luma between which a frame shows a block. */
  usableLuma: { leastMean: 0.05, mostPeak: 0.97 },
  /** Correlation below which two frames contradict each other: something moved there. */
  contradicting: 0.3,
  /** Correlation with the most similar frame below which a block shows several at once. */
  alike: 0.85,
} as const;

/** Jumps between neighbouring samples: `seams`, `torn-area`, `tone-seams`. */
export const jumps = {
  /**
   * What the channel that jumps most jumps by, at least, and by which factor beyond any frame. Vividness mixes the
   * channels: one jumps where the picture before jumped in another.
   */
  leastJump: 0.05,
  timesJump: 2,
  /** Added to brightness where a frame's jumps are scaled to the picture's. */
  floor: 0.05,
  /** Samples of a large picture, of which every other row is measured. */
  largeCells: 150_000,
  /** Factor by which toning may stretch steps. */
  toneStretch: 2,
} as const;

/** Straight edges of gain: `made-edges`, `tone-edges`. */
export const gainSteps = {
  /** Added to luma before its log is taken: a step in black means as much to the eye as the same step in grey. */
  offset: 0.08,
  limits: {
    /** Cells to either side along an edge that are averaged: a seam continues, texture cancels out. */
    reach: 4,
    /** Log of luma by which the picture steps against the reference, at least. */
    leastStep: 0.07,
    /** Share of that step from which on a frame, or the reference, shows the edge. */
    shownShare: 0.5,
    /** Share of the step by which each half of a passage rises that is a ramp. */
    rampShare: 0.5,
    /** Length of an edge in cells, at least: between leaves there are steps of one cell or two. */
    leastRun: 4,
  },
} as const;

/** Rings along edges, at full size: `edge-ring`. */
export const edgeRings = {
  /** Blocks along a picture's longer edge; in each the clearest edge is found. */
  blocksAcross: 128,
  /** Edge of a block in pixels, at least: smaller blocks share an edge. */
  leastBlockPx: 8,
  /** Pixels from one searched line to the next. */
  spacing: 8,
  /** What an edge is, see the kernel `findEdges`: display values over two pixels; then L*. */
  clear: { leastSlope: 0.06, leastStep: 25, mostSpread: 2.5, darkest: 2, brightest: 97 },
  /** L* of a step below which an edge of the frames is lost. */
  lostBelow: 8,
  /**
   * L* beyond what any frame shows from which on a ring counts. Over 3 they are visible, but clean pictures have some
   * in 9 of 10 windows; over 8 in 5 of 10, and planted rings are in all.
   */
  ringFrom: 8,
  /** Edges in a window that make a share of them meaningful. */
  leastEdges: 12,
} as const;

/** Black, white and empty pictures: `lost-highlights`, `lost-shadows`, `blank`, `tone-clipped`. */
export const toneEnds = {
  /** Luma from which on, and up to which, a picture shows nothing but white or black. */
  white: 0.985,
  black: 0.02,
  /** Luma between which a frame shows what there is. */
  dim: 0.1,
  bright: 0.92,
  /** Standard deviation of luma below which a picture is one colour: a level of 8 bits. */
  nothing: 0.004,
} as const;

/** Lines near upright: `tilt-made`, `tilt-left`. */
export const lean = {
  /** Degrees from upright within which lines may be pictures of upright edges. */
  windowDeg: 20,
  /** Length of a line, and of all lines together, as shares of the longer edge, at least. */
  leastLength: 0.05,
  leastTotal: 0.6,
  /** Samples of a line that count as one piece of it. */
  piecePx: 4,
  /** Percentile of the pieces that is reported: verticals that converge lean most at the sides. */
  percentile: 0.75,
} as const;

/** The picture before toning, as toning may change it: all `tone-` measures. */
export const explained = {
  /** Steps of the curve of brightness, and cells that determine one of them. */
  steps: 64,
  leastCells: 4,
  /** Window over which gains may differ, as a share of the longer edge, and the largest gain. */
  windowShare: 1 / 12,
  mostGain: 2,
  /** Added to values before they are divided, so that gains stay finite in black. */
  offset: 0.02,
  /** Distance of the largest and the least channel from which on a cell is coloured. */
  coloured: 0.1,
  /** Log gains by which a place may differ from the picture towards warm or cool, and towards magenta or green. */
  mostWarmth: 0.15,
  mostTint: 0.04,
} as const;
