// Tuned numbers of the measures that compare the frames of a set before the merge. Units, origin and bench as in
// `params.ts`.

/** Luma without content: `over-exposed` and `under-exposed` count cells beyond these in every frame. */
export const exposure = { white: 0.97, black: 0.06 } as const;

/** Curves from each channel of a frame to that of the next brighter one: `balance-differs`. */
export const whiteBalance = {
  /** Number of steps of a curve. */
  steps: 48,
  /** Minimum number of cells for a step, and of steps for a curve. */
  minCells: 12,
  minSteps: 5,
  /** Range of values in which a channel shows its light, in both frames. */
  usableRange: [0.06, 0.94],
  /** Weight of a frame that is warmer, or cooler, than both its neighbours, relative to a trend over the set. */
  timesSwing: 1.35,
  /** Steps of the table of stops: four per 8-bit level. */
  tableSteps: 1023,
} as const;

/** A frame without colour in a set with colour: `balance-differs`. */
export const greyFrame = {
  /** Reported value, stops: beyond any limit. */
  colourLost: 1,
  /** Maximum difference of channels in grey, after rounding to 8 bits. */
  greyMost: 1 / 255,
  /** Minimum mean difference of channels in a colour picture. */
  colourLeast: 0.03,
  /** Range of luma of middle tones, and the minimum share of a frame's cells in it. */
  middle: [0.1, 0.9],
  minMiddle: 0.1,
} as const;

/** Sketches of ranked tones: `turned-frame`, `other-scene`. */
export const sketches = {
  /** Number of parts along the longer edge. */
  sketchEdge: 40,
  /** Maximum shift between hand-held frames, parts. */
  reach: 3,
  /** Range of values in which a frame shows its scene. */
  shows: [0.03, 0.96],
  /** Minimum share of parts that both frames show. */
  minShared: 0.2,
  /** Minimum correlation of frames of one scene: the smallest of 40 brackets was 0.66; other scenes reach 0.29. */
  oneScene: 0.36,
  /** Minimum gain in correlation by turning a frame, and minimum correlation after the turn. */
  clearly: 0.25,
  minTurned: 0.5,
  /** Minimum share of parts that a frame must show before it is reported as odd. */
  minShown: 0.3,
} as const;

/** Frames that end in one flat colour: `damaged-frame`. */
export const flatBand = {
  /** Maximum range of cells in a flat row: two 8-bit levels, which JPEG leaves of one colour. */
  tolerance: 2 / 255,
  /** Minimum height of a band that is reported, as a share of the picture's height. */
  minShare: 0.02,
  /** Values that are neither black nor white. */
  mid: [0.03, 0.97],
  /** Bins of the comparison of tones between two frames, and the minimum number of cells of a tone. */
  bins: 64,
  minCells: 8,
  /** Maximum distance of a tone from the prediction of another frame: noise, and edges that moved by a cell. */
  off: 0.05,
  /** Minimum share of a band that other frames must contradict. */
  contradicted: 0.5,
} as const;
