// Every number of the learned map. `npm run bench -- scene` judges a change of them.

/**
 * Encoding of scene light as the network's input, as in its training (bench/scene/training/photograph.py: STOP_UNITS,
 * STOP_ZERO). Units of a byte.
 */
export const lightBytes = {
  /**
   * Units a stop: with 16, a byte covers eight stops on both sides of the median, as much as brackets of five frames
   * show.
   */
  perStop: 16,
  /** Bytes of the median light and of the least known light; 0 means unknown. */
  median: 128,
  least: 1,
} as const;

/**
 * Longer edge of the map, pixels: a third more than the network's input. At 512, refining the edges takes 40 ms instead
 * of 20 (two cores), and the scores change by less than 0.01.
 */
export const mapEdgePx = 256;

/**
 * Radius of the window in which planes are fitted to the edges of the picture, in cells of the network's planes (two
 * pixels of its input): the cell at the edge and one on either side. Set by hand, not tuned.
 */
export const edgeRadius = 2;

/**
 * Variance of the colour, display values squared, below which a window of the guided filter counts as plain, so that
 * the planes are only smoothed. Set by hand while looking at the mattes of views.
 */
export const plainColour = 1e-3;

/**
 * Colours of the classes in the picture of a map, sRGB, similar to what they show: ceilings are white, walls warm,
 * plants green.
 */
export const sceneColours = {
  ceiling: [250, 250, 250],
  wall: [230, 190, 120],
  floor: [150, 90, 40],
  window: [60, 160, 255],
  lamp: [255, 240, 0],
  sky: [150, 220, 255],
  plant: [40, 170, 60],
  facade: [220, 90, 80],
  ground: [120, 140, 90],
  other: [150, 110, 190],
} as const satisfies Readonly<Record<string, readonly [number, number, number]>>;

/** Weight of the picture in the overlay of its map, 0 to 1. */
export const shownThrough = 0.45;
