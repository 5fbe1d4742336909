import { lightTables } from "../../../src/stages/merge/camera-curve.ts";
import { srgbCurve } from "../camera-curves.ts";
import type { KernelCases } from "./case.ts";
import { f32, f32Of, samples, u16 } from "./views.ts";

// The kernels that read scene light and show frames by it.

const [width, height] = [37, 23];
const pixels = width * height;
const cells = Math.ceil(width / 4) * Math.ceil(height / 4);
const tables = () => lightTables(srgbCurve, { f32: (length: number) => f32(length) });
const readings = () => {
  const { logLight, trust } = tables();
  return { logLight, trust };
};
const copies = () => [1, 2, 3].map((seed) => u16(pixels, seed));
const grid = { gridWidth: 4, gridHeight: 3, gridDepth: 9, gridPx: 12.5, firstBin: -9, binStops: 0.5 };

type Names = "exposeFrames" | "guidedFilter" | "lightCells" | "planLight" | "structureMaps";

export const lightCases: KernelCases<Names> = {
  exposeFrames: [1, 4, 5].map((baseFactor) => ({
    rows: height,
    makeArgs: () => {
      const [baseWidth, baseHeight] = [Math.ceil(width / baseFactor), Math.ceil(height / baseFactor)];
      return {
        frames: ([8, 16, 8] as const).map((bits, i) => samples(bits, pixels * 3, i + 1)),
        ...{ stops: f32Of([0, 2, 4]), ...tables(), base: f32(2 * baseWidth * baseHeight, 0, 0.9, 4) },
        ...{ curves: f32(4 * 3 * 9, 0, 4, 5), target: u16(pixels * 3), width, height },
        ...{ baseWidth, baseHeight, baseFactor, ...grid, knee: -3, highlights: 0.5, detail: 0.4 },
      };
    },
  })),
  guidedFilter: [
    {
      rows: 3,
      makeArgs: () => ({
        ...{ guide: f32(pixels, -4, 4, 12), planes: f32(3 * pixels, -0.5, 1, 13), coefficients: f32(6 * pixels) },
        ...{ width, height, radius: 4, epsilon: 0.25 },
      }),
    },
  ],
  lightCells: [1, 4].map((factor) => ({
    rows: Math.ceil(height / factor),
    makeArgs: () => ({
      ...{ lumas: copies(), stops: f32Of([0, 2, 4]), ...readings(), width, height, factor },
      light: f32(Math.ceil(width / factor) * Math.ceil(height / factor)),
    }),
  })),
  planLight: [
    {
      rows: 1,
      makeArgs: () => ({
        ...{ light: f32(pixels, -9, 0, 6), exposures: f32Of([1, 3, 5]), priors: f32Of([0.5, 1, 1.2]), count: 3 },
        ...{ display: tables().display, planned: f32(pixels), width, height, texture: 0.01 },
      }),
    },
  ],
  structureMaps: [
    {
      rows: Math.ceil(height / 4),
      makeArgs: () => {
        const maps = () => [1, 2].map(() => f32(cells));
        return {
          ...{ sources: [u16(pixels, 1), u16(pixels, 2)], lumas: maps(), structure: maps() },
          ...{ width, height, factor: 4 },
        };
      },
    },
  ],
};
