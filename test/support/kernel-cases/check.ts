import {
  blockFacts,
  cellSamples,
  frameEdge,
  jumpBlock,
  labTableSteps,
  lightnessSteps,
  noiseBlockPx,
  rowFacts,
  structureBlock,
} from "../../../src/kernels/index.ts";
import type { KernelCases } from "./case.ts";
import { f32, f32Of, f64Of, i32Of, samples, u8, u16 } from "./views.ts";

// The kernels of the check, and of what it shares with others: noise.

const [width, height] = [37, 23];
const cells = width * height;
const zeros = (count: number) => Array<number>(count).fill(0);
const copies = () => ({
  copy: u16(cells * cellSamples, 1),
  frames: [2, 3].map((seed) => u16(cells * cellSamples, seed)),
});
const lumas = () => [2, 3].map((seed) => f32(cells, 0, 1, seed));

const stride = 5;
const blocksAlong = (size: number) => Math.floor((size - structureBlock) / stride) + 1;
const blocks = blocksAlong(width) * blocksAlong(height);

const step = 3;
const squaresAlong = (size: number) => Math.floor((size - noiseBlockPx) / step) + 1;
const squares = squaresAlong(width) * squaresAlong(height);

type Names =
  | "blockLikeness"
  | "blockNoise"
  | "blockStructure"
  | "cellColours"
  | "cellDetail"
  | "cellLuma"
  | "colouredCells"
  | "countEdges"
  | "countJumps"
  | "readTones"
  | "roughRows"
  | "countSteps"
  | "describeCells"
  | "edgeDetail"
  | "edgeRings"
  | "farColours"
  | "findEdges"
  | "labCells";

/** A picture of plain surfaces, so that it has isolated edges. */
const plain = (bits: 8 | 16) => {
  const source = samples(bits, edgeWidth * edgeHeight * 3, 3);
  const max = 2 ** bits - 1;
  const isLight = (i: number) => Math.floor((i / 3) % edgeWidth) > 45 !== i / (3 * edgeWidth) > 40;
  for (let i = 0; i < source.length; i++) source[i] = (isLight(i) ? 0.7 : 0.2) * max + source[i] / 64;
  return { source, width: edgeWidth, height: edgeHeight, max };
};
const [edgeWidth, edgeHeight, blockPx] = [101, 79, 20];
const [edgeColumns, edgeRows] = [Math.ceil(edgeWidth / blockPx), Math.ceil(edgeHeight / blockPx)];
const lightness = () => f32Of(Array.from({ length: lightnessSteps + 1 }, (_, i) => 100 * (i / lightnessSteps) ** 0.8));

export const checkCases: KernelCases<Names> = {
  blockLikeness: [
    {
      rows: blocksAlong(height),
      makeArgs: () => ({
        ...{ ...copies(), width, height, stride, weights: f64Of(zeros(2 * blocks).map((_, i) => (i % 3) / 2)) },
        ...{ largest: f64Of(zeros(blocks).fill(2)), likeness: f64Of(zeros(blocks)), steadying: 0.0009 },
      }),
    },
  ],
  blockNoise: ([8, 16] as const).map((bits) => ({
    rows: squaresAlong(height),
    makeArgs: () => ({
      ...{ source: samples(bits, cells * 3, 5), tones: f64Of(zeros(squares)), deviations: f64Of(zeros(squares)) },
      ...{ width, height, channels: 3, channel: 1, step, max: 2 ** bits - 1, brightest: 0.98 },
    }),
  })),
  blockStructure: [
    {
      rows: blocksAlong(height),
      makeArgs: () => ({
        ...{ ...copies(), width, height, stride, facts: f64Of(zeros(blocks * (blockFacts.frames + 2))) },
        ...{ tellingNorm: 0.1, minMean: 0.05, maxPeak: 0.99, contradicting: 0.3 },
      }),
    },
  ],
  cellColours: [
    { rows: height, makeArgs: () => ({ copy: u16(cells * cellSamples, 5), target: u16(cells * 3), width }) },
  ],
  cellDetail: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ luma: f32(cells, 0, 1, 1), fine: f32(cells, 0, 0.1, 2), detail: f32(cells, 0, 0.1, 3), lumas: lumas() },
        ...{ fines: lumas(), details: lumas(), specks: f32(cells), grains: f32(cells), counts: i32Of(zeros(height)) },
        ...{ width, offset: 0.03, darkest: 0.08, brightest: 0.95, timesDetail: 3, plusDetail: 0.06, flat: 0.5 },
        ...{ minGrain: 0.004, evenSpread: 0.0006, grainSpread: 0.003 },
      }),
    },
  ],
  cellLuma: [{ rows: height, makeArgs: () => ({ copy: u16(cells * cellSamples, 5), target: f32(cells), width }) }],
  colouredCells: [
    { rows: height, makeArgs: () => ({ source: u16(cells * 3, 5), target: u16(cells * cellSamples), width }) },
  ],
  countEdges: ([0, 1] as const).map((down) => ({
    rows: 1,
    makeArgs: () => ({
      ...{ picture: f32(cells, -2, 0, 1), plain: f32(cells, -2, 0, 4), frames: lumas(), counts: i32Of([0]) },
      ...{ width, height, down, reach: 4, minStep: 0.07, shownShare: 0.5, rampShare: 0.5, minRun: 1 },
    }),
  })),
  countJumps: [
    {
      rows: Math.ceil(height / jumpBlock),
      makeArgs: () => ({
        ...{ ...copies(), counts: u8(Math.ceil(width / jumpBlock) * Math.ceil(height / jumpBlock)) },
        ...{ width, height, skip: 2, minJump: 3277, timesJump: 2, floor: 3277 },
      }),
    },
  ],
  countSteps: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ picture: f32(cells, 0, 1), frames: lumas(), reversed: i32Of(zeros(height)), grown: i32Of(zeros(height)) },
        ...{ width, height, apart: 8, minStep: 0.04, plainStep: 0.06, grownBy: 1.4, grownStep: 0.05 },
      }),
    },
  ],
  describeCells: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ cells: u16(cells * cellSamples, 5), spreads: f32(cells, 0, 1e5), rgb: f32(cells * 3), luma: f32(cells) },
        ...{ detail: f32(cells), fine: f32(cells), width, perSample: 1 / (65535 * 9), offset: 0.03 },
      }),
    },
  ],
  edgeDetail: [
    {
      rows: 1,
      makeArgs: () => ({
        ...{ luma: f32(cells, 0, 1, 1), rgb: f32(cells * 3, 0, 1, 2), fine: f32(cells, 0, 0.1, 3) },
        ...{ otherLuma: f32(cells, 0, 1, 4), otherRgb: f32(cells * 3, 0, 1, 5), otherFine: f32(cells, 0, 0.1, 6) },
        ...{ shares: f64Of(zeros(cells)), otherShares: f64Of(zeros(cells)), counts: i32Of([0]) },
        ...{ width, height, minStep: 0.06 },
        ...{ darkest: 0.1, brightest: 0.92, offset: 0.03, minDetail: 1e-4 },
      }),
    },
  ],
  edgeRings: ([8, 16] as const).map((bits) => ({
    rows: edgeRows,
    makeArgs: () => {
      const edges = f32(edgeColumns * edgeRows * frameEdge.length);
      for (let i = 0; i < edgeColumns * edgeRows - 1; i++)
        edges.set(frameEdge.of({ column: 5 * i, row: 3 * i + 2, across: i % 2, step: 30 - i }), frameEdge.length * i);
      const rings = f32(2 * edgeColumns * edgeRows);
      return { ...plain(bits), lightness: lightness(), edges, rings, columns: edgeColumns };
    },
  })),
  farColours: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ lab: f32(cells * 3, 0, 50, 1), expected: f32(cells * 3, 0, 50, 2), labs: [f32(cells * 3, 0, 50, 3)] },
        ...{ rgbs: [f32(cells * 3, 0, 1, 4)], lumas: [f32(cells, 0, 1, 5)], distances: f32(cells) },
        ...{ far: i32Of(zeros(height)), foreign: i32Of(zeros(height)), width, foreignFrom: 16 },
        ...{ minRatio: 0.5, maxRatio: 2.5, darkest: 0.1, brightest: 0.96 },
      }),
    },
    {
      rows: height,
      makeArgs: () => ({
        ...{ lab: f32(cells * 3, 0, 50, 1), expected: f32(cells * 3, 0, 50, 2) },
        ...{ labs: [3, 4, 5].map((seed) => f32(cells * 3, 0, 50, seed)) },
        ...{ rgbs: [6, 7, 8].map((seed) => f32(cells * 3, 0.5, 1, seed)) },
        ...{ lumas: [9, 10, 11].map((seed) => f32(cells, 0, 1, seed)), distances: f32(cells) },
        ...{ far: i32Of(zeros(height)), foreign: i32Of(zeros(height)), width, foreignFrom: 16 },
        ...{ minRatio: 0.5, maxRatio: 2.5, darkest: 0.1, brightest: 0.8 },
      }),
    },
  ],
  findEdges: ([8, 16] as const).map((bits) => ({
    rows: edgeRows,
    makeArgs: () => ({
      ...{
        ...plain(bits),
        lightness: lightness(),
        edges: f32(edgeColumns * edgeRows * frameEdge.length),
        blockPx,
        spacing: 8,
      },
      ...{ minSlope: 0.06, minStep: 25, maxSpread: 2.5, darkest: 2, brightest: 97 },
    }),
  })),
  labCells: [
    {
      rows: height,
      makeArgs: () => {
        const table = () => f32Of(Array.from({ length: labTableSteps + 1 }, (_, i) => (i / labTableSteps) ** 0.4));
        return { rgb: f32(cells * 3, 0, 1), lab: f32(cells * 3), light: table(), lobe: table(), width };
      },
    },
  ],
  readTones: [
    {
      rows: 2,
      makeArgs: () => ({
        ...{ dark: u16(cells * cellSamples, 1), bright: u16(cells * cellSamples, 2), samples: i32Of([7, 64]) },
        ...{ medians: f64Of(zeros(2 * 48)), totals: i32Of(zeros(2 * 48)), clipping: f64Of(zeros(4)), width, height },
        ...{ step: 3, bins: 48, calm: 50_000, clipAt: 60_000, near: 0.15 },
      }),
    },
  ],
  roughRows: ([8, 16] as const).map((bits) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: samples(bits, width * height, 4), found: i32Of(zeros(height * rowFacts)), width, height },
      ...{ lag: 2, rowLag: 2, step: 3, stride: 2, far: bits === 8 ? 12 : 3000, near: bits === 8 ? 200 : 50_000 },
    }),
  })),
};
