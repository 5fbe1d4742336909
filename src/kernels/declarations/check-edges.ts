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

/** Pixels before and after an edge that are looked at. */
export const edgeReach = 24;
/** Pixels at both ends of them over which lightness is averaged. */
export const edgeEnd = 11;
/** Pixels from the edge between which a ring lies. */
export const ringFrom = 2;
export const ringTo = 12;
/** Steps of a table of lightness. */
export const lightnessSteps = 1023;
/** What is kept of an edge: its pixel, `across` 1 if it is crossed downwards (else 0), and the step across it. */
export const frameEdge = declareRecord("column", "row", "across", "step");

/**
 * The clearest isolated edge in each block of blockPx × blockPx pixels of a picture (`source`, width × height × 3).
 * Rows and columns `spacing` apart are searched, each at its steepest pixel from `leastSlope` (display values over two
 * pixels). An edge has plain surfaces on both sides: lightness of `edgeEnd` pixels, from `edgeReach` pixels away on,
 * deviates by less than `mostSpread`, and lies between `darkest` and `brightest`. The step between both is at least
 * `leastStep`. A ring is how far lightness goes beyond either surface from `ringFrom` to `ringTo` pixels from the edge.
 * Profiles are means of three lines. `lightness`: CIELAB's of display values in `lightnessSteps` steps. `edges` has
 * a {@link frameEdge} a block and keeps what it holds of other frames where their step is as large. Rows are rows of
 * blocks.
 */
export const findEdgesArgs = declareKernel({
  rows: "(height + blockPx - 1) / blockPx",
  constants: { edgeReach, edgeEnd, ringFrom, ringTo, lightnessSteps },
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    lightness: f32(lightnessSteps + 1),
    edges: out(f32("(width + blockPx - 1) / blockPx", "(height + blockPx - 1) / blockPx", frameEdge.length)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    blockPx: sizeFrom(1),
    spacing: sizeFrom(1),
    max: number,
    leastSlope: number,
    leastStep: number,
    mostSpread: number,
    darkest: number,
    brightest: number,
  },
});
export type FindEdgesArgs = ArgsOf<typeof findEdgesArgs>;

/**
 * Straight edges of a picture's log brightness (`picture`, width × height) compared with a `plain` picture's, which
 * none of the `frames` shows (all of the same size). A step is from the cell before to the cell after, along rows or,
 * with `down` 1, columns; mean over 2 `reach` + 1 neighbouring lines. It counts where it differs from the plain one by
 * `leastStep` and more, neither the plain picture nor a frame has `shownShare` of that, the steps two cells away have
 * at most `rampShare` of it, and the two next to it at most as much. Of such steps those count that continue over
 * `leastRun` lines, a cell to either side from line to line. `counts[0]`: how many. One row.
 */
export const countEdgesArgs = declareKernel({
  rows: 1,
  args: {
    picture: f32("width", "height"),
    plain: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    counts: out(i32(1)),
    width: size,
    height: size,
    down: flag,
    reach: size,
    leastStep: number,
    shownShare: number,
    rampShare: number,
    leastRun: size,
  },
});
export type CountEdgesArgs = ArgsOf<typeof countEdgesArgs>;

/** Cells of a small copy along each side of a block over which jumps are counted. */
export const jumpBlock = 4;

/**
 * Where colours of a small copy (`copy`, width × height, as `deghostShrink` makes it) jump from a cell to the next of
 * its row or column, by more than `leastJump` (65535 = 1), and what is beyond that is more than `timesJump` what any of
 * the `frames` (copies of the same size) does there, each in the channel that jumps most. Where the picture is brighter
 * than a frame, the frame's jump counts as much larger: (ours + `floor`) / (the frame's + `floor`), of the brighter
 * cell's largest channel. Each `skip`-th row is looked at (1, 2 or 4). `counts`: jumps from the cells of each block, a
 * cell as often as it has such neighbours; ⌈width/block⌉ a row. Rows are rows of blocks.
 */
export const countJumpsArgs = declareKernel({
  rows: `(height + ${jumpBlock - 1}) / ${jumpBlock}`,
  constants: { jumpBlock },
  args: {
    copy: u16("width", "height", cellSamples),
    frames: listOf(u16("width", "height", cellSamples)),
    counts: out(u8(`(width + ${jumpBlock - 1}) / ${jumpBlock}`, `(height + ${jumpBlock - 1}) / ${jumpBlock}`)),
    width: size,
    height: size,
    skip: oneOf<number>(1, 2, 4),
    leastJump: number,
    timesJump: number,
    floor: number,
  },
});
export type CountJumpsArgs = ArgsOf<typeof countJumpsArgs>;

/**
 * Large steps of a picture's smoothed luma (`picture`, width × height, display values) compared with those of its
 * `frames` (of the same size), `apart` cells along rows and columns. A picture's step counts from `leastStep` on.
 * `reversed`: steps of which every frame says the opposite by more than `plainStep`, and none by a sixth of it the
 * same. `grown`: steps beyond the frames' largest by the factor `grownBy` and `grownStep`. One entry a row.
 */
export const countStepsArgs = declareKernel({
  rows: "height",
  args: {
    picture: f32("width", "height"),
    frames: listOf(f32("width", "height")),
    reversed: out(i32("height")),
    grown: out(i32("height")),
    width: size,
    height: size,
    apart: size,
    leastStep: number,
    plainStep: number,
    grownBy: number,
    grownStep: number,
  },
});
export type CountStepsArgs = ArgsOf<typeof countStepsArgs>;

/**
 * How much of an edge's step is finest detail in a picture's cells, `shares`, and in those of another, `otherShares`
 * (both width × height): `counts[0]` of them, in the order of cells. An edge is where the differences of luma across a
 * cell, along rows and columns, sum up to `leastStep` in both, and all channels of both lie between `darkest` and
 * `brightest`. `offset`: what `fine` has added to luma; `leastDetail` (display values) is added to the detail. One row.
 */
export const edgeDetailArgs = declareKernel({
  rows: 1,
  args: {
    luma: f32("width", "height"),
    rgb: f32("width", "height", 3),
    fine: f32("width", "height"),
    otherLuma: f32("width", "height"),
    otherRgb: f32("width", "height", 3),
    otherFine: f32("width", "height"),
    shares: out(f64("width", "height")),
    otherShares: out(f64("width", "height")),
    counts: out(i32(1)),
    width: size,
    height: size,
    leastStep: number,
    darkest: number,
    brightest: number,
    offset: number,
    leastDetail: number,
  },
});
export type EdgeDetailArgs = ArgsOf<typeof edgeDetailArgs>;

/**
 * What a picture (`source`, width × height × 3) shows at the `edges` of its frames, `columns` a row, as the kernel
 * `findEdges` writes them. `rings`: step, in the direction of the frame's, and ring, L*; both 0 without an edge.
 */
export const edgeRingsArgs = declareKernel({
  records: { frameEdge },
  args: {
    source: samples("S", "width", "height", 3),
    lightness: f32(lightnessSteps + 1),
    edges: f32("columns", "rowEnd", frameEdge.length),
    rings: out(f32("columns", "rowEnd", 2)),
    width: sizeFrom(1),
    height: sizeFrom(1),
    columns: sizeFrom(1),
    max: number,
  },
});
export type EdgeRingsArgs = ArgsOf<typeof edgeRingsArgs>;
