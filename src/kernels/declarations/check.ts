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
 * Noise is measured on means of 2 × 2 pixels. JPEG attenuates finer noise, and removes nearly all of it in smooth
 * surfaces.
 */
export const grainPx = 2;
/** Side of a square in such means. The filter is evaluated at all of them except the outermost. */
export const blockEdge = 10;
/** Side of a square in pixels. */
export const noiseBlockPx = blockEdge * grainPx;

const squaresAlong = (side: string) => `max(${side} - ${noiseBlockPx} + step, 0) / step`;

/**
 * Noise of one channel of a picture in squares of `noiseBlockPx` × `noiseBlockPx` pixels: the mean absolute response of
 * a filter that ignores slopes and edges along an axis (Immerkær 1996), applied to means of 2 × 2 pixels. A row has
 * ⌊(width − noiseBlockPx) / step⌋ + 1 squares. Rows are rows of squares.
 */
export const blockNoiseArgs = declareKernel({
  rows: squaresAlong("height"),
  constants: { noiseBlockPx },
  args: {
    source: samples("S", "width", "height", "channels"),
    /** Means of the squares, as shares of full scale; 0 if the square is clipped. */
    tones: out(f64(squaresAlong("width"), squaresAlong("height"))),
    /**
     * Standard deviations of the noise, as shares of full scale; −1 if the square is clipped: more than 1/16 of it is
     * black, or any part of it is at least `brightest`.
     */
    deviations: out(f64(squaresAlong("width"), squaresAlong("height"))),
    width: size,
    height: size,
    channels: sizeUpTo(4),
    channel: integer(0, "channels - 1"),
    /** Distance between the upper left corners of squares, in pixels. */
    step: size,
    /** Full scale of `source`. */
    max: number,
    /** Lowest value that counts as clipped, as a share of full scale. */
    brightest: number,
  },
});
export type BlockNoiseArgs = ArgsOf<typeof blockNoiseArgs>;

/** Side of a block whose structure is compared, in cells of a small copy. */
export const structureBlock = 8;

/**
 * Positions of a block's facts: how well the frames agree on its structure, 0 to 1; 1 if two frames contradict each
 * other, else 0; the picture's norm; its correlation with the most similar frame. The norms of the frames follow from
 * position `frames` on.
 */
export const blockFacts = { agreement: 0, contradicts: 1, norm: 2, likest: 3, frames: 4 } as const;

const blocks = {
  /** Small copy of the picture, as `deghostShrink` writes it. */
  copy: u16("width", "height", cellSamples),
  /** Small copies of the frames, of the same size. */
  frames: listOf(u16("width", "height", cellSamples)),
  width: size,
  height: size,
  /** Distance between blocks along each axis, in cells. A row has ⌊(width − structureBlock) / stride⌋ + 1 blocks. */
  stride: size,
};
const blocksAlong = (side: string) => `max(${side} - ${structureBlock} + stride, 0) / stride`;

/**
 * Compares the structure of blocks in a picture and its frames. Structure is a block's luma minus its mean; its norm is
 * the root of the sum of squares, 1 = full scale. A frame shows a block if its norm is above `tellingNorm`, its mean
 * above `minMean` and its largest value below `maxPeak`. Rows are rows of blocks.
 */
export const blockStructureArgs = declareKernel({
  rows: blocksAlong("height"),
  constants: { structureBlock },
  args: {
    ...blocks,
    /** `blockFacts.frames` + frames numbers a block, see {@link blockFacts}. */
    facts: out(f64(blocksAlong("width"), blocksAlong("height"), `${blockFacts.frames} + frames`)),
    tellingNorm: number,
    minMean: number,
    maxPeak: number,
    /** Two frames that show a block contradict each other if their correlation is below this. */
    contradicting: number,
  },
});
export type BlockStructureArgs = ArgsOf<typeof blockStructureArgs>;

/**
 * Similarity of each block of a picture to the structure of its frames combined: the weighted sum of their structures,
 * scaled to the norm `largest`. Rows are rows of blocks.
 */
export const blockLikenessArgs = declareKernel({
  rows: blocksAlong("height"),
  args: {
    ...blocks,
    /** One a block and frame. */
    weights: f64(blocksAlong("width"), blocksAlong("height"), "frames"),
    /** One a block. */
    largest: f64(blocksAlong("width"), blocksAlong("height")),
    /** SSIM's term (2ab + c) / (a² + b² + c), where c is `steadying` × the number of cells in a block. */
    likeness: out(f64(blocksAlong("width"), blocksAlong("height"))),
    /** Stabilising constant a cell. */
    steadying: number,
  },
});
export type BlockLikenessArgs = ArgsOf<typeof blockLikenessArgs>;

/**
 * Compares the detail of a picture's cells with that of its frames. A picture or a frame shows a cell if its luma is
 * within `darkest` to `brightest`. Rows are rows of cells.
 */
export const cellDetailArgs = declareKernel({
  args: {
    /** Display values. */
    luma: f32("width", "rowEnd"),
    /** Relative to luma + `offset`, as `describeCells` writes it. */
    fine: f32("width", "rowEnd"),
    /** Relative to luma + `offset`, as `describeCells` writes it. */
    detail: f32("width", "rowEnd"),
    lumas: listOf(f32("width", "rowEnd")),
    fines: listOf(f32("width", "rowEnd"), "lumas"),
    details: listOf(f32("width", "rowEnd"), "lumas"),
    /** 1 if either detail exceeds `timesDetail` × the largest of all frames + `plusDetail`, else 0. */
    specks: out(f32("width", "rowEnd")),
    /**
     * The picture's fine detail, divided by the smallest of the frames that show the cell (`minGrain` at least). −1
     * if the picture does not show the cell or no frame does, or if a frame's `details` reach `flat`.
     */
    grains: out(f32("width", "rowEnd")),
    /**
     * Number of cells in a row whose spread is below `evenSpread` although it is above `grainSpread` in every frame
     * that shows the cell.
     */
    counts: out(i32("rowEnd")),
    width: size,
    offset: number,
    darkest: number,
    brightest: number,
    timesDetail: number,
    plusDetail: number,
    flat: number,
    minGrain: number,
    /** Display values. */
    evenSpread: number,
    /** Display values. */
    grainSpread: number,
  },
});
export type CellDetailArgs = ArgsOf<typeof cellDetailArgs>;

/**
 * Distance between the chroma of a picture's cells and the range of colours that its frames predict. One end of the
 * range is `expected`, scaled to the picture's lightness by a factor from `minRatio` to `maxRatio`. The other end is
 * interpolated by lightness between the two frames next below and above the picture's lightness; if all frames are
 * lighter or all are darker, it equals the first end. Rows are rows of cells.
 */
export const farColoursArgs = declareKernel({
  args: {
    /** CIELAB of the picture, interleaved. */
    lab: f32("width", "rowEnd", 3),
    /** CIELAB. */
    expected: f32("width", "rowEnd", 3),
    /** CIELAB of the frames. */
    labs: listOf(f32("width", "rowEnd", 3)),
    /** Display values of the frames, interleaved. */
    rgbs: listOf(f32("width", "rowEnd", 3), "labs"),
    /** Display values of the frames. */
    lumas: listOf(f32("width", "rowEnd"), "labs"),
    /** To the nearest colour of the range. */
    distances: out(f32("width", "rowEnd")),
    /** Number of cells in a row whose distance exceeds `foreignFrom`. */
    far: out(i32("rowEnd")),
    /**
     * Number of those whose chroma also differs by more than `foreignFrom` from every frame that shows the colour well:
     * luma above `darkest` and all channels below `brightest`. The frame's chroma is scaled to the picture's lightness.
     * If there is no such frame, only the frame of least luma above `darkest` is compared: it is clipped least.
     */
    foreign: out(i32("rowEnd")),
    width: size,
    foreignFrom: number,
    minRatio: number,
    maxRatio: number,
    darkest: number,
    brightest: number,
  },
});
export type FarColoursArgs = ArgsOf<typeof farColoursArgs>;

/** Maximum number of distinct impulse values that are kept for a row. */
const maxValues = 16;

/** Numbers a row: roughness, number of impulses, number of their distinct values, these values. */
export const rowFacts = 3 + maxValues;

/**
 * Roughness and impulses of each row. An impulse is a sample whose four neighbours, `lag` samples to the sides and
 * `rowLag` rows above and below, differ by at most `near` from each other, and which lies more than `far` outside their
 * range. Impulses are searched in every `stride`-th row from `rowLag` on that has a row `rowLag` above and below. Rows
 * are the picture's.
 */
export const roughRowsArgs = declareKernel({
  rows: "height",
  constants: { maxValues, rowFacts },
  args: {
    source: samples("S", "width", "height"),
    /**
     * `rowFacts` numbers a row. found[0]: sum of absolute differences between samples `lag` apart, at every `step`-th
     * position. found[1]: number of impulses. found[2]: number of distinct values kept; then these values.
     */
    found: out(i32("height", rowFacts)),
    /** Samples of all channels a row. */
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

/**
 * Steps of the darker frame's display values in which tones are counted, as fine as the mean of 8-bit samples over a
 * block justifies.
 */
export const toneSteps = 4096;
/** Sample that is not stored in a cell, but computed from two that are: the mean of green. */
export const meanOfGreen = cellSamples;

/**
 * Tones that two frames of different exposure share, in their small copies: for each brightness of the brighter frame,
 * the median of the darker one, and the value of the darker one that best separates the cells in which the brighter one
 * clips from the others. Rows are lists of samples that count together.
 */
export const readTonesArgs = declareKernel({
  constants: { toneSteps, meanOfGreen },
  args: {
    dark: u16("width", "height", cellSamples),
    bright: u16("width", "height", cellSamples),
    /** One a row: bit c is set if sample c of a cell, or {@link meanOfGreen}, belongs to the list. */
    samples: i32("rowEnd"),
    /** Median of the darker frame in calm cells, by bin of the brighter frame, 1 = full scale; 0 without cells. */
    medians: out(f64("rowEnd", "bins")),
    /** Number of samples behind each median. */
    totals: out(i32("rowEnd", "bins")),
    /**
     * Two numbers a row. The darker frame's value at which the brighter one begins to clip, 1 = full scale; −1 if it
     * clips nowhere or everywhere. Number of samples near that value.
     */
    clipping: out(f64("rowEnd", 2)),
    width: size,
    height: size,
    /** Distance of the cells that are read. */
    step: size,
    bins: sizeUpTo(256),
    /** Maximum spread of a calm cell, 65535 = full scale. */
    calm: number,
    /** Lowest value of the brighter frame that counts as clipped, 65535 = full scale. */
    clipAt: number,
    /** Largest distance of near values, as a share of the value at which clipping begins. */
    near: number,
  },
});
export type ReadTonesArgs = ArgsOf<typeof readTonesArgs>;
