import type { KernelCases } from "./case.ts";
import { f32, f32Of, samples, u16 } from "./views.ts";

// The kernels that finish a picture: grading after the merge, tone, and one resampling.

const [width, height] = [37, 23];
const pixels = width * height;
const cells = Math.ceil(width / 4) * Math.ceil(height / 4);
const depths = [8, 16] as const;
const nodes = { gridStep: 16, nodesX: 4, nodesY: 3 };

type Names =
  | "grade"
  | "gradeField"
  | "guidedFilter"
  | "levelLines"
  | "roomEvidence"
  | "roomMeans"
  | "shrink"
  | "toneMap"
  | "warp";

export const finishCases: KernelCases<Names> = {
  grade: [1, 3, 4].map((fieldFactor) => ({
    rows: height,
    makeArgs: () => {
      const [fieldWidth, fieldHeight] = [Math.floor(width / fieldFactor), Math.floor(height / fieldFactor)];
      const field = f32(4 * fieldWidth * fieldHeight, -0.2, 1.2);
      const size = { width, height, fieldWidth, fieldHeight, fieldFactor };
      return { image: u16(pixels * 3, 1), field, ...size, headroom: 0.5, knee: 0.88 };
    },
  })),
  gradeField: [
    {
      rows: height,
      makeArgs: () => ({
        ...{ plan: f32(18 * cells, 0, 1, 7), evidence: f32(6 * pixels, 0, 1, 8), fused: f32(3 * pixels, 0, 1, 9) },
        ...{ field: f32(4 * pixels), width, height, factor: 4, headroom: 0.5, anchorGain: 1.2, jumpFrom: 0.1 },
        ...{ jumpTo: 0.9, mostShift: 0.36, knee: 0.88, mostGain: 2, noise: 0.05, edgeContrast: 0.5 },
      }),
    },
  ],
  guidedFilter: [
    {
      rows: 3,
      makeArgs: () => ({
        ...{ guide: f32(pixels, -4, 4, 12), planes: f32(3 * pixels, -0.5, 1, 13), coefficients: f32(6 * pixels) },
        ...{ width, height, radius: 4, epsilon: 0.25 },
      }),
    },
  ],
  levelLines: ([1, 3] as const).map((channels) => ({
    rows: height,
    makeArgs: () => ({
      ...{ source: f32(channels * pixels, 0, 1, 5), width, height, channels, red: 0.2, green: 0.7, blue: 0.1 },
      ...{ light: f32(pixels), magnitude: f32(pixels), directionX: f32(pixels), directionY: f32(pixels) },
      ...{ minMagnitude: 0.01, maxSlopeX: Number.POSITIVE_INFINITY, maxSlopeY: 0.5 },
    }),
  })),
  roomEvidence: [
    {
      rows: height,
      makeArgs: () => ({
        ...{
          lumas: [1, 2, 3].map((seed) => u16(pixels, seed)),
          room: f32(3 * pixels, 0, 1, 4),
          stops: f32Of([0, 2, 4]),
        },
        ...{ logLight: f32(4096, -12, 0), exposedness: f32(4096, 0, 1), shift: f32(4096, 0, 1) },
        ...{ evidence: f32(6 * pixels), width, height, flatness: 0.1 },
      }),
    },
  ],
  roomMeans: [
    {
      rows: Math.ceil(height / 4),
      makeArgs: () => ({
        ...{ evidence: f32(5 * pixels, 0, 1, 5), fused: f32(3 * pixels, 0, 1, 6), means: f32(8 * cells) },
        ...{ width, height, factor: 4, headroom: 0.5 },
      }),
    },
  ],
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
        ...{ grid: f32(9 * 7 * 8, 0.5, 1.2), gridWidth: 9, gridHeight: 7, gridScaleX: 0.24, gridScaleY: 0.3 },
        ...{
          wrapX: (from === to ? 1 : 0) as 0 | 1,
          curve: f32(65 * 5, 0, 1),
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
