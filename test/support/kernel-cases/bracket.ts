import { alignSumColumns, alignTileColumns, cellSamples } from "../../../src/kernels/index.ts";
import { planeTiles } from "../../../src/stages/align/compared-tiles.ts";
import type { KernelCases } from "./case.ts";
import { f32, f32Of, f64Of, i32Of, samples, u8, u15, u16 } from "./views.ts";

// The kernels of a bracket's stages: align, deghost and merge.

const [width, height] = [37, 23];
const pixels = width * height;
const depths = [8, 16] as const;
export const sizeAt = (size: number, level: number): number =>
  level === 0 ? size : sizeAt((size + 1) >> 1, level - 1);
const stored = { width: sizeAt(width, 3), height: sizeAt(height, 3) };
export const paper = { contrastWeight: 1, saturationWeight: 1, exposednessWeight: 1 };
const fusion = (levels: number) => ({
  frames: depths.map((bits) => samples(bits, pixels * 3, bits)),
  width,
  height,
  levels,
});
const storedLevels = () => depths.map((_, i) => u15(stored.width * stored.height * 4, i + 1));
const tiles = planeTiles(width, height, 16, 6);
const tileCount = tiles.length / alignTileColumns;
const grid = { gridWidth: Math.floor(width / 4), gridHeight: Math.floor(height / 4), factor: 4 };

type Names =
  | "alignAccumulate"
  | "alignFeature"
  | "alignPatches"
  | "coarsenCells"
  | "deghostBlend"
  | "deghostCompare"
  | "deghostShrink"
  | "fusionCollapse"
  | "fusionExpand"
  | "fusionReduce"
  | "greenCells"
  | "lumaCopies"
  | "reducePlanes";

export const bracketCases: KernelCases<Names> = {
  alignAccumulate: ([0, 1] as const).map((spline) => ({
    rows: tileCount,
    makeArgs: () => ({
      ...{ template: f32(pixels, -0.5, 0.5), blocked: u8(pixels), templateStride: width },
      ...{ frame: f32(pixels, -0.5, 0.5, 2), frameStride: width, spline, tiles: i32Of([...tiles]) },
      transform: f64Of([1.001, -0.01, 1.7, 0.01, 0.999, -2.2, 1e-6, -2e-6, 1]),
      ...{ minSquare: 0.01, tukey: 0.6, sums: f64Of(Array(tileCount * alignSumColumns).fill(0)) },
    }),
  })),
  alignFeature: [
    { rows: height, makeArgs: () => ({ source: u16(pixels, 3), target: f32(pixels), width, height, radius: 5 }) },
  ],
  alignPatches: depths.map((bits) => ({
    rows: 2,
    makeArgs: () => ({
      ...{ source: samples(bits, pixels * 3, 5), width, height, channels: 3, channel: 1, factor: 1 },
      ...{ lut: u16(65536, 6), origins: i32Of([3, 3, width - 12, height - 12]), size: 9, radius: 3 },
      ...{ clipAt: 2 ** bits - 2, spline: 1 as const, target: f32(2 * 81), clipped: u8(2 * 81) },
    }),
  })),
  coarsenCells: [
    {
      rows: Math.floor(height / 6),
      makeArgs: () => {
        const cells = Math.floor(width / 6) * Math.floor(height / 6);
        const results = { target: u16(cells * cellSamples), spreads: f32(cells) };
        return { copy: u16(pixels * cellSamples, 5), ...results, width, height, factor: 6 };
      },
    },
  ],
  greenCells: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ copy: u16(pixels * cellSamples, 5), target: u16(pixels), clipped: u8(pixels) },
        ...{ width, height, clipAt: 60000 },
      }),
    },
  ],
  deghostBlend: depths.flatMap((from) =>
    depths.map((to) => ({
      rows: height,
      makeArgs: () => ({
        ...{
          source: samples(from, pixels * 3, 6),
          target: samples(to, pixels * 3, 8),
          table: samples(to, 3 * 2 ** from, 7),
        },
        ...{ whiteFrom: Math.round(0.9 * 2 ** from), share: u8(grid.gridWidth * grid.gridHeight, 9) },
        ...{ top: from === to ? 0 : 5, width, height, ...grid, wrapX: (from === to ? 1 : 0) as 0 | 1 },
      }),
    })),
  ),
  deghostCompare: ([0, 1] as const).map((wrapX) => ({
    rows: height,
    makeArgs: () => ({
      ...{ dark: u16(pixels * cellSamples, 1), bright: u16(pixels * cellSamples, 2), tolerances: f32(64, 0.02, 0.1) },
      up: f32Of(Array.from({ length: 4 * 1025 }, (_, i) => Math.min(1, (2 * (i % 1025)) / 1024))),
      down: f32Of(Array.from({ length: 4 * 1025 }, (_, i) => (i % 1025) / 2048)),
      ...{ slack: 0.25, clippingSlack: 1, inside: u8(pixels, 3), target: u8(pixels) },
      ...{ width, height, wrapX, forgiving: wrapX },
    }),
  })),
  deghostShrink: depths.map((bits) => ({
    rows: Math.floor(height / 6),
    makeArgs: () => {
      const target = u16(Math.floor(width / 6) * Math.floor(height / 6) * cellSamples);
      return { source: samples(bits, pixels * 3, 5), target, width, height, factor: 6 };
    },
  })),
  fusionCollapse: [
    {
      rows: 3,
      makeArgs: () => ({ levels: storedLevels(), target: u16(stored.width * stored.height * 3), ...stored, depth: 1 }),
    },
  ],
  fusionExpand: [
    { rows: height, makeArgs: () => ({ ...fusion(0), ...paper, target: u16(pixels * 3) }) },
    {
      rows: height,
      makeArgs: () => ({
        ...{ ...fusion(3), ...paper, stored: storedLevels() },
        ...{ result: u15(stored.width * stored.height * 3, 4), target: u16(pixels * 3) },
      }),
    },
  ],
  fusionReduce: [paper, { ...paper, contrastWeight: 0.5 }].map((weights) => ({
    rows: stored.height,
    makeArgs: () => ({ ...fusion(3), ...weights, targets: depths.map(() => u16(stored.width * stored.height * 4)) }),
  })),
  lumaCopies: depths.map((bits) => ({
    rows: Math.ceil(Math.floor(height / 3) / 2),
    makeArgs: () => {
      const [w, h] = [Math.floor(width / 3), Math.floor(height / 3)];
      const cells = Math.floor(w / 2) * Math.floor(h / 2);
      const targets = { fine: u16(w * h), luma: f32(cells), peak: f32(cells) };
      return { source: samples(bits, pixels * 3, 5), ...targets, width, height, factor: 3, coarsening: 2 as const };
    },
  })),
  reducePlanes: [
    {
      rows: 4 * Math.ceil(height / 2),
      makeArgs: () => {
        const target = u16(4 * Math.ceil(width / 2) * Math.ceil(height / 2));
        return { source: u16(pixels * 4, 3), target, width, height, planes: 4 };
      },
    },
  ],
};
