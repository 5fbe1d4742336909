import { type ArgsOf, declareKernel, f64, listOf, number, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";

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
 * above `leastMean` and its largest value below `mostPeak`. Rows are rows of blocks.
 */
export const blockStructureArgs = declareKernel({
  rows: blocksAlong("height"),
  constants: { structureBlock },
  args: {
    ...blocks,
    /** `blockFacts.frames` + frames numbers a block, see {@link blockFacts}. */
    facts: out(f64(blocksAlong("width"), blocksAlong("height"), `${blockFacts.frames} + frames`)),
    tellingNorm: number,
    leastMean: number,
    mostPeak: number,
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
