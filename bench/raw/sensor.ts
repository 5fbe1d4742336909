import type { DngFile } from "../../fixtures/dng/dng-file.ts";
import { colorMatrix } from "../../fixtures/scene/index.ts";
import type { TruthScene } from "./scenes.ts";

/** Colours of a filter cell: 0 red, 1 green, 2 blue. */
export type Filter = NonNullable<DngFile["pattern"]>;

export const bayerFilters = {
  RGGB: { columns: 2, rows: 2, colors: [0, 1, 1, 2] },
  GRBG: { columns: 2, rows: 2, colors: [1, 0, 2, 1] },
  GBRG: { columns: 2, rows: 2, colors: [1, 2, 0, 1] },
  BGGR: { columns: 2, rows: 2, colors: [2, 1, 1, 0] },
} as const satisfies Record<string, Filter>;

/** Fujifilm's X-Trans cell, 6 × 6. */
export const xTransFilter: Filter = {
  columns: 6,
  rows: 6,
  colors: [1, 2, 1, 1, 0, 1, 0, 1, 0, 2, 1, 2, 1, 2, 1, 1, 0, 1, 1, 0, 1, 1, 2, 1, 2, 1, 2, 0, 1, 0, 1, 0, 1, 1, 2, 1],
};

const srgbToXyz = [0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041];

const toCamera = [0, 3, 6].map((row) =>
  [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + colorMatrix[row + k] * srgbToXyz[k * 3 + column], 0)),
);

const white = toCamera.map(([r, g, b]) => r + g + b);

/** The camera's response to white light; largest 1. */
export const cameraNeutral: readonly number[] = white.map((value) => value / Math.max(...white));

/** Response of a camera channel to a pixel, 1 where it clips; white makes the largest channel clip. */
export function cameraLight({ light, width }: TruthScene, x: number, y: number, channel: number): number {
  const at = (y * width + x) * 3;
  const [r, g, b] = toCamera[channel];
  const seen = (r * light[at] + g * light[at + 1] + b * light[at + 2]) / Math.max(...white);
  return Math.min(1, Math.max(0, seen));
}

export interface Levels {
  readonly black: number;
  readonly white: number;
}

/** A plain 16-bit DNG of a scene, seen through a filter, or in full colour. */
export function shootScene(scene: TruthScene, pattern: Filter | undefined, { black, white: top }: Levels): DngFile {
  const { width, height } = scene;
  return {
    width,
    height,
    bits: 16,
    ...(pattern && { pattern }),
    sample: (x, y, c) => {
      const channel = pattern ? pattern.colors[(y % pattern.rows) * pattern.columns + (x % pattern.columns)] : c;
      return Math.round(black + cameraLight(scene, x, y, channel) * (top - black));
    },
    black: { columns: 1, rows: 1, levels: Array<number>(pattern ? 1 : 3).fill(black) },
    white: top,
    asShotNeutral: cameraNeutral,
    colorMatrix,
  };
}
