// Every number that distinguishes dark paint from shade. A number whose line names no origin was set by hand while
// looking at pictures; no measurement of it is recorded. Each group names the bench that judges it: `npm run bench --
// NAME`.

/** Surfaces of a copy of 512 pixels. Bench look. */
export const smooth = {
  /** Gradient divided by the value, below which a surface continues (share a pixel of a copy of 512 px). */
  goesOn: 0.06,
  /** Display value above which a pixel shows a surface: darker ones are noise. */
  darkestSurface: 0.06,
  /** Display value up to which it does: brighter ones are clipped. */
  brightestSurface: 0.95,
  /** Area of the smallest surface (share of the picture). */
  minSurface: 0.004,
} as const;

/** Small and narrow white things that are fixed to a surface. Bench look. */
export const fittings = {
  /** Display value above which a thing is a lamp or a window, not a fitting. */
  lampLevel: 0.9,
  /** Maximum distance of a fitting from its surface (share of the longer edge). */
  reach: 1 / 64,
  /** Maximum width of a fitting (share of the longer edge). */
  broadest: 1 / 40,
  /** Minimum rise of a fitting above its surface (display value). */
  minRise: 0.04,
  /** Maximum distance of a fitting from grey in R/G and in B/G (log chromaticity of display values). */
  reachOfGrey: 0.35,
  /** A fitting this many times as bright as its surface counts as brighter (ratio of display values). */
  brighter: 1.15,
  /** A fitting this many times as bright has another paint (ratio of display values). */
  otherPaintFrom: 2,
  /** Share of the fittings with another paint from which the surface may be dark paint. */
  shareFrom: 0.25,
  /** Share from which it is. */
  shareTo: 0.4,
  /**
   * Length of those fittings from which it may be dark paint, relative to the edge of a square with the surface's area
   * (ratio of lengths).
   */
  lengthFrom: 0.25,
  /** Length from which it is (ratio of lengths). */
  lengthTo: 0.5,
} as const;

/** What shows that a surface is a painted wall. Bench look. */
export const darkWalls = {
  /** Warmth beyond the light's (half of log R/B) from which a surface may be wood. */
  woodFrom: 0.04,
  /** Warmth from which it is wood (log chromaticity of display values). */
  woodTo: 0.12,
  /** Share of a surface in the picture's upper half from which it may be a wall: floors are below the horizon. */
  wallFrom: 0.1,
  /** Share from which it is a wall. */
  wallTo: 0.3,
  /** Another grey surface this many times as bright is lighter (ratio of display values). */
  lighterPaint: 1.3,
  /** Share of the picture from which such surfaces may show that the room has lighter paint. */
  lighterFrom: 0.02,
  /** Share from which they do. */
  lighterTo: 0.05,
} as const;
