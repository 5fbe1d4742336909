import { describe, expect, test } from "vitest";
import {
  blockFacts,
  cellSamples,
  frameEdge,
  jumpBlock,
  labTableSteps,
  noiseBlockPx,
  structureBlock,
} from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { checkCases } from "../../support/kernel-cases/check.ts";
import { f32, f32Of, f64Of, i32Of, samples, u8, u16 } from "../../support/kernel-cases/views.ts";
import { referenceKernels } from "../../support/reference/index.ts";

const sizes = [
  [1, 1],
  [8, 9],
  [37, 23],
  [64, 41],
] as const;

/** A small copy of soft shapes, so that frames agree here and there. */
function copyOf(width: number, height: number, seed: number) {
  const copy = u16(width * height * cellSamples, seed);
  for (let i = 0; i < copy.length; i++) {
    const cell = Math.floor(i / cellSamples);
    const shape = Math.sin((cell % width) / 3 + seed / 4) * Math.cos(cell / width / 5);
    copy[i] = 32000 + 20000 * shape + copy[i] / 8;
  }
  return copy;
}

function lumaOf(width: number, height: number, seed: number) {
  const noise = f32(width * height, 0, 0.1, seed);
  return f32Of(noise.map((value, i) => value + 0.4 + 0.3 * Math.sin((i % width) / 4 + seed / 2)));
}

const frameCounts = [0, 1, 3] as const;
const zeros = (count: number) => Array<number>(count).fill(0);

describe("check kernels, native and reference", () => {
  test.each(sizes)("describeCells agrees at %i × %i", (width, height) => {
    const count = width * height;
    for (const output of ["rgb", "luma", "detail", "fine"] as const) {
      expectAgreement({
        name: "describeCells",
        rows: height,
        makeArgs: () => ({
          ...{ cells: copyOf(width, height, 5), spreads: f32(count, 0, 1e5), rgb: f32(count * 3), luma: f32(count) },
          ...{ detail: f32(count), fine: f32(count), width, perSample: 1 / (65535 * 25), offset: 0.03 },
        }),
        outputOf: (args) => args[output],
        tolerance: 0,
      });
    }
  });

  test.each(sizes)("labCells agrees at %i × %i", (width, height) => {
    const table = (power: number) =>
      f32Of(Array.from({ length: labTableSteps + 1 }, (_, i) => (i / labTableSteps) ** power));
    const rgb = f32(width * height * 3, 0, 1, 4);
    rgb.set([1, 1, 1].slice(0, rgb.length));
    expectAgreement({
      name: "labCells",
      rows: height,
      makeArgs: () => ({ rgb, lab: f32(rgb.length), light: table(2.2), lobe: table(1 / 3), width }),
      outputOf: ({ lab }) => lab,
      tolerance: 0,
    });
  });

  test.each(sizes)("cellColours and colouredCells agree at %i × %i", (width, height) => {
    const count = width * height;
    expectAgreement({
      name: "cellColours",
      rows: height,
      makeArgs: () => ({ copy: u16(count * cellSamples, 3), target: u16(count * 3), width }),
      outputOf: ({ target }) => target,
      tolerance: 0,
    });
    expectAgreement({
      name: "colouredCells",
      rows: height,
      makeArgs: () => ({ source: u16(count * 3, 3), target: u16(count * cellSamples, 4), width }),
      outputOf: ({ target }) => target,
      tolerance: 0,
    });
  });

  test.each(sizes)("countJumps agrees at %i × %i", (width, height) => {
    const [columns, rows] = [Math.ceil(width / jumpBlock), Math.ceil(height / jumpBlock)];
    for (const count of frameCounts) {
      for (const skip of [1, 2, 4]) {
        const frames = zeros(count).map((_, i) => copyOf(width, height, i + 2));
        expectAgreement({
          name: "countJumps",
          rows,
          makeArgs: () => ({
            ...{ copy: copyOf(width, height, 1), frames, counts: u8(columns * rows, 7) },
            ...{ width, height, skip, minJump: 3277, timesJump: 2, floor: 3277 },
          }),
          outputOf: ({ counts }) => counts,
          tolerance: 0,
        });
      }
    }
  });

  test.each(sizes)("countSteps agrees at %i × %i", (width, height) => {
    for (const count of frameCounts) {
      const frames = zeros(count).map((_, i) => lumaOf(width, height, 3 * i + 2));
      for (const output of ["reversed", "grown"] as const) {
        expectAgreement({
          name: "countSteps",
          rows: height,
          makeArgs: () => ({
            ...{
              picture: lumaOf(width, height, 1),
              frames,
              reversed: i32Of(zeros(height)),
              grown: i32Of(zeros(height)),
            },
            ...{ width, height, apart: 8, minStep: 0.04, plainStep: 0.06, grownBy: 1.4, grownStep: 0.05 },
          }),
          outputOf: (args) => args[output],
          tolerance: 0,
        });
      }
    }
  });

  test.each(sizes)("countEdges agrees at %i × %i", (width, height) => {
    for (const count of frameCounts) {
      const frames = zeros(count).map(() => lumaOf(width, height, 9));
      for (const down of [0, 1] as const) {
        for (const minRun of [1, 2, 4]) {
          expectAgreement({
            name: "countEdges",
            rows: 1,
            makeArgs: () => ({
              ...{ picture: lumaOf(width, height, 1), plain: lumaOf(width, height, 9), frames, counts: i32Of([0]) },
              ...{ width, height, down, reach: 4, minStep: 0.01, shownShare: 2, rampShare: 2, minRun },
            }),
            outputOf: ({ counts }) => counts,
            tolerance: 0,
          });
        }
      }
    }
  });

  test.each(sizes)("blockStructure and blockLikeness agree at %i × %i", (width, height) => {
    for (const stride of [8, 24, 5]) {
      const along = (size: number) => Math.max(0, Math.floor((size - structureBlock) / stride) + 1);
      const [columns, rows] = [along(width), along(height)];
      for (const count of frameCounts) {
        const frames = zeros(count).map((_, i) => copyOf(width, height, 2 * i + 2));
        const input = { copy: copyOf(width, height, 1), frames, width, height, stride };
        expectAgreement({
          name: "blockStructure",
          rows,
          makeArgs: () => ({
            ...{ ...input, facts: f64Of(zeros(columns * rows * (blockFacts.frames + count))) },
            ...{ tellingNorm: 0.1, minMean: 0.05, maxPeak: 0.97, contradicting: 0.3 },
          }),
          outputOf: ({ facts }) => facts,
          tolerance: 0,
        });
        const weights = f64Of(zeros(columns * rows * count).map((_, i) => (i % 4) / 3));
        expectAgreement({
          name: "blockLikeness",
          rows,
          makeArgs: () => ({
            ...{ ...input, weights, largest: f64Of(zeros(columns * rows).fill(1.5)) },
            ...{ likeness: f64Of(zeros(columns * rows)), steadying: 0.0009 },
          }),
          outputOf: ({ likeness }) => likeness,
          tolerance: 0,
        });
      }
    }
  });

  test.each(sizes)("cellLuma agrees at %i × %i", (width, height) => {
    const count = width * height;
    expectAgreement({
      name: "cellLuma",
      rows: height,
      makeArgs: () => ({ copy: u16(count * cellSamples, 3), target: f32(count), width }),
      outputOf: ({ target }) => target,
      tolerance: 0,
    });
  });

  test.each(sizes)("cellDetail agrees at %i × %i", (width, height) => {
    const cells = width * height;
    for (const count of frameCounts) {
      const lists = (high: number, seed: number) => zeros(count).map((_, i) => f32(cells, 0, high, seed + i));
      for (const output of ["specks", "grains", "counts"] as const) {
        expectAgreement({
          name: "cellDetail",
          rows: height,
          makeArgs: () => ({
            ...{ luma: f32(cells, 0, 1, 1), fine: f32(cells, 0, 0.1, 2), detail: f32(cells, 0, 0.2, 3) },
            ...{ lumas: lists(1.1, 4), fines: lists(0.02, 8), details: lists(0.04, 12), specks: f32(cells) },
            ...{ grains: f32(cells), counts: i32Of(zeros(height)), width, offset: 0.03, darkest: 0.08 },
            ...{ brightest: 0.95, timesDetail: 3, plusDetail: 0.06, flat: 0.02, minGrain: 0.004 },
            ...{ evenSpread: 0.01, grainSpread: 0.003 },
          }),
          outputOf: (args) => args[output],
          tolerance: 0,
        });
      }
    }
  });

  test.each(sizes)("edgeDetail agrees at %i × %i", (width, height) => {
    const cells = width * height;
    for (const output of ["shares", "otherShares", "counts"] as const) {
      expectAgreement({
        name: "edgeDetail",
        rows: 1,
        makeArgs: () => ({
          ...{ luma: f32(cells, 0, 1, 1), rgb: f32(cells * 3, 0, 1, 2), fine: f32(cells, 0, 0.1, 3) },
          ...{ otherLuma: f32(cells, 0, 1, 4), otherRgb: f32(cells * 3, 0, 1, 5), otherFine: f32(cells, 0, 0.1, 6) },
          ...{ shares: f64Of(zeros(cells)), otherShares: f64Of(zeros(cells)), counts: i32Of([0]) },
          ...{ width, height, minStep: 0.06 },
          ...{ darkest: 0.05, brightest: 0.97, offset: 0.03, minDetail: 1e-4 },
        }),
        outputOf: (args) => args[output],
        tolerance: 0,
      });
    }
  });

  test.each(sizes)("farColours agrees at %i × %i", (width, height) => {
    const cells = width * height;
    for (const count of frameCounts) {
      const lists = (size: number, high: number) => zeros(count).map((_, i) => f32(size, 0, high, i + 3));
      for (const output of ["distances", "far", "foreign"] as const) {
        expectAgreement({
          name: "farColours",
          rows: height,
          makeArgs: () => ({
            ...{ lab: f32(cells * 3, 0, 50, 1), expected: f32(cells * 3, 0, 50, 2), labs: lists(cells * 3, 50) },
            ...{ rgbs: lists(cells * 3, 1), lumas: lists(cells, 1), distances: f32(cells) },
            ...{ far: i32Of(zeros(height)), foreign: i32Of(zeros(height)), width, foreignFrom: 16 },
            ...{ minRatio: 0.5, maxRatio: 2.5, darkest: 0.1, brightest: 0.96 },
          }),
          outputOf: (args) => args[output],
          tolerance: 0,
        });
      }
    }
  });

  test("findEdges agrees, and finds the edges that there are", () => {
    for (const { rows, makeArgs } of checkCases.findEdges) {
      expectAgreement({ name: "findEdges", rows, makeArgs, outputOf: ({ edges }) => edges, tolerance: 0 });
      const args = makeArgs();
      referenceKernels.findEdges(args, 0, rows, new Int32Array(new SharedArrayBuffer(4)));
      const steps = args.edges.filter((_, i) => i % frameEdge.length === frameEdge.at.step);
      expect(steps.filter((step) => Math.abs(step) > 25).length).toBeGreaterThan(3);
    }
  });

  test("edgeRings agrees", () => {
    for (const { rows, makeArgs } of checkCases.edgeRings)
      expectAgreement({ name: "edgeRings", rows, makeArgs, outputOf: ({ rings }) => rings, tolerance: 0 });
  });

  test.each([
    [20, 20, 20],
    [19, 40, 20],
    [77, 61, 21],
  ])("blockNoise agrees at %i × %i, squares %i apart", (width, height, step) => {
    const along = (size: number) => Math.max(0, Math.floor((size - noiseBlockPx) / step) + 1);
    const count = along(width) * along(height);
    for (const bits of [8, 16] as const) {
      for (const channels of [1, 3]) {
        for (const output of ["tones", "deviations"] as const) {
          expectAgreement({
            name: "blockNoise",
            rows: along(height),
            makeArgs: () => ({
              ...{ source: samples(bits, width * height * channels, 5), tones: f64Of(zeros(count)) },
              ...{ deviations: f64Of(zeros(count)), width, height, channels, channel: channels - 1, step },
              ...{ max: 2 ** bits - 1, brightest: 0.97 },
            }),
            outputOf: (args) => args[output],
            tolerance: 0,
          });
        }
      }
    }
  });
});
