import {
  type ArgsOf,
  declareKernel,
  f32,
  f64,
  i32,
  integer,
  number,
  oneOf,
  out,
  single,
  size,
  sizeUpTo,
  u8,
  u16,
} from "../declaration.ts";

/**
 * Multiplies the part of samples above `pedestal` by a smooth field, in place: every `rowPitch`th row and `colPitch`th
 * column of the rectangle [left, right) × [top, bottom), channels [plane, plane + planes). Rows are the picture's.
 */
export const gainFieldArgs = declareKernel({
  rows: "height",
  args: {
    data: out(u16("width", "height", "samples")),
    /**
     * The field at grid points, grid[(v · pointsH + h) · mapPlanes + p]; bilinear in between, constant outside. Channel
     * plane + k uses map plane min(k, mapPlanes − 1).
     */
    grid: f32("pointsV", "pointsH", "mapPlanes"),
    width: size,
    height: size,
    /** Interleaved samples a pixel. */
    samples: oneOf<number>(1, 3),
    top: integer(0, "bottom"),
    left: integer(0, "right"),
    bottom: integer(0, "height"),
    right: integer(0, "width"),
    rowPitch: size,
    colPitch: size,
    plane: integer(0, "samples - planes"),
    planes: size,
    pointsV: size,
    pointsH: size,
    mapPlanes: size,
    /** Pixel (x, y) is at h = x · stepX + originX, v = y · stepY + originY. */
    stepX: number,
    stepY: number,
    originX: number,
    originY: number,
    pedestal: single,
  },
});
export type GainFieldArgs = ArgsOf<typeof gainFieldArgs>;

/** Number of classes of ratios. */
export const ratioClasses = 300;

/**
 * Histogram of the ratios brighter / darker of neighbouring green samples, in every `stride`-th row. Light is (sample −
 * `black`) / `range`. Pairs whose brighter light lies outside [`least`, `most`] are skipped; the darker light counts as
 * at least `floor`. Rows are the examined rows.
 */
export const greenRatiosArgs = declareKernel({
  rows: "(height + stride - 1) / stride",
  constants: { ratioClasses },
  args: {
    source: u16("width", "height", "samples"),
    /**
     * Repeats over the picture. A pair begins at (x, y) if the entry is not 0; its other sample is at x + 1, `down`
     * rows below.
     */
    greens: u8("cellWidth", "cellHeight"),
    /** Lower edges of the classes, rising from 1. */
    edges: f64(ratioClasses),
    /**
     * Pairs in each class. A ratio belongs to the last class whose edge it reaches; below the first edge it is skipped.
     */
    counts: out(i32("(height + stride - 1) / stride", ratioClasses)),
    width: size,
    height: size,
    samples: oneOf<number>(1, 3),
    /** Channel of green within a pixel. */
    channel: integer(0, "samples - 1"),
    cellWidth: size,
    cellHeight: size,
    down: oneOf<number>(0, 1),
    stride: size,
    black: number,
    range: number,
    least: number,
    most: number,
    floor: number,
  },
});
export type GreenRatiosArgs = ArgsOf<typeof greenRatiosArgs>;

/** Maximum number of nearby sites of the same colour (likes). */
const maxLikes = 32;

/**
 * Finds photosites that are stuck bright or dark. `width` counts the samples of a row, three a pixel for full-colour
 * data. Rows are the picture's. A row depends on `reachY` rows above and below; sites closer to an edge than the reach
 * are not examined.
 *
 * A site is a candidate if it exceeds the lower value of every pair by `floor` + `share` · (that value above `black`),
 * or is below the higher value of every pair by as much, and also by the amount by which the largest of these lower
 * values exceeds the smallest of these higher values. The variance of noise is `noiseOffset` + `noiseScale` · (light
 * above black).
 *
 * All tables contain offsets (dx in samples, dy in rows) to other sites.
 */
export const rawDefectsArgs = declareKernel({
  rows: "height",
  constants: { maxLikes },
  args: {
    source: u16("width", "height"),
    /** `slots` numbers a row: the number of defects, then the positions in the row of the first `slots` − 1, rising. */
    found: out(f32("height", "slots")),
    /** Four sites: they and the opposite ones have the colour of the site itself, at every position of the cell. */
    pairs: f32(),
    /** For every position of the cell, `likeCount` nearby sites of the same colour; unused entries are 0. */
    likes: f32(),
    /**
     * For every position of the cell, `probeLength` × dx, dy, weight: a sum that is 0 where light changes evenly, and
     * rises with light on the first `adjacentCount` sites, which are next to the site. Unused ones have weight 0.
     */
    probes: f32(),
    width: size,
    height: size,
    cellWidth: sizeUpTo(64),
    cellHeight: sizeUpTo(64),
    reachX: sizeUpTo(64),
    reachY: sizeUpTo(64),
    likeCount: integer(3, maxLikes),
    adjacentCount: integer(1, "probeLength"),
    probeLength: sizeUpTo(256),
    /** Maximum number of likes and neighbouring sites that can be stuck as well. */
    fellows: integer(0, "adjacentCount - 1"),
    /**
     * Margin for the light that neighbouring sites receive from a bright point, in standard deviations: of noise, or of
     * the likes if they vary more.
     */
    sureSigmas: number,
    slots: sizeUpTo(4096),
    /** In units of the samples, as are `white` and `floor`. */
    black: integer(0, 65535),
    /** Value from which samples are clipped. */
    white: integer(),
    floor: integer(1, 65535),
    /** In 1/65536. */
    share: integer(0, "65535 - floor"),
    noiseScale: number,
    noiseOffset: number,
  },
});
export type RawDefectsArgs = ArgsOf<typeof rawDefectsArgs>;

/**
 * Edge-aware smoothing of linear RGB (interleaved), computed on √(light + `floor`), where shot noise is the same at all
 * brightnesses. Luma (a quarter red, half green, a quarter blue) is averaged over 5 × 5 pixels, the two colour
 * differences to green over 5 × 5 pixels at a spacing of two. A pixel is weighted by 1 / (1 + (difference / reach)²)²
 * and by its distance; for colour also by its difference in luma. Borders repeat. An output row depends on 4 rows above
 * and below; `source` and `target` must differ. Rows are the picture's.
 */
export const rawDenoiseArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    floor: single,
    /** In units of the root, 1 = white. */
    lumaReach: single,
    /** In units of the root, 1 = white. */
    chromaReach: single,
    /** Share of the change of luma that is applied. */
    lumaShare: single,
  },
});
export type RawDenoiseArgs = ArgsOf<typeof rawDenoiseArgs>;

/**
 * Scales sensor samples to a common range: target = `pedestal` + (source − level − `columns[x]` − `rows[y]`) · scale,
 * rounded and clamped to [0, 65535]. `source` and `target` can be the same. Rows are the picture's.
 */
export const rawLevelsArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", "samples"),
    target: out(u16("width", "height", "samples")),
    /** Levels and scales are at ((y % cellHeight) · cellWidth + x % cellWidth) · samples + c. */
    levels: f32("cellWidth", "cellHeight", "samples"),
    scales: f32("cellWidth", "cellHeight", "samples"),
    /** Added to the level of each column; 0 if the sensor has no such deltas. */
    columns: f32("width"),
    /** Added to the level of each row; 0 if the sensor has no such deltas. */
    rows: f32("height"),
    width: size,
    height: size,
    /** Interleaved samples a pixel. */
    samples: oneOf<number>(1, 3),
    cellWidth: size,
    cellHeight: size,
    pedestal: single,
  },
});
export type RawLevelsArgs = ArgsOf<typeof rawLevelsArgs>;
