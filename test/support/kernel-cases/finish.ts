import { channelShift, toneCell, toneNode } from "../../../src/kernels/index.ts";
import type { KernelCases } from "./case.ts";
import { f32, samples } from "./views.ts";

// The kernels that finish a picture: tone and one resampling.

const [width, height] = [37, 23];
const pixels = width * height;
const depths = [8, 16] as const;
const nodes = { gridStep: 16, nodesX: 4, nodesY: 3 };

type Names = "channelShifts" | "levelLines" | "shrink" | "toneMap" | "warp";

/** A picture with a slanted edge, shifted in red and blue, with some noise. */
function fringed(bits: 8 | 16) {
  const [columns, lines, max] = [118, 83, 2 ** bits - 1];
  const source = samples(bits, columns * lines * 3, 7);
  for (let i = 0; i < source.length; i++) {
    const [x, y, c] = [Math.floor(i / 3) % columns, Math.floor(i / 3 / columns), i % 3];
    const off = x + 0.3 * y - 70 - 0.6 * (c - 1);
    // A bright line near the edge, so that some windows are rejected.
    const light = x > 20 && x < 26 && y > 70 ? 0.99 : 0.15 + 0.6 / (1 + Math.exp(-off));
    source[i] = Math.min(max, max * light + source[i] / 100);
  }
  return { source, width: columns, height: lines, max };
}

export const finishCases: KernelCases<Names> = {
  channelShifts: depths.flatMap((bits) =>
    ([0, 1] as const).map((halved) => ({
      rows: 3,
      makeArgs: () => ({
        ...{ ...fringed(bits), shifts: f32(4 * 3 * channelShift.length), blockPx: 30, spacing: 4, halved },
        ...{ minSlope: 0.05, minContrast: 0.1, brightest: 0.97, unitsPerPx: 1 / 72 },
        ...{ redLinear: 0.01, redCubic: -0.004, blueLinear: 0, blueCubic: 0 },
      }),
    })),
  ),
  levelLines: ([1, 3] as const).map((channels) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: f32(channels * pixels, 0, 1, 5), width, height, channels, red: 0.2, green: 0.7, blue: 0.1 },
      ...{ light: f32(pixels), magnitude: f32(pixels), directionX: f32(pixels), directionY: f32(pixels) },
      ...{ minMagnitude: 0.01, maxSlopeX: Number.POSITIVE_INFINITY, maxSlopeY: 0.5 },
    }),
  })),
  shrink: depths.flatMap((bits) =>
    [1, 3].map((channels) => ({
      rows: Math.floor(height / 5),
      makeArgs: () => {
        const target = f32(Math.floor(width / 5) * Math.floor(height / 5) * channels);
        return { source: samples(bits, pixels * channels, 1), target, width, height, channels, factor: 5 };
      },
    })),
  ),
  toneMap: depths.flatMap((from) =>
    depths.map((to) => ({
      rows: height,
      makeArgs: () => ({
        ...{ source: samples(from, pixels * 3, 1), target: samples(to, pixels * 3), width, height },
        ...{
          grid: f32(9 * 7 * toneCell.length, 0.5, 1.2),
          gridWidth: 9,
          gridHeight: 7,
          gridScaleX: 0.24,
          gridScaleY: 0.3,
        },
        ...{
          wrapX: (from === to ? 1 : 0) as 0 | 1,
          curve: f32(65 * toneNode.length, 0, 1),
          vibrance: 0.3,
          white: 0.94,
          dither: 1 as const,
        },
      }),
    })),
  ),
  warp: (
    [
      [8, 8, 1],
      [8, 16, 3],
      [16, 16, 1],
    ] as const
  ).map(([from, to, mapChannels]) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: samples(from, 41 * 29 * 3, 1), target: samples(to, pixels * 3), sourceWidth: 41, sourceHeight: 29 },
      ...{ targetWidth: width, targetHeight: height, grid: f32(12 * mapChannels * 2, -4, 45), ...nodes, mapChannels },
      ...{ gain: f32(12, 0.9, 1.1), wrapX: (mapChannels === 3 ? 1 : 0) as 0 | 1 },
    }),
  })),
};
