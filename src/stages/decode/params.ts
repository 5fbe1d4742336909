// Constants of the development of sensor data. Light is a share of white (where a channel clips) unless a line says
// otherwise. A number without an origin was set by hand. test/stages/decode judges all of them against rendered scenes
// whose light is known (docs/RAW.md, Accuracy), `npm run bench -- raw` against cameras' own pictures.

/** XYZ (D50) to linear ProPhoto RGB (Bruce Lindbloom, RGB/XYZ matrices, brucelindbloom.com). */
export const xyzD50ToProPhoto: readonly number[] = [
  1.3459433, -0.2556075, -0.0511118, -0.5445989, 1.5081673, 0.0205351, 0, 0, 1.2118128,
];

/**
 * Maximum light that the tone curve distinguishes, relative to the level at which the first channel clips. The other
 * channels reach that far, and a clipped channel is reconstructed from them. Daylight balances of sensors have gains of
 * about 2.
 */
export const headroom = 2;

/**
 * Clipping level of channels in a picture whose clipped channels were reconstructed: larger than every 16-bit number.
 */
export const beyondClipping = 1e9;

/** Black level of rewritten samples, of 65535, which preserves noise below black: 3 % of the range. */
export const pedestal = 2048;

/**
 * Rows in a band; no effect on values. Fewer bands of the development demosaic fewer rows twice. `sharpenStrip`: rows
 * that are sharpened from one copy, a dozen bands for the threads, 110 MB with both copies for a picture 11,648 pixels
 * wide. `sharpenReach`: rows above and below that a sharpened row depends on, by the contract of `captureSharpen`.
 */
export const bandRows = { develop: 256, sharpen: 64, sharpenStrip: 768, sharpenReach: 6 } as const;

/** The white balance `auto`: shades of grey. */
export const greyWorld = {
  /** Side of the squares whose mean colours are used, in sites; a multiple of the sides of both cells. */
  squarePx: 24,
  /** Minkowski norm over the squares' colours (Finlayson and Trezzi 2004 find that 6 is best). */
  norm: 5,
  /** Minimum mean and maximum sample of a usable square, as shares of white. */
  usable: [0.005, 0.9],
  /** Maximum factor between the estimate and the camera's own white, for each ratio to green. */
  farthest: 1.8,
} as const;

/** Noise of a sensor whose file does not state it. */
export const noise = {
  /** Variance per light at ISO 100: photon noise of a photosite that holds 45,000 electrons. */
  scaleAtIso100: 1 / 45000,
  /** Maximum variance per light: ISO 90,000. */
  maxScale: 0.02,
  /** Variance without light, relative to `scale`: a read noise of two electrons at ISO 100. */
  offsetShare: 1e-4,
} as const;

/** Measurement of noise in the data. */
export const measuredNoise = {
  /** Side of the measured squares and their distance from the border, in sites, and their approximate number. */
  squarePx: 4,
  marginPx: 3,
  squares: 10_000,
  /** Share of the squares, the most uniform ones, that count as noise only. */
  evenShare: 1 / 12,
  /** Their variance relative to the true one, since uniform squares are partly uniform by chance. */
  evenVariance: 0.6,
  /** Share of the squares, the darkest ones, that show the noise without light. */
  darkShare: 1 / 4,
  /** Minimum light by which variance is divided. */
  minLight: 1e-3,
} as const;

/** Smoothing of grain. */
export const grain = {
  /** Minimum ISO at which pictures are smoothed by default. */
  autoIso: 400,
  /** Maximum difference that counts as noise, in standard deviations of the noise. */
  lumaSigmas: 2.2,
  chromaSigmas: 4,
  /** Share of the luma's grain that is removed: complete smoothing looks like plastic. */
  lumaShare: 0.7,
  /** Factor of the noise's standard deviation after demosaicing. */
  demosaicShare: 0.7,
  /** Minimum reach and floor of the kernel, which avoid division by 0. */
  minReach: 1e-4,
  minFloor: 1e-5,
} as const;

/**
 * Detection of stuck photosites. docs/RAW.md: of 85 planted in a room, 68 to 76 are found, and none is reported without
 * them.
 */
export const stuck = {
  /** Slots for detected sites in a row; a row that fills them is not repaired, as its faults are not single sites. */
  perRow: 64,
  /** Maximum share of stuck sites; more of them mean that the noise differs from what the file states. */
  maxShare: 5e-4,
  /** Minimum deviation of a candidate in the scan, in standard deviations of noise. */
  scanSigmas: 5,
  /** Light at which the scan's linear threshold is tangent to the noise. */
  scanLevel: 0.05,
  /** Maximum of the scan's threshold: its slope by light, and its offset in samples. */
  maxSlope: 0.6,
  maxFloor: 16384,
  /** Minimum share of white that counts as clipped. */
  clippedShare: 0.98,
  /**
   * Minimum difference of a defect: in steps of the samples, relative to white, and relative to the light around it.
   */
  minSteps: 8,
  minLight: 2e-3,
  minShare: 0.125,
} as const;

/** Neighbours with which photosites are compared. */
export const neighbours = {
  /** Radius of the search for neighbours, in sites. */
  reachPx: 3,
  /**
   * Number of neighbours of the same colour: the ring of 8 in Bayer; all within reach in X-Trans, because the nearest
   * ones alone miss thin lines.
   */
  bayerLikes: 8,
  xTransLikes: 28,
  /** Radius over which a lens spreads a point, in sites: sites within it are not evidence of the surroundings. */
  adjacentPx: 1.5,
  /**
   * Weights of the colours next to a site. Red light leaves blue sites dark, and blue light red ones; green ones
   * respond to all light.
   */
  colorWeights: [1 / 2, 1, 1 / 2],
  /**
   * Factor of the standard deviation that counts. In X-Trans, sites of the same colour are so far apart that they
   * differ by content more than by noise, which would overestimate the noise.
   */
  sureSigmas: { bayer: 1, xTrans: 0.4, fullColor: 1 },
  /** Radius of the search for intact neighbours of the same colour when a site is replaced, in sites. */
  repairReachPx: 6,
} as const;

/** Demosaicing of X-Trans by ten models of a picture. Set on the scenes of docs/RAW.md, which judge them. */
export const xTransModels = {
  /**
   * `lumaReach` and `colorReach`: distances over which covariance falls to 1/e, in sites, along and across; `isotropic`
   * is the same in all directions, `lines` follows four directions. `colorVariance`: variance of a colour's deviation,
   * relative to that of luminance. `doubt`: factor of the model's errors; of two models that predict equally well, the
   * one with less colour is more likely.
   */
  littleColor: {
    isotropic: { lumaReach: [3, 3], colorReach: [6, 6] },
    lines: { lumaReach: [10, 1.5], colorReach: [12, 4] },
    colorVariance: 0.1,
    doubt: 1,
  },
  muchColor: {
    isotropic: { lumaReach: [3, 3], colorReach: [3, 3] },
    lines: { lumaReach: [10, 1.5], colorReach: [10, 1.5] },
    colorVariance: 1,
    doubt: 2,
  },
  /** Variance of noise relative to that of the luminance. */
  noise: 1e-4,
  /** Sum of the weights with which the kernel sums up errors: (1 + 2 + 3 + 2 + 1)². */
  windowSum: 81,
  /** Radius of the window for a prediction, in sites: 7 × 7, as in the kernel. */
  reach: 3,
} as const;

/** Estimation of the blur of lens and sensor, after RawTherapee's capture sharpening. */
export const blur = {
  /** Range of plausible standard deviations, in pixels; estimates are clamped to it. */
  plausiblePx: [0.45, 0.75],
  /** Range of the brighter green of a compared pair, as shares of white. */
  telling: { least: 0.08, most: 0.8 },
  /** Minimum for the darker green of a pair, in standard deviations of noise. */
  noiseSigmas: 4,
  /** Number of pairs, per million, that may be steeper than the steepest edge: they may be specks. */
  specksPerMillion: 30,
  /** Width of a class of the histogram, in natural logarithms of the ratio. */
  stepLog: 0.02,
  /** Minimum number of pairs. */
  minPairs: 500,
  /** Approximate number of rows that are sampled. */
  rows: 400,
} as const;

/** Capture sharpening. docs/RAW.md describes its gain and its cost. */
export const sharpening = {
  /** Range of noise over 5 × 5 pixels, in standard deviations. */
  spanSigmas: 4.5,
  /** Minimum range of noise, as a display value: the quantisation of 8-bit samples. */
  minSpan: 2 / 255,
  /** Number of steps in light at which the curve is sampled, finer in the shadows. */
  steps: 2048,
} as const;

/**
 * Matching of the tone to the camera's own picture. Chosen on the seven files of docs/RAW.md, the only ones with a
 * picture.
 */
export const cameraLook = {
  /** Maximum distance of the curve from the usual one, in stops, and range of its contrast. */
  maxLiftEv: 1,
  contrasts: [1.3, 1.8],
  /** Maximum factor between the picture's white and the assumed one, for each ratio to green. */
  farthest: 2,
  /** Iterations for white: the matrix to light depends on it. */
  rounds: 4,
  /**
   * Range of luminance in which the camera's picture is compared: darker values are noise and flare, brighter ones the
   * shoulder.
   */
  comparable: { least: 0.01, most: 0.8 },
  /** Maximum scene light that is compared, to avoid clipping; the first channel clips at 1. */
  nearClipping: 0.9,
  /** Number of quantiles of light that are compared, and minimum number of usable ones. */
  quantiles: 39,
  minQuantiles: 12,
  /** Minimum correlation between square roots of light, by position, in pictures that match. */
  minLikeness: 0.7,
} as const;

/** The cells in which both pictures are compared. */
export const lookCells = {
  /** Number of cells along the longer edge. */
  longest: 48,
  /** Minimum number of sampled sites in a cell along each axis. */
  sitesAcross: 8,
  /** Share of white above which a site counts as clipped. */
  clipping: 0.95,
  /** Strides that sample every colour of Bayer and X-Trans cells: they have no divisor in common with 2 and 3. */
  strides: [25, 19, 13, 11, 7, 5, 1],
  /** Number of steps of the base curve's table, up to the headroom. */
  curveSteps: 16_384,
} as const;

/** Limits for the opcodes of DNG files. */
export const opcodes = {
  /** Maximum number of defects that are repaired. */
  maxDefects: 2 ** 20,
  /**
   * Distance between points of the grid that represents a radial gain, in pixels; the polynomial is nearly linear over
   * it.
   */
  vignetteStepPx: 32,
  /**
   * Maximum distance in pixels between the centres of a warp and of the crop, and of a warped border point outside the
   * picture.
   */
  tolerancePx: 0.5,
  /** Number of checked border points from the middle of a side to a corner. */
  borderSteps: 64,
} as const;
