// Tuned numbers of the measures that compare the frames of a set with each other, before they are merged. Units,
// origin and bench as in `params.ts`.

/** Luma that says nothing: `over-exposed` and `under-exposed` count cells beyond these in every frame. */
export const exposure = { white: 0.97, black: 0.06 } as const;

/** Curves from each channel of a frame to the next brighter one: `balance-differs`. */
export const whiteBalance = {
  /** Steps of a curve. */
  steps: 48,
  /** Cells that determine a step, and steps that determine a curve, at least. */
  leastCells: 12,
  leastSteps: 5,
  /** Values between which a channel shows its light, in both frames. */
  usableRange: [0.06, 0.94],
  /** Weight of a frame that is warmer, or cooler, than both its neighbours, compared with a trend over the set. */
  timesSwing: 1.35,
  /** Steps of the table of stops: four a level of 8 bits. */
  tableSteps: 1023,
} as const;

/** A frame without colour among others: `balance-differs`. */
export const greyFrame = {
  /** What is reported, stops: beyond any limit. */
  colourLost: 1,
  /** Distance between channels that rounding to 8 bits leaves of grey, at most. */
  greyMost: 1 / 255,
  /** Mean distance between channels of a picture in colour, at least. */
  colourLeast: 0.03,
  /** Luma of middle tones, and the share of a frame's cells that must be in them. */
  middle: [0.1, 0.9],
  leastMiddle: 0.1,
} as const;

/** Sketches of ranked tones: `turned-frame`, `other-scene`. */
export const sketches = {
  /** Parts along the longer edge. */
  sketchEdge: 40,
  /** Parts by which hand-held frames may lie apart. */
  reach: 3,
  /** Values between which a frame shows its scene. */
  shows: [0.03, 0.96],
  /** Share of all parts that both frames must show. */
  leastShared: 0.2,
  /** Correlation of frames of one scene, at least: 0.66 was the least of 40 brackets; other scenes reach 0.29. */
  oneScene: 0.36,
  /** Correlation by which a turned frame is more similar than as it is, and how similar it is, at least. */
  clearly: 0.25,
  leastTurned: 0.5,
  /** Share of parts that a frame must show before it is called odd. */
  leastShown: 0.3,
} as const;

/** Frames that end in one flat colour: `damaged-frame`. */
export const flatBand = {
  /** Range of a flat row's cells: two levels of 8 bits, which JPEG leaves of one colour. */
  tolerance: 2 / 255,
  /** Share of the height of a band that is worth reporting. */
  leastShare: 0.02,
  /** Values that are neither black nor white. */
  mid: [0.03, 0.97],
  /** Steps of values by which tones of two frames are compared, and cells of a tone that count. */
  bins: 64,
  leastCells: 8,
  /** How far a tone may lie from what another frame predicts: noise, and edges that moved a cell. */
  off: 0.05,
  /** Share of a band that other frames must contradict. */
  contradicted: 0.5,
} as const;
