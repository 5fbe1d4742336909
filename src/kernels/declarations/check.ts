import {
  type ArgsOf,
  declareKernel,
  f32,
  f64,
  i32,
  integer,
  listOf,
  number,
  out,
  samples,
  size,
  sizeUpTo,
  u16,
} from "../declaration.ts";
import { cellSamples } from "./cells.ts";

/**
 * Noise is read of means of so many pixels squared: JPEG leaves less of what is finer, and hardly any in calm surfaces.
 */
export const grainPx = 2;
/** Edge of a square in such means, and of what is measured inside. */
export const blockEdge = 10;
/** Edge of a square in pixels. */
export const noiseBlockPx = blockEdge * grainPx;

const squaresAlong = (side: string) => `max(${side} - ${noiseBlockPx} + step, 0) / step`;

/**
 * Noise in squares of `noiseBlockPx` pixels, whose upper left corners lie `step` apart, of one channel of a picture
 * (width × height × `channels`, 1 or 3; `max` is full scale): the mean absolute answer to a filter that sees neither
 * slopes nor edges along an axis (Immerkær 1996). `tones`, their means, and `deviations` in shares of full scale,
 * ⌊(width − square) / step⌋ + 1 a row; a square's deviation is −1 where what it shows is cut off: over 1/16 of it
 * black, or any of it `brightest` (a share of full scale) and more. Rows are rows of squares.
 */
export const blockNoiseArgs = declareKernel({
  rows: squaresAlong("height"),
  constants: { noiseBlockPx },
  args: {
    source: samples("S", "width", "height", "channels"),
    tones: out(f64(squaresAlong("width"), squaresAlong("height"))),
    deviations: out(f64(squaresAlong("width"), squaresAlong("height"))),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    step: size,
    max: number,
    brightest: number,
  },
});
export type BlockNoiseArgs = ArgsOf<typeof blockNoiseArgs>;

/** Cells of a small copy along each side of a block whose structure is compared. */
export const structureBlock = 8;

/** Facts of a block, before those of its frames: how far the frames agree on its structure, 0 to 1; whether any two
/** contradict each other; the
 * picture's norm, and its correlation with the likest frame. */
export const blockFacts = { agreement: 0, contradicts: 1, norm: 2, likest: 3, frames: 4 } as const;

const blocks = {
  /** A small copy, as `deghostShrink` makes it, width × height. */
  copy: u16("width", "height", cellSamples),
  /** Copies of the same size. */
  frames: listOf(u16("width", "height", cellSamples)),
  width: size,
  height: size,
  /** Cells from a block to the next, along each axis; ⌊(width − block) / stride⌋ + 1 of them lie in a row. */
  stride: size,
};
const blocksAlong = (side: string) => `max(${side} - ${structureBlock} + stride, 0) / stride`;

/**
 * What the luma of blocks says in a picture and its frames, each less its mean: `facts` has `blockFacts.frames` +
 * frames numbers a block, the last ones the frames' norms (the root of the sum of squares, 1 = full scale). A frame
 * shows a block if its norm is over `tellingNorm`, its mean over `leastMean` and its largest value below `mostPeak`;
 * two such frames contradict each other if they correlate by less than `contradicting`. Rows are rows of blocks.
 */
export const blockStructureArgs = declareKernel({
  rows: blocksAlong("height"),
  constants: { structureBlock },
  args: {
    ...blocks,
    facts: out(f64(blocksAlong("width"), blocksAlong("height"), `${blockFacts.frames} + frames`)),
    tellingNorm: number,
    leastMean: number,
    mostPeak: number,
    contradicting: number,
  },
});
export type BlockStructureArgs = ArgsOf<typeof blockStructureArgs>;

/**
 * How alike a picture is, block by block, to the structure that its frames together have: their luma less its mean,
 * each by its weight (one a block and frame), brought to the norm `largest` (one a block). `likeness`: SSIM's, 2ab /
 * (a² + b²), both raised by `steadying` a cell. Rows are rows of blocks.
 */
export const blockLikenessArgs = declareKernel({
  rows: blocksAlong("height"),
  args: {
    ...blocks,
    weights: f64(blocksAlong("width"), blocksAlong("height"), "frames"),
    largest: f64(blocksAlong("width"), blocksAlong("height")),
    likeness: out(f64(blocksAlong("width"), blocksAlong("height"))),
    steadying: number,
  },
});
export type BlockLikenessArgs = ArgsOf<typeof blockLikenessArgs>;

/**
 * Detail of a picture's cells (`luma` in display values; `fine` and `detail` relative to it, with `offset` added)
 * compared with what its frames show of them. `specks`: 1 where either is over `timesDetail` times the frames' most and
 * `plusDetail`. `grains`: its fine detail over the least of the frames that show the cell (luma within `darkest` to
 * `brightest`), `leastGrain` at least, where picture and frame show it and no frame has `flat` detail; −1 elsewhere.
 * `counts`: how many cells of a row are without any spread (below `evenSpread`, display values) where every frame has
 * one (over `grainSpread`).
 */
export const cellDetailArgs = declareKernel({
  args: {
    luma: f32("width", "rowEnd"),
    fine: f32("width", "rowEnd"),
    detail: f32("width", "rowEnd"),
    lumas: listOf(f32("width", "rowEnd")),
    fines: listOf(f32("width", "rowEnd"), "lumas"),
    details: listOf(f32("width", "rowEnd"), "lumas"),
    specks: out(f32("width", "rowEnd")),
    grains: out(f32("width", "rowEnd")),
    counts: out(i32("rowEnd")),
    width: size,
    offset: number,
    darkest: number,
    brightest: number,
    timesDetail: number,
    plusDetail: number,
    flat: number,
    leastGrain: number,
    evenSpread: number,
    grainSpread: number,
  },
});
export type CellDetailArgs = ArgsOf<typeof cellDetailArgs>;

/**
 * How far the chroma of a picture's cells (`lab`, CIELAB, interleaved, `width` cells a row) lies from what its frames
 * lead to expect: `distances`, each to the nearest of a range of colours. One end of it is `expected`,
 * brought to the picture's lightness by a factor from `leastRatio` to `mostRatio`; the other is what the two frames
 * (`labs`) next below and above the picture's lightness show, by lightness between them; `expected` alone where all are
 * lighter or all darker. `far`: cells of a row beyond `foreignFrom`. `foreign`: those of them that lie as far from
 * every frame that shows the colour well: luma (`lumas`) over `darkest`, and no channel (`rgbs`) from `brightest`.
 * Where no frame does, the one of least luma over `darkest` counts: it is clipped least.
 */
export const farColoursArgs = declareKernel({
  args: {
    lab: f32("width", "rowEnd", 3),
    expected: f32("width", "rowEnd", 3),
    labs: listOf(f32("width", "rowEnd", 3)),
    rgbs: listOf(f32("width", "rowEnd", 3), "labs"),
    lumas: listOf(f32("width", "rowEnd"), "labs"),
    distances: out(f32("width", "rowEnd")),
    far: out(i32("rowEnd")),
    foreign: out(i32("rowEnd")),
    width: size,
    foreignFrom: number,
    leastRatio: number,
    mostRatio: number,
    darkest: number,
    brightest: number,
  },
});
export type FarColoursArgs = ArgsOf<typeof farColoursArgs>;

/** Values of single samples that are kept of a row. */
const mostValues = 16;

/** Numbers a row: how far neighbours are apart, single samples of noise, how many values they have, those values. */
export const rowFacts = 3 + mostValues;

/**
 * How rough each row is. `found[0]`: the sum of the differences between neighbours `lag` apart, at every `step`-th
 * place. `found[1]`, in every `stride`-th row from `rowLag` on that has a row `rowLag` above and below: samples whose
 * four neighbours, `lag` to the sides and `rowLag` above and below, agree to `near`, and which lie more than `far`
 * beyond them; `found[2]` and what follows: the first of their values, each once. Rows are the picture's.
 */
export const roughRowsArgs = declareKernel({
  rows: "height",
  constants: { mostValues, rowFacts },
  args: {
    source: samples("S", "width", "height"),
    found: out(i32("height", rowFacts)),
    /** Samples a row, of all channels. */
    width: size,
    height: size,
    lag: integer(1, "width - 1"),
    rowLag: size,
    step: size,
    stride: size,
    far: integer(0),
    near: integer(0),
  },
});
export type RoughRowsArgs = ArgsOf<typeof roughRowsArgs>;
