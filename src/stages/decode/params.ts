// Every number of the development of sensor data. Light is a share of white (where a channel clips) unless a line says
// otherwise. Where no origin is named a number was set by hand. test/stages/decode judges all of them against rendered
// scenes whose light is known (docs/RAW.md, Accuracy), `npm run bench -- raw` against cameras' own pictures.

/** XYZ (D50) to linear ProPhoto RGB (Bruce Lindbloom, RGB/XYZ matrices, brucelindbloom.com). */
export const xyzD50ToProPhoto: readonly number[] = [
  1.3459433, -0.2556075, -0.0511118, -0.5445989, 1.5081673, 0.0205351, 0, 0, 1.2118128,
];

/**
 * How far above the first channel's clipping the tone curve still distinguishes light: the other channels reach up to
 * there, and a clipped one is rebuilt from them. Daylight balances of sensors have gains of about 2.
 */
export const headroom = 2;

/** Where channels clip in a picture whose clipped ones are rebuilt: beyond every number of 16 bits. */
export const beyondClipping = 1e9;

/** Where black is put when samples are rewritten, of 65535, so that noise below it survives: 3 % of the range. */
export const pedestal = 2048;

/** Rows of a band; no effect on values. The fewer bands of the development the less is demosaiced twice. */
export const bandRows = { develop: 256, sharpen: 64 } as const;

/** The white balance `auto`: shades of grey. */
export const greyWorld = {
  /** Side of the squares whose mean colours are looked at, sites; a multiple of both cells' sides. */
  squarePx: 24,
  /** Minkowski norm over the squares' colours (Finlayson and Trezzi 2004 find 6 best). */
  norm: 5,
  /** A square with a sample above the larger share of white, or a mean below the smaller, is not evidence. */
  usable: [0.005, 0.9],
  /** Factor by which the estimate may differ from the camera's own white, each ratio to green. */
  farthest: 1.8,
} as const;

/** Noise of a sensor whose file states none. */
export const noise = {
  /** Variance by light at ISO 100: photon noise of a site that takes 45,000 electrons. */
  scaleAtIso100: 1 / 45000,
  /** Variance by light at most: ISO 90,000. */
  mostScale: 0.02,
  /** Variance without light, as a share of `scale`: a read noise of two electrons at ISO 100. */
  offsetShare: 1e-4,
} as const;

/** Noise that the data shows. */
export const measuredNoise = {
  /** Side of the squares that are looked at, and their distance from the border, sites; about so many of them. */
  squarePx: 4,
  marginPx: 3,
  squares: 10_000,
  /** Share of the squares, the more even ones, that hold noise alone. */
  evenShare: 1 / 12,
  /** The variance within those, as a share of the true one: even squares are even by chance as well. */
  evenVariance: 0.6,
  /** The darkest share of them shows the noise without light. */
  darkShare: 1 / 4,
  /** Light that variance is divided by, at least. */
  leastLight: 1e-3,
} as const;

/** Grain that is smoothed. */
export const grain = {
  /** ISO from which pictures are smoothed by default. */
  autoIso: 400,
  /** Differences up to so many standard deviations of the noise count as noise. */
  lumaSigmas: 2.2,
  chromaSigmas: 4,
  /** Share of the luma's grain that is taken out: smoothed to the last looks like plastic. */
  lumaShare: 0.7,
  /** Standard deviation that demosaicing leaves of a sensor's noise. */
  demosaicShare: 0.7,
  /** Least reaches and floor of the kernel, so that it divides by no 0. */
  leastReach: 1e-4,
  leastFloor: 1e-5,
} as const;

/** Stuck photosites. docs/RAW.md: of 85 planted in a room 68 to 76 are found, and none without them. */
export const stuck = {
  /** Room for finds in a row; if there are more, it is not single sites that are broken. */
  perRow: 64,
  /** More than this share of all sites is not stuck: then noise is other than the file states. */
  mostShare: 5e-4,
  /** A site is looked at closely from so many standard deviations of noise on. */
  scanSigmas: 5,
  /** Light whose noise sets the scan's linear threshold: its tangent there. */
  scanLevel: 0.05,
  /** The scan's threshold by light, and in samples, at most. */
  mostSlope: 0.6,
  mostFloor: 16384,
  /** Sites at this share of white count as clipped. */
  clippedShare: 0.98,
  /** A smaller difference is never a defect: in steps of the samples, by white, and by the light around. */
  leastSteps: 8,
  leastLight: 2e-3,
  leastShare: 0.125,
} as const;

/** The neighbours that stuck sites are compared with. */
export const neighbours = {
  /** How far around a site they are looked for, sites. */
  reachPx: 3,
  /** The ring of 8 in Bayer; in X-Trans all within reach, since the nearest alone leave thin lines unseen. */
  bayerLikes: 8,
  xTransLikes: 28,
  /** Distance within which a lens spreads a point, sites: nearer ones are not evidence of the surroundings. */
  besidePx: 1.5,
  /** Red light leaves blue sites dark, and blue light red ones; green ones see some of all light. */
  colorWeights: [1 / 2, 1, 1 / 2],
  /**
   * Share of the standard deviations that count. X-Trans finds sites of the same colour so far away that they differ by
   * content more than by noise, and so would overstate the noise.
   */
  sureSigmas: { bayer: 1, xTrans: 0.4, fullColor: 1 },
  /** Rings that are searched for sound neighbours of the same colour when a site is replaced, sites. */
  repairReachPx: 6,
} as const;

/** Demosaicing of X-Trans: ten models of a picture. Set on the scenes of docs/RAW.md, which judge them. */
export const xTransModels = {
  /**
   * `lumaReach` and `colorReach`: distances over which covariance falls to 1/e, sites, along and across; `isotropic` is
   * the same in all directions, `lines` along four. `colorVariance`: of a colour's deviation, that of luminance being
   * 1. `doubt`: how many times larger its errors count: of two models that predict alike, the one with less colour is
   * the likelier.
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
  /** Variance of noise, that of the luminance being 1. */
  noise: 1e-4,
  /** Sum of the weights with which the kernel adds errors up: (1 + 2 + 3 + 2 + 1)². */
  windowSum: 81,
  /** Sites on each side that a prediction is made from: 7 × 7, what the kernel takes. */
  reach: 3,
} as const;

/** Width of the blur of lens and sensor, after RawTherapee's capture sharpening. */
export const blur = {
  /** Standard deviations, pixels, that sensors behind lenses have; others are rejected. */
  plausiblePx: [0.45, 0.75],
  /** Greens that are compared: the brighter of two lies between these shares of white. */
  telling: { least: 0.08, most: 0.8 },
  /** The darker of two counts as no darker than so many standard deviations of noise. */
  noiseSigmas: 4,
  /** So many of a million pairs are steeper than what is taken for the steepest, which may be a speck. */
  specksPerMillion: 30,
  /** Steps of the ratio's natural logarithm. */
  stepLog: 0.02,
  /** Fewer pairs are not evidence. */
  leastPairs: 500,
  /** About so many rows are looked at. */
  rows: 400,
} as const;

/** Capture sharpening. docs/RAW.md says what it gains and what it costs. */
export const sharpening = {
  /** Noise spans so many standard deviations over 5 × 5 places. */
  spanSigmas: 4.5,
  /** Display value: less is never a difference, since it is that of samples of 8 bits. */
  leastSpan: 2 / 255,
  /** The curve is followed in so many steps of light, finer in the shadows. */
  steps: 2048,
} as const;

/** The tone of the camera's own picture. Chosen on the seven files of docs/RAW.md, the only ones with a picture. */
export const cameraLook = {
  /** Stops by which the curve may differ from the usual one, and its contrasts. */
  mostLiftEv: 1,
  contrasts: [1.3, 1.8],
  /** Factor by which the picture's white may differ from the assumed one, each ratio to green. */
  farthest: 2,
  /** The matrix to light hangs on the white that is looked for; a few rounds settle both. */
  rounds: 4,
  /** Luminances of the camera's picture that can be compared: darker is noise and flare, brighter the shoulder. */
  comparable: { least: 0.01, most: 0.8 },
  /** Light of the scene up to which no channel clips, 1 being where the first does. */
  nearClipping: 0.9,
  /**
   * Quantiles of light that are compared, from the darkest to the brightest; fewer than the second are not evidence.
   */
  quantiles: 39,
  leastQuantiles: 12,
  /** Correlation, of square roots of light by place, of pictures that belong together. */
  leastLikeness: 0.7,
} as const;

/** The cells that both pictures are compared in. */
export const lookCells = {
  /** Cells along the longer edge. */
  longest: 48,
  /** Sites of a cell that are looked at along each axis, or a few more. */
  sitesAcross: 8,
  /** Share of white above which a site clips. */
  clipping: 0.95,
  /** Strides that meet every colour of Bayer's and X-Trans's cells: without a divisor in common with 2 and 3. */
  strides: [25, 19, 13, 11, 7, 5, 1],
  /** Steps of the base curve's table, up to the headroom. */
  curveSteps: 16_384,
} as const;

/** What DNG files ask for. */
export const opcodes = {
  /** A sensor with more defects than this is not a sensor. */
  mostDefects: 2 ** 20,
  /** Pixels between points of the grid that represents a radial gain; the polynomial bends little over it. */
  vignetteStepPx: 32,
  /** Pixels by which a warp's middle may differ from the crop's, and a warped border point leave the picture. */
  tolerancePx: 0.5,
  /** Points of the border, from the middle of a side to a corner, where that is checked. */
  borderSteps: 64,
} as const;
