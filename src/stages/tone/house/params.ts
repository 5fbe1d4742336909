// Constants of what the rooms of a house share. A number without an origin was set by hand while looking at pictures;
// no measurement of it is recorded. Rendered houses judge all of them: `npm run bench -- house`.

/** White surfaces, whose level rooms share. Bench house. */
export const whiteSurfaces = {
  /** Standard deviation of the white weight around the light's colour (log chromaticity of display values). */
  width: 0.08,
  /** Minimum brightness of a white surface relative to the level of pale ones (ratio of display values). */
  darkest: 0.45,
  /**
   * Maximum brightness of a white surface relative to the same level (ratio of display values). See `brightestPaint`.
   */
  brightest: 1.35,
  /** Weight of a pixel in the upper quarter, which is mostly ceiling: the eye compares walls. */
  upperWeight: 0.35,
  /** Difference from the level of the house at which the room's curve applies in full (display value). */
  dueDistance: 0.025,
  /** Maximum output that the curve is planned for at weight 1 (display value). */
  maxWanted: 0.81,
  /**
   * Brightness at which white surfaces begin to clip, and at which they are clipped: darkening them would show the lost
   * detail.
   */
  clipped: [0.86, 0.95],
  /** Minimum level of white in a house. Professionals' pictures; the measurement is not recorded. */
  darkestLevel: 0.7,
  /** Maximum level of white in a house. Professionals' pictures; the measurement is not recorded. */
  brightestLevel: 0.79,
} as const;

/** Colours of large parts of a picture. Bench house. */
export const modes = {
  /** Standard deviation of the kernel of the mean shift (log chromaticity of display values). */
  width: 0.025,
  /** Radius around a mode within which all pixels belong to it (log chromaticity of display values). */
  reach: 0.06,
  /** Minimum share of a mode among smooth pixels; smaller ones are ignored. */
  minShare: 0.015,
  /** Maximum number of modes. */
  most: 8,
  /** Minimum distance between two modes (log chromaticity of display values). */
  minApart: 0.05,
} as const;

/** Edges between the surfaces of those colours. Bench house. */
export const edges = {
  /** Maximum distance of a pixel's colour from the surface that it belongs to (log chromaticity of display values). */
  surfaceReach: 0.045,
  /** Distance between the two sides of an edge that are compared (share of the width of a copy of 256 px). */
  acrossShare: 1 / 64,
  /** Minimum step across an edge (share of the distance between the two surfaces' colours). */
  jumpShare: 0.7,
  /** Minimum smoothness of a pixel that shows a surface instead of an edge. */
  smoothSurface: 0.5,
} as const;

/** Evidence that a colour is paint and not light. Bench house. */
export const paintEvidence = {
  /** Minimum number of pictures of a house; fewer cannot be compared. */
  minRooms: 2,
  /** Minimum area of a wall (share of the picture). */
  wallShare: 0.03,
  /** Maximum distance between two ratios to white of the same paint (log chromaticity of display values). */
  sameRatio: 0.05,
  /** Minimum distance of a paint from white (log chromaticity of display values). */
  minRatio: 0.07,
  /** Minimum length of an edge to white that distinguishes paint from light (edges of a square of the smaller area). */
  sureEdge: 0.3,
  /** The same if other rooms have the same ratio to white (edges of a square of the smaller area). */
  knownEdge: 0.12,
  /** Minimum distance of a paint's ratio from the line of lights (log chromaticity of display values). */
  minTint: 0.05,
  /** Minimum number of other rooms with the same ratio, for paint whose colour could be light. */
  minElsewhere: 2,
  /** Minimum area of such paint (share of the picture). */
  minPlainShare: 0.08,
} as const;

/** Minimum and maximum of each number that a caller may give, far wider than the values of real houses. */
export const given = {
  count: [0, 1_000_000],
  share: [0, 1],
  chromaticity: [-2, 2],
  length: [0, 10_000],
} as const;
