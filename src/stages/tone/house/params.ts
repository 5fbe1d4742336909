// Every number of what the rooms of a house share. A number whose line names no origin was set by hand while looking at
// pictures; no measurement of it is recorded. Drawn houses judge all of them: `npm run bench -- house`.

/** White surfaces, whose level rooms share. Bench house. */
export const whiteSurfaces = {
  /** Distance from the light's colour within which a surface is white (log chromaticity of display values). */
  width: 0.08,
  /** How dark a white surface is against the level of pale ones at least (ratio of display values). */
  darkest: 0.45,
  /** How bright it is at most (ratio of display values). See `brightestPaint`. */
  brightest: 1.35,
  /** The eye compares walls: what a pixel of the upper quarter, mostly ceiling, weighs. */
  upperWeight: 0.35,
  /** A level this far away makes the whole curve due. */
  dueDistance: 0.025,
  /** The most that a curve of full need is asked for. */
  mostWanted: 0.81,
  /** White surfaces this bright begin to clip, and do; what is lost there cannot come down without showing. */
  clipped: [0.86, 0.95],
  /** White of a house is at least this bright. Professionals' pictures; the measurement is not recorded. */
  darkestLevel: 0.7,
  /** White of a house is at most this bright. Professionals' pictures; the measurement is not recorded. */
  brightestLevel: 0.79,
} as const;

/** Colours that a large part of a picture has. Bench house. */
export const modes = {
  /** Width of the bell under which a mode is found (log chromaticity of display values). */
  width: 0.025,
  /** How far around a mode everything is its own (log chromaticity of display values). */
  reach: 0.06,
  /** A mode with less than this share of the smooth pixels says nothing. */
  leastShare: 0.015,
  /** So many modes are enough. */
  most: 8,
  /** Modes closer than this are one (log chromaticity of display values). */
  leastApart: 0.05,
} as const;

/** Edges between the surfaces of those colours. Bench house. */
export const edges = {
  /** How far a pixel's colour may lie from a surface's and be of it (log chromaticity of display values). */
  surfaceReach: 0.045,
  /** Distance across an edge between two surfaces (share of the width of a copy of 256 px). */
  acrossShare: 1 / 64,
  /** Share of two colours' distance that must lie between the two sides of their edge. */
  jumpShare: 0.7,
  /** Smoothness from which a pixel shows a surface, not an edge. */
  smoothSurface: 0.5,
} as const;

/** What shows that a colour is paint and not light. Bench house. */
export const paintEvidence = {
  /** Fewer pictures are not a house. Fewer cannot be compared. */
  leastRooms: 2,
  /** Surfaces below this share of the picture say nothing of walls. */
  wallShare: 0.03,
  /** Distance of two ratios to white up to which they are the same paint's (log chromaticity of display values). */
  sameRatio: 0.05,
  /** Distance from white from which a colour may be a paint (log chromaticity of display values). */
  leastRatio: 0.07,
  /** Length of an edge to white that distinguishes paint from light (edges of a square of the smaller area). */
  sureEdge: 0.3,
  /** The same where other rooms have the same ratio (edges of a square of the smaller area). */
  knownEdge: 0.12,
  /** Distance off the line of lights from which a ratio is a paint's tint (log chromaticity of display values). */
  leastTint: 0.05,
  /** In how many other rooms paint that could be light must be seen. */
  leastElsewhere: 2,
  /** Its share of the picture. */
  leastPlainShare: 0.08,
} as const;

/** What a caller may give, far beyond what houses have: least and most. */
export const given = {
  count: [0, 1_000_000],
  share: [0, 1],
  chromaticity: [-2, 2],
  length: [0, 10_000],
} as const;
