import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import type { CfaPattern } from "../../../src/image/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { type KernelName, ratioClasses } from "../../../src/kernels/index.ts";
import { defectTables } from "../../../src/stages/decode/defects.ts";
import { xtransFilters } from "../../../src/stages/decode/xtrans-filters.ts";
import type { KernelCases } from "./case.ts";
import { losslessPieces } from "./lossless-pieces.ts";
import { f32, f32Of, f64Of, i32Of, samples, u8, u16 } from "./views.ts";

// The kernels that make pictures of sensor data.

const [width, height] = [37, 23];
const pixels = width * height;
const levels = () => ({ black: f32Of([500, 510, 490]), scale: f32Of([1.02, 1.01, 1.03]) });
const clip = () => f32Of([65535, 40000, 50000]);
const look = () => ({
  curve: u16(65536, 5).sort(),
  matrix: f32Of([1.7, -0.6, -0.1, -0.2, 1.5, -0.3, 0.05, -0.5, 1.45]),
  clip: clip(),
});
const forward = () => f32Of([1.2, -0.1, -0.1, -0.1, 1.3, -0.2, 0.05, -0.25, 1.2].map((value) => value / 40_000));
const pattern: CfaPattern = { width: 2, height: 2, colors: [0, 1, 1, 2] };
const crop = { left: 3, top: 5, cropWidth: width - 8, cropHeight: height - 6 };

type Names =
  | "captureSharpen"
  | "demosaicBayer"
  | "demosaicXtrans"
  | "developBayer"
  | "developColor"
  | "gainField"
  | "gainTableMap"
  | "greenRatios"
  | "hueSatMap"
  | "narrow"
  | "rawDefects"
  | "rawDenoise"
  | "rawLevels"
  | "unpackLossless";

export const rawCases: KernelCases<Names> = {
  captureSharpen: ([8, 16] as const).map((bits) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: samples(bits, pixels * 3, 1), target: samples(bits, pixels * 3), noise: f32(256, 0.01, 0.05) },
      ...{ width, height, first: 0.2, second: 0.03, third: 0.001 },
    }),
  })),
  demosaicBayer: [
    {
      rows: height,
      makeArgs: () => ({
        source: u16(pixels, 1),
        target: u16(pixels * 3),
        ...levels(),
        width,
        height,
        redX: 1,
        redY: 0,
      }),
    },
  ],
  demosaicXtrans: [
    {
      rows: height,
      makeArgs: () => {
        const cell = u8(36);
        cell.set(xTransCell);
        const tables = { pattern: cell, filters: f32Of(xtransFilters(cell)), ...levels() };
        return { source: u16(pixels, 1), target: u16(pixels * 3), ...tables, width, height };
      },
    },
  ],
  developBayer: ([8, 16] as const).map((bits) => ({
    rows: crop.cropHeight,
    makeArgs: () => ({
      ...{
        source: u16(pixels, 1),
        target: samples(bits, crop.cropWidth * crop.cropHeight * 3),
        ...levels(),
        ...look(),
      },
      ...{ width, height, redX: 0, redY: 1, ...crop, start: crop.cropHeight - 1, stepX: crop.cropHeight, stepY: -1 },
    }),
  })),
  developColor: [
    { start: 0, stepX: 1, stepY: width },
    { start: height - 1, stepX: height, stepY: -1 },
  ].map((walk) => ({
    rows: height,
    makeArgs: () => ({ source: u16(pixels * 3, 1), target: u16(pixels * 3), ...look(), width, height, ...walk }),
  })),
  gainField: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ data: u16(pixels * 3, 1), grid: f32(5 * 4 * 3, 0.5, 1.5), width, height, samples: 3 },
        ...{ top: 2, left: 1, bottom: height - 1, right: width - 2, rowPitch: 2, colPitch: 3, plane: 1, planes: 2 },
        ...{ pointsV: 5, pointsH: 4, mapPlanes: 3, stepX: 0.11, stepY: 0.2, originX: -0.2, originY: 0.1, pedestal: 64 },
      }),
    },
  ],
  gainTableMap: [1, 0.4].map((gamma) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: u16(pixels * 3, 1), target: u16(pixels * 3), gains: f32(4 * 5 * 17, 0.2, 2), forward: forward() },
      ...{ clip: clip(), weights: f32Of([0.1, 0.2, 0.1, 0.15, 0.3]), width, height, rows: 4, columns: 5, points: 17 },
      ...{ startX: -0.3, stepX: 0.15, startY: 0.1, stepY: 0.2, gamma, scale: 1.1 },
    }),
  })),
  greenRatios: ([1, 3] as const).map((channels) => ({
    rows: Math.ceil(height / 3),
    makeArgs: () => {
      const greens = u8(4);
      greens.set(channels === 1 ? [0, 1, 1, 0] : [1, 1, 1, 1]);
      const edges = f64Of(Array.from({ length: ratioClasses }, (_, i) => Math.exp(0.02 * i)));
      const counts = i32Of(Array<number>(Math.ceil(height / 3) * ratioClasses).fill(0));
      return {
        ...{ source: u16(pixels * channels, 9), greens, edges, counts, width, height, samples: channels },
        ...{ channel: channels >> 1, cellWidth: 2, cellHeight: 2, down: channels === 1 ? 1 : 0, stride: 3 },
        ...{ black: 127.5, range: 60_000, least: 0.08, most: 0.9, floor: 0.01 },
      };
    },
  })),
  hueSatMap: [1, 4].map((values) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: u16(pixels * 3, 1), target: u16(pixels * 3), table: f32(6 * 3 * values * 3, -20, 20) },
      ...{ forward: forward(), backward: f32(9, -1, 40_000), clip: clip(), width, height },
      ...{ hues: 6, saturations: 3, values, encoded: (values > 1 ? 1 : 0) as 0 | 1 },
    }),
  })),
  narrow: [
    { rows: height, makeArgs: () => ({ source: u16(pixels * 3, 1), target: u8(pixels * 3), rowSamples: width * 3 }) },
  ],
  rawDefects: [
    {
      rows: height,
      makeArgs: () => ({
        ...{
          source: u16(pixels, 7),
          found: f32(height * 8),
          ...defectTables(pattern, new PixelPool(0)),
          width,
          height,
        },
        ...{ slots: 8, black: 500, white: 60_000, floor: 40, share: 8192, noiseScale: 0.1, noiseOffset: 4 },
      }),
    },
  ],
  rawDenoise: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ source: u16(pixels * 3, 1), target: u16(pixels * 3), width, height },
        ...{ floor: 0.001, lumaReach: 0.01, chromaReach: 0.02, lumaShare: 0.5 },
      }),
    },
  ],
  rawLevels: ([1, 3] as const).map((channels) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: u16(pixels * channels, 1), target: u16(pixels * channels), levels: f32(4 * channels, 0, 900) },
      ...{ scales: f32(4 * channels, 0.5, 2), columns: f32(width, -2, 2), rows: f32(height, -2, 2), width, height },
      ...{ samples: channels, cellWidth: 2, cellHeight: 2, pedestal: 100 },
    }),
  })),
  unpackLossless: [
    ...([1, 2, 3, 4] as const).map((components) => ({ components, cells: false })),
    { components: 4 as const, cells: true },
  ].map(({ components, cells }) => ({
    rows: 4,
    makeArgs: () => losslessPieces({ components, cells, predictor: 2 * components - 1, curved: components === 2 }),
  })),
} satisfies Partial<Record<KernelName, unknown>>;
