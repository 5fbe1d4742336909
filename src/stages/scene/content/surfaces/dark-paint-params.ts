// Every number that dark paint is distinguished from shade with. A number whose line names no origin was set by hand
// while looking at pictures; no measurement of it is recorded. Each group names the bench that judges it: `npm run
// bench -- NAME`.

/** Surfaces of a copy of 512 pixels. Bench look. */
export const smooth = {
  /** Gradient over the value itself below which a surface continues (share a pixel of a copy of 512 px). */
  goesOn: 0.06,
  /** Display value from which a pixel shows a surface: below lies noise. */
  darkestSurface: 0.06,
  /** Display value up to which one does: above lies clipping. */
  brightestSurface: 0.95,
  /** The least surface (share of the picture). */
  minSurface: 0.004,
} as const;

/** Small and narrow white things that are fixed to a surface. Bench look. */
export const fittings = {
  /** Display value beyond which a thing is a lamp or a window, no fitting. */
  lampLevel: 0.9,
  /** How far round a surface its fittings lie (share of the longer edge). */
  reach: 1 / 64,
  /** How broad a fitting is at most (share of the longer edge). */
  broadest: 1 / 40,
  /** A fitting stands out from its surface by this at least. */
  minRise: 0.04,
  /** Distance of a fitting from grey in R/G and in B/G (log chromaticity of display values). */
  reachOfGrey: 0.35,
  /** Times the surface from which a fitting is brighter (ratio of display values). */
  brighter: 1.15,
  /** Times the surface from which a fitting is another paint (ratio of display values). */
  otherPaintFrom: 2,
  /** Share of the fittings that must be another paint: from here it may be. */
  shareFrom: 0.25,
  /** From here it is. */
  shareTo: 0.4,
  /**
   * Length of those fittings, in edges of a square of the surface's area: from here it may be dark paint (ratio of
   * lengths).
   */
  lengthFrom: 0.25,
  /** From here it is (ratio of lengths). */
  lengthTo: 0.5,
} as const;

/** What shows that a surface is a painted wall. Bench look. */
export const darkWalls = {
  /** Warmth beyond the light's (half of log R/B) from which a surface may be wood. */
  woodFrom: 0.04,
  /** From here it is wood (log chromaticity of display values). */
  woodTo: 0.12,
  /** Share of a surface in the upper half from which it may be a wall: floors lie below the horizon. */
  wallFrom: 0.1,
  /** From here it is a wall. */
  wallTo: 0.3,
  /** Times its display value from which another grey surface is lighter (ratio of display values). */
  lighterPaint: 1.3,
  /** Share of the picture from which such surfaces may show that the room has lighter paint. */
  lighterFrom: 0.02,
  /** From here they do. */
  lighterTo: 0.05,
} as const;
