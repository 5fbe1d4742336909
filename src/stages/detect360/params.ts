// Tuned numbers of the stage. No bench judges them; test/stages/detect360 does, on spheres, crops and graphics.

/** Width of the copy that is analysed, pixels. */
export const analysisWidthPx = 512;
/** Minimum width of an analysed picture, pixels; rows and columns of a smaller one are averaged too much. */
export const minAnalysisWidthPx = 128;

/** Confidence of verdicts, 0 to 1: approximate, set by hand in order of the evidence's strength. */
export const confidence = {
  sphereByTags: 0.99,
  /** The pixels contradict GPano. */
  sphereByTagsAlone: 0.8,
  otherByTags: 0.95,
  fisheye: 0.9,
  sphereOfKnownCamera: 0.97,
  sphereByPixels: 0.85,
  otherByPixels: 0.85,
  shapeOfKnownCamera: 0.7,
  shapeAlone: 0.6,
} as const;

/**
 * Limits from 8 spheres without GPano (seamJump up to 2.7, edgeCorrelation from 0.88, edgeDetailCorrelation from 0.53,
 * poleVariation up to 0.50, poleDetail up to 0.27) and 764 crops and squeezes of other pictures to 2:1, of which none
 * passes all; four pass all limits but one. The contrast of the edges excludes frames and plain backgrounds, the number
 * of colours flags and maps.
 */
export const sphere = {
  seamJump: 3.2,
  edgeCorrelation: 0.8,
  edgeDetailCorrelation: 0.45,
  edgeContrast: 0.03,
  poleVariation: 0.6,
  poleDetail: 0.4,
  colours: 64,
} as const;

/**
 * Second set of limits, for leaves and drawn lines, which differ from one column to the next, and canopies with gaps up
 * to their zenith. Their edges count as meeting if they are as similar as the picture's own neighbouring columns and
 * unlike its distant ones, which holds for no photograph of 2,055 crops and squeezes; then the poles may vary, but not
 * in detail, which excludes bands of a sphere. Likeness: 0 that of distant columns, 1 that of neighbours.
 */
export const neighbours = {
  seamJump: 2.5,
  step: 0.85,
  correlation: 0.85,
  detail: 0.15,
  edgeDetailCorrelation: 0.1,
  edgeContrast: 0.03,
  poleVariation: 3,
  poleDetail: 0.25,
  colours: 24,
} as const;

/** Sampling of columns for that comparison. */
export const columns = {
  /** Distances of distant columns, as shares of the width: their likeness is that of edges that do not meet. */
  farApart: [0.3, 0.5],
  /** Stride of the compared columns. */
  stride: 3,
} as const;

/** Two fisheye circles side by side on black; radii are relative to that of a circle. */
export const fisheye = {
  /**
   * Minimum dark share outside both circles, and minimum ratio of brightness inside a circle's edge to that outside.
   */
  darkOutside: 0.6,
  circleStep: 3,
  /** Minimum radius of pixels outside a circle; maximum display value of dark pixels. */
  outsideFrom: 1.02,
  dark: 0.06,
  /** Radii of the rings inside and outside the edge that are compared. */
  inside: [0.85, 0.95],
  outside: [1.03, 1.15],
} as const;
