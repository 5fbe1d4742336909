// Tuned numbers of the merge. "Set on" names the data that a value was chosen on; without it, the value was set by
// hand. `npm run bench -- fusion` judges rooms and brackets by them, `npm run bench -- brackets` rings, shadows and
// damage, test/stages/merge/frame-selection.test.ts which frames are skipped.

/** Maximum longer edge of the finer small copies, in pixels; twice `baseEdge`. The coarser copies have half of it. */
export const fineEdgePx = 1500;
/** Number of bands in a pass over one frame; frames are processed in parallel. No effect on values. */
export const copyBands = 4;
/** Rows of blocks in one band of a measurement on the copies, and number of bands for exposing a picture. */
export const bands = { measuredRows: 32, exposed: 12 } as const;

/** Maximum longer edge of the grid for the base light, in cells. Results hardly change from 375 to 750. */
export const baseEdge = 750;
/** Cells of that grid along each side of one cell of the plan's grid. */
export const planPerBase = 2;

export const room = {
  /**
   * Minimum brightness of windows above the median, in stops; darker parts count as the room. Set on rendered rooms.
   */
  windowStops: 2,
  /** Linear light of middle grey, which is the median of a room in a correct exposure. ISO 2720. */
  middleGrey: 0.18,
  /** Maximum distance of the room's median from middle grey, in stops, at which the photographer's exposure is used. */
  nearEnough: 0.75,
} as const;

/** Minimum range of a bracket, in stops; frames that differ less do not add range to each other. */
export const minRange = 0.3;

export const plan = {
  /** Step between simulated exposures, in stops. 1 keeps more contrast than 1.5 and 2 (MEF-SSIM +0.004, +0.009). */
  stepStops: 1,
  /** Weights of exposures darker and brighter than the room's, whose weight is 1. Set on the real brackets. */
  darker: 0.5,
  brighter: 0.8,
  /** Share of the brightest cells that are ignored in choosing the darkest simulated exposure. */
  beyond: 0.005,
  /** Maximum level of the brightest cells in the darkest exposure, in stops over display white. */
  headroomStops: -0.6,
  /** Maximum number of exposures brighter than the room's. */
  maxBrighter: 5,
  /**
   * Standard deviation of luma at which texture counts as much as a plain surface. Below that of grain on the copies.
   */
  texture: 0.01,
  /** Range of the planned luma, in display values. */
  least: 0.02,
  most: 0.985,
} as const;

/**
 * Display value `from` above which the planned luma is compressed towards `top`. natural: professionals show windows at
 * L* 55 to 72 and the brightest hundredth of a picture at L* 84 to 90.
 */
export const pulls = {
  none: { from: 0.9, top: 0.985 },
  natural: { from: 0.7, top: 0.95 },
  strong: { from: 0.45, top: 0.78 },
} as const;

export const surfaces = {
  /**
   * Standard deviation of luma in 3 × 3 cells at which a surface counts as half textured; the maximum over the frames,
   * weighted by their exposedness.
   */
  flatness: 0.006,
  /**
   * Additional weight of a flat, well-exposed surface in the fit of tone curves; other cells have weight 1. Set on
   * rooms.
   */
  weight: 30,
} as const;

export const curves = {
  /** Number of grid places along the longer edge. 12 to 32 differ by 0.02 in rings and 0.004 in MEF-SSIM. */
  places: 24,
  /** Width of a bin, in stops. */
  binStops: 0.5,
  /** Standard deviations of the smoothing, in places and in bins: tones within a stop of each other share a curve. */
  smoothPlaces: 1,
  smoothBins: 1.5,
  /**
   * Light above `kneeStops`, in stops over display white in the room's exposure, belongs to windows, lamps and skies;
   * bins there are 1 / `highlights` times as wide.
   */
  kneeStops: -0.5,
  highlights: 0.5,
  /** Minimum standard deviation of tones, in stops, that determines a slope. */
  minSpread: 1,
  /** Weight of the whole picture's curve at a place that lacks a tone, relative to a full place. */
  wholePicture: 1e-3,
} as const;

/**
 * Details with a contrast of less than about `edgeStops` are texture: tone curves leave their contrast as the camera
 * gave it, and `detail` is added.
 */
export const base = {
  /**
   * Relative contrast added to plain texture. Professionals' pictures have a fifth more fine contrast than their
   * frames. With 0.6, MEF-SSIM falls by 0.002; all of it at edges, too, would draw rings.
   */
  detail: 0.4,
  /**
   * Radius of the guided filter, in cells of the base grid. 10 draws wide halos round the windows of rendered rooms.
   */
  radius: 6,
  edgeStops: 0.5,
} as const;

/** Display luma above which the picture rolls off to white instead of clipping. */
export const shoulder = 0.9;

/** The camera's response curve, which converts frame values to light. */
export const camera = {
  /** Display value below which the curve is unknown: values there are crushed and coarse. Set by hand. */
  darkest: 0.02,
  /** Linear light that counts as black; 8 bits of sRGB resolve nothing below it (1 / 255 / 12.92 = 3e-4). */
  blackLight: 2e-4,
  /**
   * Mid-tones, in display values, in which stops are scaled to those of sRGB, and number of steps in which they are
   * sampled.
   */
  mid: [0.2, 0.8],
  midSteps: 12,
  /**
   * Maximum ratio of a camera curve's slope to sRGB's, in either direction. Without it, one simulated bracket in 150
   * had a response that made curves of a million bins.
   */
  maxScale: 4,
  /** Minimum increase of light between entries of the table, in stops, so that it can be inverted. */
  minRise: 1e-5,
} as const;

/**
 * Trust in a frame that does not show a place, if no frame shows it: at white, and at black. Light that is clipped in
 * one frame and black in a brighter one moved between them. The log of black is only noise, so the clipped frame
 * decides. The values only have to be far apart, and far below the trust in a frame that shows the place.
 */
export const trust = { hidden: 1e-6, least: 1e-12 } as const;

/**
 * Extension of a 360° picture beyond each edge while it is fused, as a share of the width. Coarser levels of the
 * pyramid reach further, but do not contain a seam.
 */
export const marginShare = 1 / 8;

/** Memory of the merge, measured by `npm run bench -- memory`. */
export const memory = {
  /** Bytes for each pixel of the merged picture: three channels of 16 bits. */
  bytesPerPixel: 6,
  /** Small copies of all frames and the plan made from them: maximum in bytes, and bytes for each pixel. */
  planBytes: 110e6,
  planBytesPerPixel: 60,
} as const;

/** Full-size samples of two frames, compared to find blurred ones (docs/decisions/005). Set by hand. */
export const samples = {
  /** Edge of a sample, in pixels. */
  edge: 48,
  /**
   * Number of parts of the picture along each axis; each contributes the most structured sample that both frames show.
   */
  parts: 6,
  /** Maximum distance of compared frames in the order of brightness. */
  reach: 2,
  /**
   * Range of display values in which a frame shows a place: above the noise reduction of shadows, below the shoulder.
   */
  shown: [0.12, 0.88],
} as const;

/** Steepness of edges in the samples. */
export const slopes = {
  /** Number of classes in the histogram of slopes; a class is 1 / `classes` stops per pixel wide. */
  classes: 1024,
  /** Share of a sample's pixels, the steepest ones, that count as its edges. Set by hand. */
  edgeShare: 0.02,
  /**
   * Ratio of the slope at that share to the median slope in normally distributed noise: quantiles 0.98 and 0.5 of a
   * half-normal distribution, 2.326 / 0.6745.
   */
  noiseSpread: 3.45,
  /** Minimum steepness of edges: as a factor of the slope of noise, and in stops per pixel. Set by hand. */
  clear: 2,
  blunt: 0.02,
  /** Maximum difference in sharpness, in octaves; larger ones are clamped. */
  maxOctaves: 4,
  /** Quantiles of the places at the lower and at the upper bound of a comparison. */
  lower: 0.2,
  upper: 0.8,
} as const;

/** Rules for frames that contribute nothing (docs/decisions/005). Set by hand: in doubt, a frame is kept. */
export const selection = {
  /** Range of display values that show the scene: above black and the worst of the noise, below clipping. */
  shows: [0.04, 0.96],
  /**
   * Minimum share of the picture that no other frame shows. Such a frame is kept whatever its faults, as it may show
   * the window.
   */
  ownShare: 1e-4,
  /** Maximum number of pixels of a small copy that may be hot pixels; on a tiny copy, one in 64. */
  specks: 4,
  /** Maximum display value of black. */
  black: 0.02,
  /**
   * Maximum display value of a frame that may be only noise, and minimum correlation with another frame that disproves
   * it.
   */
  murk: 0.2,
  unrelated: 0.1,
  /** Maximum share of the picture below white in a blown-out frame. */
  blownShare: 0.005,
  /** Copies differ only by rounding: on average by less than half an 8-bit step, and by at most three anywhere. */
  copyMean: 0.5 / 255,
  copyMost: 3 / 255,
  /**
   * Relative sharpness of a blurred frame in octaves, negative for wider edges: maximum median, maximum upper bound,
   * and minimum number of places.
   */
  blurOctaves: -1,
  blurUpper: -0.6,
  blurPlaces: 8,
} as const;
