// Every tuned number of the stage. No bench judges them; test/stages/detect360 does, on spheres, crops and graphics.

/** Width of the copy that is looked at, pixels. */
export const analysisWidthPx = 512;
/** A picture of less than this width, pixels, averages too much in its rows and columns to be compared. */
export const minAnalysisWidthPx = 128;

/** How sure a verdict is, 0 to 1: rough and set by hand, in the order of what the evidence is worth. */
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
 * passes all; four pass all limits but one. The edges' contrast keeps frames and plain backgrounds out, the number of
 * colours flags and maps.
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
 * Leaves and drawn lines differ from one column to the next, and a canopy has gaps right up to its zenith. There the
 * edges count as meeting when they are as like as the picture's own neighbouring columns and not as its far ones, which
 * of 2,055 crops and squeezes no photograph does; then the poles may vary, but not in detail, which keeps bands of a
 * sphere out. Likeness: 0 that of far columns, 1 that of neighbours.
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

/** Columns that are compared for that. */
export const columns = {
  /** Distances of columns far apart, as shares of the width: what two edges have in common that do not meet. */
  farApart: [0.3, 0.5],
  /** Every which column is compared. */
  stride: 3,
} as const;

/** Two fisheye circles side by side on black; radii are in radii of a circle. */
export const fisheye = {
  /** Share of what lies outside both circles that is dark, and how often brighter a circle is inside its edge. */
  darkOutside: 0.6,
  circleStep: 3,
  /** From this radius on a pixel lies outside; up to this display value it is dark. */
  outsideFrom: 1.02,
  dark: 0.06,
  /** Rings inside and outside the edge that are compared. */
  inside: [0.85, 0.95],
  outside: [1.03, 1.15],
} as const;
