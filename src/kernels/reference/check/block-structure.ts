import type { U16 } from "../../../image/index.ts";
import { type ArgsOf, declareKernel, f64, listOf, number, out, size, u16 } from "../../declaration.ts";
import { cellSamples } from "../cells/deghost-shrink.ts";
import { pollCancel } from "../poll-cancel.ts";

/** Cells of a small copy along each side of a block whose structure is compared. */
export const structureBlock = 8;
const area = structureBlock * structureBlock;

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
 * tells something of a block where its norm lies over `tellingNorm`, its mean over `leastMean` and its largest value
 * below `mostPeak`; two that do contradict each other where they correlate by less than `contradicting`. Rows are rows
 * of blocks.
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

interface Patch {
  /** Luma less its mean. */
  readonly values: Float32Array;
  readonly norm: number;
  readonly telling: boolean;
}

export function blockStructure(args: BlockStructureArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, frames, facts } = args;
  const columns = columnsOf(args);
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      const patches = frames.map((frame) => readPatch(frame, args, row, column));
      const ours = readPatch(copy, args, row, column);
      const at = (row * columns + column) * (blockFacts.frames + frames.length);
      facts[at + blockFacts.agreement] = agreementOf(patches);
      facts[at + blockFacts.contradicts] = contradict(patches, args.contradicting) ? 1 : 0;
      facts[at + blockFacts.norm] = ours.norm;
      facts[at + blockFacts.likest] = likenessToOne(ours, patches);
      for (const [k, { norm }] of patches.entries()) facts[at + blockFacts.frames + k] = norm;
    }
  }
}

function readPatch(data: U16, args: BlockLikenessArgs | BlockStructureArgs, row: number, column: number): Patch {
  const { width, stride } = args;
  const { tellingNorm = 0, leastMean = 0, mostPeak = 0 }: Partial<BlockStructureArgs> = args;
  const luma: number[] = [];
  for (let i = 0; i < area; i++) {
    const [x, y] = [column * stride + (i % structureBlock), row * stride + Math.floor(i / structureBlock)];
    luma.push(data[(y * width + x) * cellSamples + 3] / 65535);
  }
  const mean = luma.reduce((sum, value) => sum + value, 0) / area;
  const values = Float32Array.from(luma).map((value) => value - mean);
  const norm = Math.sqrt(dot(values, values));
  return { values, norm, telling: norm > tellingNorm && mean > leastMean && Math.max(...luma) < mostPeak };
}

function agreementOf(patches: readonly Patch[]): number {
  const together = new Float32Array(area);
  let total = 0;
  for (const { values, norm } of patches) {
    total += norm;
    for (let i = 0; i < area; i++) together[i] += values[i];
  }
  return total > 1e-6 ? Math.min(1, Math.sqrt(dot(together, together)) / total) : 1;
}

function contradict(patches: readonly Patch[], contradicting: number): boolean {
  const telling = patches.filter((patch) => patch.telling);
  return telling.some((a, i) =>
    telling.slice(0, i).some((b) => dot(a.values, b.values) < contradicting * a.norm * b.norm),
  );
}

function likenessToOne(ours: Patch, patches: readonly Patch[]): number {
  const likenesses = patches.map(({ values, norm }) => dot(values, ours.values) / (norm * ours.norm + 1e-9));
  return Math.max(0, ...likenesses);
}

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

export function blockLikeness(args: BlockLikenessArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { copy, frames, weights, largest, likeness, steadying } = args;
  const columns = columnsOf(args);
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      const block = row * columns + column;
      const wanted = new Float32Array(area);
      for (const [k, frame] of frames.entries()) {
        const weight = weights[block * frames.length + k];
        if (weight === 0) continue;
        const { values } = readPatch(frame, args, row, column);
        for (let i = 0; i < area; i++) wanted[i] += weight * values[i];
      }
      const norm = Math.sqrt(dot(wanted, wanted));
      if (norm > 1e-9) for (let i = 0; i < area; i++) wanted[i] *= largest[block] / norm;
      const { values } = readPatch(copy, args, row, column);
      const both = dot(wanted, wanted) + dot(values, values);
      likeness[block] = (2 * dot(wanted, values) + steadying * area) / (both + steadying * area);
    }
  }
}

function columnsOf({ width, stride }: Pick<BlockStructureArgs, "width" | "stride">): number {
  return Math.floor((width - structureBlock) / stride) + 1;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < area; i++) sum += a[i] * b[i];
  return sum;
}
