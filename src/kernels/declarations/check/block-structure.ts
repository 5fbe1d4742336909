import { type ArgsOf, declareKernel, f64, listOf, number, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";

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
