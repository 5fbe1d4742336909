import { justTolerated } from "../../kernels/index.ts";

// Tuned numbers of the stage, except those inside the kernels `deghostCompare` and `deghostBlend`. Lengths are in cells
// of the small copies, values in display values, 0 to 1, and contradictions in units of `deghostCompare`:
// `justTolerated` is the largest that a model of exposure, noise and half a pixel explains.
//
// Origin: decisions 007 and 012 name the simulated brackets (seeds 1 to 480 for most) and the real ones on which
// numbers were set by hand, and the alternatives tried. For other numbers the data are not recorded. Two benches judge
// all of them on further seeds, both ghosts and false areas:
// `npm run bench -- brackets --simulate 2000 --moving 1000 --traffic 300`, and `npm run bench -- deghost`, which
// renders movers at known places.

/** Minimum contradiction of frames that show different things, where movement is already known. */
export const different = justTolerated / 2;

/** Maximum luma of black, where a frame shows nothing. */
export const black = 0.03;

/** Number of steps of tables over display values: 8 bits. */
export const tableSteps = 256;

/** Minimum shorter edge of a picture, pixels; a smaller one does not distinguish movement from noise. */
export const minEdgePx = 32;

/** Maximum number of areas in a report. */
export const maxListed = 20;

/**
 * Tolerated differences of two frames. `least` and `deviations` (of what the model leaves unexplained if lenient,
 * otherwise of noise): tolerance in display values of the brighter frame. `slack`: displacement of a cell towards its
 * neighbours by misalignment and blur, in cells. `clippingSlack`: deviations inside a cell that clipping may have cost
 * it. `forgiving`: 1 also allows what cameras lose near black and next to clipped channels.
 */
export const allowance = {
  margins: {
    lenient: { least: 0.02, deviations: 5, slack: 0.25, clippingSlack: 1, forgiving: 1 },
    strict: { least: 0.005, deviations: 2, slack: 0.1, clippingSlack: 0.25, forgiving: 0 },
    strictWhite: { least: 0.005, deviations: 2, slack: 0.1, clippingSlack: 1, forgiving: 0 },
  },
  /** Maximum tolerance in display values of the brighter frame: larger differences are movement, whatever the noise. */
  maxTolerance: 0.2,
} as const;

/** Criteria by which connected parts become areas in which something may have moved. */
export const areaLimits = {
  /** Minimum peak contradiction of a part, and minimum sum: single specks are noise. */
  strongEnough: 2 * justTolerated,
  minEvidence: 10 * justTolerated,
  /**
   * An area with a smaller sum than this must have this peak: its ghost would hardly be visible. Set on the ten of
   * 2,000 still brackets that had false areas (decision 012).
   */
  enoughEvidence: 30 * justTolerated,
  stark: 4 * justTolerated,
  /** Maximum contribution of one cell, so that a strong speck does not count for more. */
  maxPerCell: 4 * justTolerated,
  /** A core that is nowhere wider than twice this plus one is an edge that is slightly displaced, or was sharpened. */
  thickness: 1,
  /** Maximum size of holes that are filled, as a share of the grid: in the core, and after it has grown. */
  coreHole: 1 / 20,
  shownHole: 1 / 50,
  /** Cells beyond the shown ones over which the other frames fade in; these cells did not move. */
  featherCells: 2,
} as const;

/** Closing and dilation of masks of contradictions. */
export const closing = {
  /** Half the width of gaps that are bridged: leaves and waves move as a whole. */
  bridge: 2,
  /** The same between fine things of a few cells each: a tree crown is shown as a whole. */
  fineBridge: 4,
  /** Radius of the dilation, cells: soft edges and motion blur. */
  growth: 2,
} as const;

/** Fine movement, in which no single thing is enough evidence. */
export const fineMovement = {
  /** Half the edge of a window, cells. */
  windowReach: 16,
  /**
   * Size of a fine contradiction in connected cells: a single cell is noise; a larger group is a separate thing, or a
   * tone that the model misses.
   */
  minCells: 2,
  maxCells: 40,
  /**
   * A window moves if it has at least this many fine contradictions above the tolerance, and all of them fill this
   * share.
   */
  minContradictions: 8,
  minShare: 0.015,
} as const;

/**
 * Minimum log-odds of movement in an area, in nats, with the weights in `odds-weights.ts`: the highest multiple of 0.5
 * that misses no more moved areas than the limits that it replaced, on the brackets of the fit (decision 012).
 */
export const minOdds = -0.5;

/** Comparison of areas with the equally textured rest of the picture. */
export const elsewhere = {
  /** Steps of texture per octave of the range of luma in 3 × 3 cells, starting at 1 of 255 levels. */
  stepsPerOctave: 1.5,
  /** Counts added to every texture, because few cells are little evidence. */
  prior: { contradicting: 1, cells: 10 },
} as const;

/** Curves fitted to the tones of an area and its surroundings. */
export const localTones = {
  /** Width of the surroundings used for the fit, as a share of the area's size, and minimum in cells. */
  surround: 0.35,
  minSurround: 4,
  /** Maximum number of tones, and minimum number of cells for each. */
  maxTones: 24,
  minCells: 8,
  /** Tolerance of colours relative to that of brightness, as in the kernel `deghostCompare`. */
  colourFactor: 1.6,
} as const;

/** Surroundings of an area, which the model must explain. */
export const surroundings = {
  /** Width of the surroundings, as a share of the area's size, and minimum in cells. */
  surround: 0.5,
  minSurround: 4,
  /** Cells added to the comparable ones, of which half are explained, because few cells are little evidence. */
  prior: { cells: 50 },
} as const;

/** Criteria for pairs of frames whose contradictions prove movement. */
export const provingPairs = {
  /** Maximum distance in stops: frames further apart share only the ends of their tones. */
  maxStops: 5,
  /** Minimum shared part of the picture; frames with less must be explained to the second share. */
  enoughShared: 0.25,
  wellExplained: 0.97,
} as const;

/** Selection of the frame that shows an area: costs in squared display values, and shares of cells. */
export const choice = {
  /**
   * Squared error of a lost highlight, reached if the brightest part of its area is `farOver` or more from white
   * (growing over the last `nearWhite` below it).
   */
  lostHighlight: 0.05,
  farOver: 0.1,
  nearWhite: 0.1,
  /** Quantile of an area's cells that represents its brightest part. */
  brightest: 0.95,
  /** Minimum share of that loss at which a darker frame takes over, where highlights have moved. */
  seenLoss: 0.1,
  /**
   * Squared error by grain in a well-exposed frame: one 8-bit level. It doubles with every stop below middle grey,
   * because the frame is brightened, up to this many stops.
   */
  grain: 1.6e-5,
  maxStops: 7,
  /** Linear light of middle grey (ISO 2720), and a minimum that keeps its ratio to black finite. */
  middleGrey: 0.18,
  blackLight: 1e-4,
  /** Additional cost of a frame that contradicts all others: what most frames show is the static scene. */
  loneCost: 1,
  /** Maximum difference of luma between agreeing frames, in display values of the brighter one. */
  agreeing: 0.06,
  /** Minimum luma of a surface that may be sky. */
  crossedFrom: 0.5,
  /**
   * Minimum number of connected white cells that are not glints, and their minimum share of the cells that would be
   * replaced with them.
   */
  minHighlights: 3,
  minHighlightShare: 0.03,
  /** Maximum share of static cells by which a frame may differ from the others: edges and noise. */
  maxApart: 0.03,
  /** A frame that shows other areas also shows this one if its cost exceeds the best by at most this much. */
  maxBeyondCheapest: 0.01,
  /** A frame may show an area if it exposes at least this share of the cells that the best frame exposes. */
  minTelling: 0.6,
  /** Distance of a seam inside an area from contradicting cells, cells. */
  seamMargin: 2,
} as const;

/** Noise of a frame whose content is shown in a brighter one. */
export const carried = {
  /** Maximum standard deviation that is invisible as grain, and maximum ratio to the frame's own noise. */
  visible: 6 / 255,
  timesOwn: 3,
  /** Half the interval over which slopes of tables are taken: two 8-bit levels. */
  slopeReach: 1 / 128,
  /** Minimum number of connected cells in which noise is visible. */
  minCells: 12,
} as const;

/** Replacement of a frame's pixels. */
export const shownFrame = {
  /** Luma below which a frame is too grainy and coarse to be brightened without need. */
  dimmest: 0.05,
  /** Minimum display value of white that stays white in darker exposures, rather than a dull grey. */
  whitening: 0.98,
} as const;

/** The plain fusion that an area is compared with: weights as in Mertens, Kautz and Van Reeth (2007), section 3.1. */
export const plainFusion = {
  /** Standard deviation of its well-exposedness: 0.2 in the paper. */
  wellExposed: 0.2,
  /** Minimum weight of clipped and black values, so that the sum is never 0. */
  minWeight: 1e-4,
  /** Maximum value of black. */
  black: 2 / 255,
  /** Maximum difference of agreeing values, as in the kernel `deghostBlend`. */
  agreeing: 12 / 255,
  /** Maximum number of cells sampled in an area. */
  maxCells: 2000,
  /** Ratio to the plain fusion's squared error above which an area is certainly worse. */
  maxOverPlain: 3,
} as const;
