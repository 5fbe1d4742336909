// Every tuned number of the method natural. "Set on" names what chose a value: `npm run bench -- fusion` judges rooms
// and brackets by it, `npm run bench -- brackets` rings, shadows and damage.

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
