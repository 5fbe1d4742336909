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
 * Multiplies what lies above `pedestal` by a smooth field, in place: every `rowPitch`th row and `colPitch`th column of
 * the rectangle [left, right) × [top, bottom), channels [plane, plane + planes) of `samples` interleaved ones. The
 * field is the bilinear surface through grid[(v · pointsH + h) · mapPlanes + p] at h = x · stepX + originX, v = y ·
 * stepY + originY, constant beyond its borders; channel plane + k takes map plane min(k, mapPlanes − 1). Rows are the
 * picture's.
 */
export const gainFieldArgs = declareKernel({
  rows: "height",
  args: {
    data: out(u16("width", "height", "samples")),
    grid: f32("pointsV", "pointsH", "mapPlanes"),
    width: size,
    height: size,
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
    stepX: number,
    stepY: number,
    originX: number,
    originY: number,
    pedestal: single,
  },
});
export type GainFieldArgs = ArgsOf<typeof gainFieldArgs>;

/** Classes of ratios. */
export const ratioClasses = 300;

/**
 * Counts neighbouring greens by how many times as bright the brighter is, in every `stride`-th row; a row of the
 * call is one of these. Its pairs begin where `greens`, which repeats over the picture, is not 0: at (x, y) and, `down`
 * rows below, at x + 1. Light is (sample − `black`) / `range`; pairs whose brighter light lies outside [`least`,
 * `most`] are skipped, and the darker counts as `floor` at least. `counts`: a ratio belongs to the last class whose
 * edge it reaches; below the first edge it is skipped. `edges` rise, from 1.
 */
export const greenRatiosArgs = declareKernel({
  rows: "(height + stride - 1) / stride",
  constants: { ratioClasses },
  args: {
    source: u16("width", "height", "samples"),
    greens: u8("cellWidth", "cellHeight"),
    edges: f64(ratioClasses),
    counts: out(i32("(height + stride - 1) / stride", ratioClasses)),
    width: size,
    height: size,
    samples: oneOf<number>(1, 3),
    /** Of the samples of a pixel. */
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

/** Sites like a site, at most. */
const mostLikes = 32;

/**
 * Finds photosites that are stuck bright or dark. `width` counts the samples of a row, three a pixel of full-colour
 * data. Row y's finds go to `found[y · slots]`: how many there are, then the first `slots` − 1 of their places in the
 * row, rising. Rows are the picture's; a row depends on `reachY` rows above and below, and what lies nearer to an edge
 * than the reach is not looked at.
 *
 * All tables hold offsets (dx in samples, dy in rows) to other sites:
 * `pairs`: four sites whose like on the opposite side has, as themselves, the site's own colour, wherever it is;
 * `likes`: for every place of the cell `likeCount` near sites of its own colour, unused ones 0;
 * `probes`: for every place `probeLength` times dx, dy, weight: a sum that is 0 where light changes evenly, and rises
 * with light on the first `beside` of them, which are next to the site. Unused ones have weight 0.
 *
 * `black`, `white`, `floor` are in units of the samples; `share` in 1/65536. A site is looked at closely where it
 * exceeds every pair's lower value by `floor` + `share` · (that value above `black`), or falls below every pair's
 * higher value by as much, and by what the one of these values exceeds the other. The noise's variance is `noiseOffset`
 * + `noiseScale` · (light above black).
 */
export const rawDefectsArgs = declareKernel({
  rows: "height",
  constants: { mostLikes },
  args: {
    source: u16("width", "height"),
    found: out(f32("height", "slots")),
    pairs: f32(),
    likes: f32(),
    probes: f32(),
    width: size,
    height: size,
    cellWidth: sizeUpTo(64),
    cellHeight: sizeUpTo(64),
    reachX: sizeUpTo(64),
    reachY: sizeUpTo(64),
    likeCount: integer(3, mostLikes),
    beside: integer(1, "probeLength"),
    probeLength: sizeUpTo(256),
    /** How many of the likes and the neighbouring sites may be stuck as well. */
    fellows: integer(0, "beside - 1"),
    /**
     * How certain it must be that neighbouring sites see nothing of a site, in standard deviations of noise, or of what
     * the likes let take for it.
     */
    sureSigmas: number,
    slots: sizeUpTo(4096),
    black: integer(0, 65535),
    /** From here on samples are clipped. */
    white: integer(),
    floor: integer(1, 65535),
    share: integer(0, "65535 - floor"),
    noiseScale: number,
    noiseOffset: number,
  },
});
export type RawDefectsArgs = ArgsOf<typeof rawDefectsArgs>;

/**
 * Edge-aware smoothing of linear RGB (interleaved) on √(light + `floor`), where shot noise is alike at all
 * brightnesses. Luma (a quarter red, half green, a quarter blue) over 5 × 5 places, the two colour differences to green
 * over 5 × 5 places two apart; a place counts by 1 / (1 + (difference / reach)²)², colour also by its luma. Reaches are
 * in units of the root, 1 = white; `lumaShare` of the luma's change is taken. Borders repeat. An output row depends on
 * 4 rows above and below; `source` and `target` must differ.
 */
export const rawDenoiseArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", 3),
    target: out(u16("width", "height", 3)),
    width: size,
    height: size,
    floor: single,
    lumaReach: single,
    chromaReach: single,
    lumaShare: single,
  },
});
export type RawDenoiseArgs = ArgsOf<typeof rawDenoiseArgs>;

/**
 * Sensor samples to one common scale: target = `pedestal` + (source − level − `columns[x]` − `rows[y]`) · scale,
 * rounded, in [0, 65535]. `samples` interleaved values a pixel; level and scale are at ((y % cellHeight) · cellWidth
 * + x % cellWidth) · samples + c. `source` and `target` may be one. Rows are the picture's.
 */
export const rawLevelsArgs = declareKernel({
  rows: "height",
  args: {
    source: u16("width", "height", "samples"),
    target: out(u16("width", "height", "samples")),
    levels: f32("cellWidth", "cellHeight", "samples"),
    scales: f32("cellWidth", "cellHeight", "samples"),
    columns: f32("width"),
    rows: f32("height"),
    width: size,
    height: size,
    samples: oneOf<number>(1, 3),
    cellWidth: size,
    cellHeight: size,
    pedestal: single,
  },
});
export type RawLevelsArgs = ArgsOf<typeof rawLevelsArgs>;
