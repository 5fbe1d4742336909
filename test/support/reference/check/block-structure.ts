import type { U16 } from "../../../../src/image/index.ts";
import { cellSamples } from "../../../../src/kernels/declarations/cells.ts";
import {
  type BlockLikenessArgs,
  type BlockStructureArgs,
  blockFacts,
  structureBlock,
} from "../../../../src/kernels/declarations/check.ts";
import { pollCancel } from "../poll-cancel.ts";

const area = structureBlock * structureBlock;

interface Patch {
  /** Luma minus its mean. */
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
  const { tellingNorm = 0, minMean = 0, maxPeak = 0 }: Partial<BlockStructureArgs> = args;
  const luma: number[] = [];
  for (let i = 0; i < area; i++) {
    const [x, y] = [column * stride + (i % structureBlock), row * stride + Math.floor(i / structureBlock)];
    luma.push(data[(y * width + x) * cellSamples + 3] / 65535);
  }
  const mean = luma.reduce((sum, value) => sum + value, 0) / area;
  const values = Float32Array.from(luma).map((value) => value - mean);
  const norm = Math.sqrt(dot(values, values));
  return { values, norm, telling: norm > tellingNorm && mean > minMean && Math.max(...luma) < maxPeak };
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
