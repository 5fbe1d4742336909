// Every tuned number of the merge. "Set on" names what chose a value; where nothing is named, it was set by hand.
// `npm run bench -- fusion` judges rooms and brackets by them, `npm run bench -- brackets` rings, shadows and damage,
// test/stages/merge/frame-selection.test.ts which frames are skipped.

/** Longer edge of the finer small copies, pixels, at most; twice `baseEdge`. The coarser copies have half of it. */
export const fineEdgePx = 1500;
/** Parts that a pass over one frame is cut in; frames are processed in parallel. No effect on values. */
export const copyBands = 4;
/** Rows of blocks that one band of a measurement on the copies takes, and bands of a picture that is exposed. */
export const bands = { measuredRows: 32, exposed: 12 } as const;

/** Longer edge of the grid that the base light is found on, cells, at most. Insensitive from 375 to 750. */
export const baseEdge = 750;
/** Cells of that grid along each side of one cell of the plan's grid. */
export const planPerBase = 2;

export const room = {
  /** What is this much brighter than the median, stops, is a window and not part of the room. Set on rendered rooms. */
  windowStops: 2,
  /** Linear light of middle grey, where a correct exposure puts the median of a room. ISO 2720. */
  middleGrey: 0.18,
  /** The photographer's exposure is used if the room's median is within so many stops of middle grey. */
  nearEnough: 0.75,
} as const;

/** Frames that differ by less, stops, hold no more range than each of them: there is nothing to balance. */
export const leastRange = 0.3;

export const plan = {
  /** Stops from one simulated exposure to the next. 1 keeps more contrast than 1.5 and 2 (MEF-SSIM +0.004, +0.009). */
  stepStops: 1,
  /** Weights of exposures darker and brighter than the room's, which has 1. Set on the real brackets. */
  darker: 0.5,
  brighter: 0.8,
  /** Share of the cells that may lie beyond the darkest simulated exposure. */
  beyond: 0.005,
  /** The darkest exposure shows the brightest cells at this, stops over display white, or darker. */
  headroomStops: -0.6,
  /** Exposures brighter than the room's, at most. */
  mostBrighter: 5,
  /** Standard deviation of luma at which texture counts as much as plain surface. Below what grain leaves on copies. */
  texture: 0.01,
  /** Range of the planned luma, display values. */
  least: 0.02,
  most: 0.985,
} as const;

/**
 * Above `from` the planned luma bends towards `top`, display values. natural: professionals show windows at L* 55 to 72
 * and the brightest hundredth of a picture at L* 84 to 90.
 */
export const pulls = {
  none: { from: 0.9, top: 0.985 },
  natural: { from: 0.7, top: 0.95 },
  strong: { from: 0.45, top: 0.78 },
} as const;

export const surfaces = {
  /**
   * Standard deviation of luma in 3 × 3 cells, in any frame as far as it is well exposed there, at which a surface
   * counts as half textured.
   */
  flatness: 0.006,
  /** How much more a flat, well-exposed surface counts for the curve of its tone than other cells. Set on rooms. */
  weight: 30,
} as const;

export const curves = {
  /** Places of the grid along the longer edge. 12 to 32 differ by 0.02 in rings and 0.004 in MEF-SSIM. */
  places: 24,
  /** Stops from one bin to the next. */
  binStops: 0.5,
  /**
   * Standard deviations of the smoothing, places and bins: tones that lie within a stop of each other share a curve.
   */
  smoothPlaces: 1,
  smoothBins: 1.5,
  /**
   * Light above this, stops over display white in the room's exposure, belongs to windows, lamps and skies; there a bin
   * spans 1 / `highlights` times as many stops.
   */
  kneeStops: -0.5,
  highlights: 0.5,
  /** Standard deviation of tones, stops, below which they do not determine a slope. */
  leastSpread: 1,
  /** Weight of the whole picture's curve at a place without such a tone, relative to a full place. */
  wholePicture: 1e-3,
} as const;

/**
 * What stands out from its surroundings by less than about `edgeStops` is texture: tone curves leave its contrast to
 * the camera, and `detail` is added.
 */
export const base = {
  /**
   * Share of the contrast that plain texture gains. Professionals' pictures have a fifth more fine contrast than their
   * frames. With 0.6, MEF-SSIM falls by 0.002; all of it at edges, too, would draw rings.
   */
  detail: 0.4,
  /** Radius, cells of the base grid. 10 draws wide halos round the windows of rendered rooms. */
  radius: 6,
  edgeStops: 0.5,
} as const;

/** Display luma from which on the picture bends towards white instead of clipping. */
export const shoulder = 0.9;

/** The camera's curve, by which frames' values become light. */
export const camera = {
  /** Display value below which the curve is unknown: values are crushed there, and coarse. Set by hand. */
  darkest: 0.02,
  /** Linear light that counts as black: below it 8 bits of sRGB show nothing (1 / 255 / 12.92 = 3e-4). */
  blackLight: 2e-4,
  /**
   * Mid-tones, display values, over which stops are made as large as sRGB has them, and steps that they are read in.
   */
  mid: [0.2, 0.8],
  midSteps: 12,
  /**
   * No camera's curve is this much flatter or steeper than sRGB's. Without it, one simulated bracket in 150 had a
   * response that made curves of a million bins.
   */
  mostScale: 4,
  /** Stops by which light rises at least from one entry of the table to the next, so that it can be inverted. */
  leastRise: 1e-5,
} as const;

/**
 * Trust in a frame that shows nothing, where none shows more: at white, and at black. Light that is clipped in one
 * frame and black in a brighter one moved between them. The log of black is all noise, so the clipped frame decides.
 * The values only have to be far apart, and far below the trust in a frame that shows the place.
 */
export const trust = { hidden: 1e-6, least: 1e-12 } as const;

/**
 * How far a 360° picture is extended beyond its edges while it is fused: a share of the width. Levels of the pyramid
 * that reach further are so coarse that they hold no seam.
 */
export const marginShare = 1 / 8;

/** Memory that merging takes, measured by `npm run bench -- memory`. */
export const memory = {
  /** Bytes of a pixel of the merged picture: three channels of 16 bits. */
  bytesPerPixel: 6,
  /** Small copies of all frames and what is planned on them: at most so much, and so many bytes a pixel. */
  planBytes: 110e6,
  planBytesPerPixel: 60,
} as const;

/** Places at full size where two frames are compared, to find blurred ones (docs/decisions/005). Set by hand. */
export const samples = {
  /** Edge of a place, pixels. */
  edge: 48,
  /** Parts that the picture is cut in along each axis; each gives the most structured place that both frames show. */
  parts: 6,
  /** Neighbours in brightness are compared up to this far apart. */
  reach: 2,
  /** Display values between which a frame shows the place: above the noise reduction of shadows, below the shoulder. */
  shown: [0.12, 0.88],
} as const;

/** How steep edges are in such places. */
export const slopes = {
  /** Slopes are counted in classes of one of so many parts of a stop a pixel. */
  classes: 1024,
  /** The steepest share of a place's pixels counts as its edges. Set by hand. */
  edgeShare: 0.02,
  /**
   * The slope at that share, in normally distributed noise, over the median: quantiles 0.98 and 0.5 of a half-normal
   * distribution, 2.326 / 0.6745.
   */
  noiseSpread: 3.45,
  /** Edges count if they are this much steeper than noise looks, and steeper than this, stops a pixel. Set by hand. */
  clear: 2,
  blunt: 0.02,
  /** Octaves beyond this number are not distinguished. */
  mostOctaves: 4,
  /** Shares of the places that lie under the lower and under the upper bound of a comparison. */
  lower: 0.2,
  upper: 0.8,
} as const;

/** Which frames add nothing (docs/decisions/005). Set by hand: doubt keeps a frame. */
export const selection = {
  /** Display values that show the scene: above black and the worst of the noise, below clipping. */
  shows: [0.04, 0.96],
  /** A frame that alone shows so much of the picture stays, whatever is wrong with it: it may hold the window. */
  ownShare: 1e-4,
  /** Pixels of a small copy that may be hot pixels and the like; on a tiny copy, one in 64. */
  specks: 4,
  /** Display value: no brighter than this is black. */
  black: 0.02,
  /** Display value up to which what is seen may be noise alone, if no other frame correlates with it by this. */
  murk: 0.2,
  unrelated: 0.1,
  /** A frame that shows no more of the picture than this share, and is white elsewhere, is blown out. */
  blownShare: 0.005,
  /** Copies differ by rounding only: on average by less than half an 8-bit step, and nowhere by more than three. */
  copyMean: 0.5 / 255,
  copyMost: 3 / 255,
  /** Edges this much wider than a neighbour's, octaves, in the middle and at the upper bound of so many places. */
  blurOctaves: -1,
  blurUpper: -0.6,
  blurPlaces: 8,
} as const;
