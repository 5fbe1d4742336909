// Every number of the learned map. `npm run bench -- scene` judges them.

/** How the network gets scene light (bench/scene/training/photograph.py: STOP_UNITS, STOP_ZERO). Units of a byte. */
export const lightBytes = {
  /** A stop: 16 units hold the eight stops on both sides of the median that brackets of five frames show. */
  perStop: 16,
  /** The median light, and the least known light; 0 means unknown. */
  median: 128,
  least: 1,
} as const;

/**
 * Longer edge of the copy that carries the map, pixels: a third more than the network sees. At 512 the edges take 40 ms
 * instead of 20 (two cores), and the scores stay within 0.01.
 */
export const mapEdgePx = 256;

/**
 * Radius of the window in which planes are brought to the edges of the picture, cells of the network's planes (two
 * pixels of what it sees): the cell at the edge and one on either side. Set by hand, not tuned.
 */
export const edgeRadius = 2;

/**
 * Variance of a colour, display values squared, below which a window of the guided filter counts as plain and the
 * planes stay as they are. Set by hand, as for the former matte of views.
 */
export const plainColour = 1e-3;

/** Colours of the classes in the picture of a map, sRGB: what is white, warm or green by nature stays so. */
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

/** How much of the picture shines through its overlay. */
export const shownThrough = 0.45;
