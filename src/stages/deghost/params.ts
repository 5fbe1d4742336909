import { justTolerated } from "../../kernels/index.ts";

// Every tuned number of the stage but those inside the kernels `deghostCompare` and `deghostBlend`. Lengths are in
// cells of the small copies, values in display values, 0 to 1, and contradictions in what `deghostCompare` gives:
// `justTolerated` is the largest that a model of exposure, noise and half a pixel explain.
//
// Origin: decisions 007 and 012 name the simulated brackets (seeds 1 to 480 for most) and the real ones that numbers
// were set on by hand, and what was tried. For other numbers, what they were set on is not recorded.
// `npm run bench -- brackets --simulate 2000 --moving 1000 --traffic 300` judges all of them on further seeds, ghosts
// and false areas alike; `npm run bench -- deghost` renders movers of known place.

/** A contradiction from which on two frames show different things, where something is known to have moved. */
export const different = justTolerated / 2;

/** Luma below which a frame shows nothing. */
export const black = 0.03;

/** Steps of tables over display values: 8 bits. */
export const tableSteps = 256;

/** Less than this along the shorter edge of a picture, pixels, shows too little to distinguish movement from noise. */
export const leastEdgePx = 32;

/** Areas that a report lists. */
export const mostListed = 20;

/**
 * What two frames may differ by. `least` and `deviations` (of what the model leaves unexplained if lenient, otherwise
 * of noise): what is tolerated, in display values of the brighter frame. `slack`: how far towards its neighbours a cell
 * may lie off, in cells, by misalignment and blur. `clippingSlack`: deviations inside a cell that clipping may have
 * cost it. `forgiving`: 1 allows what cameras lose near black and next to clipped channels, too.
 */
export const allowance = {
  margins: {
    lenient: { least: 0.02, deviations: 5, slack: 0.25, clippingSlack: 1, forgiving: 1 },
    strict: { least: 0.005, deviations: 2, slack: 0.1, clippingSlack: 0.25, forgiving: 0 },
    strictWhite: { least: 0.005, deviations: 2, slack: 0.1, clippingSlack: 1, forgiving: 0 },
  },
  /** The most, in display values of the brighter frame: larger differences are movement whatever the noise. */
  mostTolerance: 0.2,
} as const;

/** Connected parts that become areas. */
export const areaLimits = {
  /** A part counts when it holds a contradiction this strong, and this much of it: single specks are noise. */
  strongEnough: 2 * justTolerated,
  leastEvidence: 10 * justTolerated,
  /**
   * An area with less evidence than this must be this strong: little and faint is what clipping, colours and
   * displacement leave. Set on the ten of 2,000 still brackets that had false areas (decision 012).
   */
  enoughEvidence: 30 * justTolerated,
  stark: 4 * justTolerated,
  /** What one cell may contribute: a speck does not count for more by being stark. */
  mostPerCell: 4 * justTolerated,
  /** A core that is nowhere wider than twice this and one is an edge that lies a little off, or was sharpened. */
  thickness: 1,
  /** Holes of at most this share of the grid are filled: in the core, and after it has grown. */
  coreHole: 1 / 20,
  shownHole: 1 / 50,
  /** Cells beyond the shown ones over which the other frames fade in; they stand still. */
  featherCells: 2,
} as const;

/** How masks of contradictions are closed and grown. */
export const closing = {
  /** Gaps up to twice this are bridged: leaves and waves move as a whole. */
  bridge: 2,
  /** The same between things so fine that each is a few cells: a crown of leaves is shown as a whole. */
  fineBridge: 4,
  /** Cells that a mask is grown by: soft edges and motion blur. */
  growth: 2,
} as const;

/** Things so fine that none is evidence enough alone. */
export const fineMovement = {
  /** Cells from the middle of a window to its edges. */
  windowReach: 16,
  /**
   * Connected cells of a fine contradiction: one alone is noise; a larger group is a separate thing, or a tone that the
   * model misses.
   */
  leastCells: 2,
  mostCells: 40,
  /** A window moves where so many fine contradictions are stronger than tolerated, and all of them fill this share. */
  leastContradictions: 8,
  leastShare: 0.015,
} as const;

/** Areas against the equally textured rest of the picture. */
export const elsewhere = {
  /**
   * So many times as many cells must contradict as elsewhere in the same texture: areas of 40 real brackets reach 20
   * and more. Chosen on 115 moving brackets of seeds 5001 to 6398 (decision 012).
   */
  leastRatio: 10,
  /** Steps of texture to an octave of the range of luma in 3 × 3 cells, from 1 of 255 levels on. */
  stepsPerOctave: 1.5,
  /** Counts added to every texture, because a rare one is little evidence. */
  prior: { contradicting: 1, cells: 10 },
} as const;

/** Curves fitted to the tones of an area and its surroundings. */
export const localTones = {
  /** Share of an area's contradictions that its own curve must leave; else the model is wrong and nothing moved. */
  leastLeft: 0.3,
  /** Cells around an area that show how its tones relate, as a share of its size and at least. */
  surround: 0.35,
  leastSurround: 4,
  /** Tones that are distinguished, at most, and cells that each must have. */
  mostTones: 24,
  leastCells: 8,
  /** Colours may differ more than brightness, as in the kernel `deghostCompare`. */
  colourFactor: 1.6,
} as const;

/** The surroundings that the model must explain. */
export const surroundings = {
  /** Cells around an area, as a share of its size and at least. */
  surround: 0.5,
  leastSurround: 4,
  /** Comparable cells that are evidence, at least: between leaves there are other leaves. Set on `leaves` 13. */
  leastCells: 240,
  /** Share that must be explained: three quarters and more are around all of 45 movers in simulated brackets. */
  leastExplained: 0.5,
} as const;

/** Pairs of frames whose contradictions prove movement. */
export const provingPairs = {
  /** Frames further apart than this, stops, share nothing but the ends of their tones. */
  mostStops: 5,
  /** Frames that share less than this share of the picture must be explained to this share. */
  enoughShared: 0.25,
  wellExplained: 0.97,
} as const;

/** Which frame shows an area: squared errors of display values, and shares of cells. */
export const choice = {
  /**
   * Squared error of a highlight that is lost, where the brightest of its area lie `farOver` or more from white (as
   * they grow over the last `nearWhite` below it).
   */
  lostHighlight: 0.05,
  farOver: 0.1,
  nearWhite: 0.1,
  /** The share of an area's cells that its brightest are brighter than. */
  brightest: 0.95,
  /** A darker frame takes over where highlights have moved and are lost by this share of that. */
  seenLoss: 0.1,
  /**
   * Squared error by the grain of a well-exposed frame: one level of 8 bits. It doubles with every stop below middle
   * grey, from which it is brightened, up to so many stops.
   */
  grain: 1.6e-5,
  mostStops: 7,
  /** Linear light of middle grey (ISO 2720), and what keeps its ratio to black finite. */
  middleGrey: 0.18,
  blackLight: 1e-4,
  /** What contradicts all other frames costs this much more: what most frames saw is the standing scene. */
  loneCost: 1,
  /** Luma, in display values of the brighter frame, that is further apart contradicts. */
  agreeing: 0.06,
  /** Luma from which on a surface may be sky. */
  crossedFrom: 0.5,
  /** White cells that are not glints: so many in one place, and this share of what would have to go with them. */
  leastHighlights: 3,
  leastHighlightShare: 0.03,
  /** Share of the cells that stand still in a frame by which it may show something else: edges and noise. */
  mostApart: 0.03,
  /** A frame that shows other areas shows this one, too, unless it costs so much more than the best. */
  mostBeyondCheapest: 0.01,
  /** A frame may show an area if it exposes this share of the cells that the best frame exposes. */
  leastTelling: 0.6,
  /** Cells between a seam inside an area and what contradicts. */
  seamMargin: 2,
} as const;

/** Noise of a frame that is shown in a brighter one. */
export const carried = {
  /** Standard deviation that is not seen as grain, and how many times a frame's own it may be. */
  visible: 6 / 255,
  timesOwn: 3,
  /** Slopes of tables are taken over this much to either side: two levels of 8 bits. */
  slopeReach: 1 / 128,
  /** Cells in one place below which the noise is invisible. */
  leastCells: 12,
} as const;

/** What replaces the pixels of a frame. */
export const shownFrame = {
  /** Luma below which a frame is too grainy and coarse to be shown brighter without need. */
  dimmest: 0.05,
  /** Display value from which on a frame's white stays white in darker exposures too, rather than a dull grey. */
  whitening: 0.98,
} as const;

/** The plain fusion that an area is held against: weights as Mertens, Kautz and Van Reeth (2007), section 3.1. */
export const plainFusion = {
  /** Deviation of its well-exposedness: 0.2 in the paper. */
  wellExposed: 0.2,
  /** Weight of clipped and black values, of which something must count where nothing else is shown. */
  leastWeight: 1e-4,
  /** Values up to this are black. */
  black: 2 / 255,
  /** Values that differ by less agree, as in the kernel `deghostBlend`. */
  agreeing: 12 / 255,
  /** So many cells of an area are enough evidence. */
  mostCells: 2000,
  /** Squared error over the plain fusion's from which on an area is certainly further off. */
  mostOverPlain: 3,
} as const;
