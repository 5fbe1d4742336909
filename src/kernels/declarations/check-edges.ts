import {
  type ArgsOf,
  declareKernel,
  declareRecord,
  f32,
  f64,
  flag,
  i32,
  listOf,
  number,
  oneOf,
  out,
  samples,
  size,
  sizeFrom,
  u8,
  u16,
} from "../declaration.ts";
import { cellSamples } from "./cells.ts";

/** Pixels of a profile before and after an edge. */
export const edgeReach = 24;
/** Pixels at both ends of a profile over which lightness is averaged. */
export const edgeEnd = 11;
/** Minimum distance of a ring from its edge, in pixels. */
export const ringFrom = 2;
/** Maximum distance of a ring from its edge, in pixels. */
export const ringTo = 12;
/** Intervals of the table of lightness over display values 0 to 1. */
export const lightnessSteps = 1023;
/** An edge: its pixel; `across`, 1 if it is crossed downwards, else 0; the step of lightness across it, in L*. */
export const frameEdge = declareRecord("column", "row", "across", "step");

/**
 * Finds the clearest isolated edge in each block of blockPx × blockPx pixels of a picture. Rows and columns `spacing`
 * pixels apart are searched, each at its steepest pixel. An edge has plain surfaces on both sides: over the outermost
 * `edgeEnd` of `edgeReach` pixels, lightness deviates by less than `maxSpread`, and its mean lies between `darkest`
 * and `brightest`. A ring is the amount by which lightness overshoots either surface, `ringFrom` to `ringTo` pixels
 * from the edge. Profiles are means of three lines. Rows are rows of blocks.
 */
export const findEdgesArgs = declareKernel({
  rows: "(height + blockPx - 1) / blockPx",
  constants: { edgeReach, edgeEnd, ringFrom, ringTo, lightnessSteps },
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    /** CIELAB lightness of display values 0 to 1. */
    lightness: f32(lightnessSteps + 1),
    /**
     * One {@link frameEdge} a block. An edge that another frame has stored is kept if its step is at least as large.
     */
    edges: out(f32("(width + blockPx - 1) / blockPx", "(height + blockPx - 1) / blockPx", frameEdge.length)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    blockPx: sizeFrom(1),
    spacing: sizeFrom(1),
    /** Full scale of `source`. */
    max: number,
    /** Minimum slope at the steepest pixel, in display values over two pixels. */
    minSlope: number,
    /** Minimum difference between both surfaces, in L*. */
    minStep: number,
    /** L*. */
    maxSpread: number,
    /** L*. */
    darkest: number,
    /** L*. */
    brightest: number,
  },
});
export type FindEdgesArgs = ArgsOf<typeof findEdgesArgs>;

/**
 * Counts straight edges of a picture's log brightness that neither a plain picture nor any frame shows.
 *
 * A step is the difference between the cells after and before a cell, averaged over 2·`reach` + 1 neighbouring lines.
 * Its excess is its difference from the plain picture's step. A step is marked if its excess is at least `minStep`,
 * the steps of the plain picture and of all frames are at most `shownShare` of the excess, the excesses two cells away
 * are at most `rampShare` of it, and those one cell away do not exceed it. A mark counts if it is part of a run over at
 * least `minRun` lines, which can shift by one cell from line to line. The call has one row.
 */
export const countEdgesArgs = declareKernel({
  rows: 1,
  args: {
    picture: f32("width", "height"),
    plain: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    /** counts[0]: number of marks that count. */
    counts: out(i32(1)),
    width: size,
    height: size,
    /** 1: steps along columns; 0: along rows. */
    down: flag,
    reach: size,
    minStep: number,
    shownShare: number,
    rampShare: number,
    minRun: size,
  },
});
export type CountEdgesArgs = ArgsOf<typeof countEdgesArgs>;

/** Side of a block in which jumps are counted, in cells of a small copy. */
export const jumpBlock = 4;

/**
 * Counts jumps of colour between neighbouring cells of a row or column that no frame explains. A jump is the difference
 * in the channel that changes most. It counts if it exceeds `minJump` by more than `timesJump` × the jump of every
 * frame at this place. If the picture is brighter than a frame, the frame's jump is first scaled by (p + `floor`) / (f
 * + `floor`); p and f are the largest channels of the two cells in the picture and in the frame. Rows are rows of
 * blocks.
 */
export const countJumpsArgs = declareKernel({
  rows: `(height + ${jumpBlock - 1}) / ${jumpBlock}`,
  constants: { jumpBlock },
  args: {
    /** Small copy of the picture, as `deghostShrink` writes it. */
    copy: u16("width", "height", cellSamples),
    /** Small copies of the frames, of the same size. */
    frames: listOf(u16("width", "height", cellSamples)),
    /**
     * Jumps from the cells of each block, ⌈width / jumpBlock⌉ blocks a row; a cell counts once for each such neighbour.
     */
    counts: out(u8(`(width + ${jumpBlock - 1}) / ${jumpBlock}`, `(height + ${jumpBlock - 1}) / ${jumpBlock}`)),
    width: size,
    height: size,
    /** Only each `skip`-th row is examined. */
    skip: oneOf<number>(1, 2, 4),
    /** 65535 = 1. */
    minJump: number,
    timesJump: number,
    floor: number,
  },
});
export type CountJumpsArgs = ArgsOf<typeof countJumpsArgs>;

/**
 * Counts large steps of a picture's smoothed luma that its frames do not explain. A step is the difference between two
 * cells that are `apart` cells away from each other in a row or column; only steps of at least `minStep` count. Rows
 * are rows of cells.
 */
export const countStepsArgs = declareKernel({
  rows: "height",
  args: {
    /** Display values. */
    picture: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    /**
     * Steps a row that are reversed: the frames' largest step in the opposite direction exceeds `plainStep`, and their
     * largest step in the same direction is below a sixth of it.
     */
    reversed: out(i32("height")),
    /** Steps a row that exceed `grownBy` × the frames' largest step + `grownStep`. */
    grown: out(i32("height")),
    width: size,
    height: size,
    /** Cells. */
    apart: size,
    minStep: number,
    plainStep: number,
    grownBy: number,
    grownStep: number,
  },
});
export type CountStepsArgs = ArgsOf<typeof countStepsArgs>;

/**
 * Share of finest detail in the step of edges, in a picture and in another one of the same size. A cell is on an edge
 * if the differences of luma across it along its row and column sum up to `minStep` in both pictures, and all
 * channels of both lie between `darkest` and `brightest`. The call has one row.
 */
export const edgeDetailArgs = declareKernel({
  rows: 1,
  args: {
    /** Display values. */
    luma: f32("width", "height"),
    /** Display values, interleaved. */
    rgb: f32("width", "height", 3),
    /** Relative to luma + `offset`, as `describeCells` writes it. */
    fine: f32("width", "height"),
    otherLuma: f32("width", "height"),
    otherRgb: f32("width", "height", 3),
    otherFine: f32("width", "height"),
    /** One share for each edge cell, in the order of cells. */
    shares: out(f64("width", "height")),
    otherShares: out(f64("width", "height")),
    /** counts[0]: number of edge cells. */
    counts: out(i32(1)),
    width: size,
    height: size,
    minStep: number,
    darkest: number,
    brightest: number,
    offset: number,
    /** Added to the detail, in display values. */
    minDetail: number,
  },
});
export type EdgeDetailArgs = ArgsOf<typeof edgeDetailArgs>;

/** Measures a picture at the edges that `findEdges` found in its frames. Rows are rows of edges. */
export const edgeRingsArgs = declareKernel({
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    /** CIELAB lightness of display values 0 to 1. */
    lightness: f32(lightnessSteps + 1),
    /** One {@link frameEdge} each. */
    edges: f32("columns", "rowEnd", frameEdge.length),
    /**
     * For each edge, its step (positive in the direction of the frame's step) and its ring, in L*; both 0 without an
     * edge.
     */
    rings: out(f32("columns", "rowEnd", 2)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    /** Edges a row. */
    columns: sizeFrom(1),
    /** Full scale of `source`. */
    max: number,
  },
});
export type EdgeRingsArgs = ArgsOf<typeof edgeRingsArgs>;
