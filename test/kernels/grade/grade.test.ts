import { describe, expect, test } from "vitest";
import type { F32, U16 } from "../../../src/image/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const floats = (length: number): F32 => new Float32Array(new SharedArrayBuffer(4 * length));

/** Seeded values from `low` to `high`. */
function values(length: number, low: number, high: number, seed: number): F32 {
  const samples = randomSamples(length, 16, seed);
  const result = floats(length);
  for (let i = 0; i < length; i++) result[i] = low + ((high - low) * samples[i]) / 65535;
  return result;
}

const table = (formula: (value: number) => number): F32 => {
  const result = floats(4096);
  for (let i = 0; i < 4096; i++) result[i] = formula(i / 4095);
  return result;
};
const tables = {
  logLight: table((value) => Math.log2(Math.max(2e-4, value ** 2.2))),
  exposedness: table((value) => Math.exp(-((value - 0.5) ** 2) / 0.08)),
  shift: table((value) => Math.min(1, value * 1.1)),
};
const sizes = [
  [1, 1],
  [3, 17],
  [29, 8],
  [64, 33],
] as const;

describe("the kernels that grade a fused picture agree with their references", () => {
  test.each(sizes)("roomEvidence at %i × %i", (width, height) => {
    const lumas = [1, 2, 3].map((seed) => randomSamples(width * height, 16, seed) as U16);
    const room = values(3 * width * height, 0, 1, 4);
    const stops = floats(3);
    stops.set([0, 2, 4]);
    const shared = { ...tables, lumas, room, stops, width, height, flatness: 0.1 };
    expectAgreement({
      name: "roomEvidence",
      rows: height,
      makeArgs: () => ({ ...shared, evidence: floats(6 * width * height) }),
      outputOf: ({ evidence }) => evidence,
      // Tables are read at rounded steps, where single precision may fall on the other side.
      tolerance: 2e-3,
    });
  });

  test.each(sizes)("roomMeans and structureMaps at %i × %i", (width, height) => {
    const rows = Math.ceil(height / 4);
    const cells = rows * Math.ceil(width / 4);
    const evidence = values(5 * width * height, 0, 1, 5);
    const fused = values(3 * width * height, 0, 1, 6);
    expectAgreement({
      name: "roomMeans",
      rows,
      makeArgs: () => ({ evidence, fused, means: floats(8 * cells), width, height, factor: 4, headroom: 0.5 }),
      outputOf: ({ means }) => means,
      tolerance: 2e-6,
    });
    const sources = [7, 8].map((seed) => randomSamples(width * height, 16, seed) as U16);
    const cellsOfEach = () => sources.map(() => floats(cells));
    expectAgreement({
      name: "structureMaps",
      rows,
      makeArgs: () => ({ sources, lumas: cellsOfEach(), structure: cellsOfEach(), width, height, factor: 4 }),
      outputOf: ({ lumas, structure }) => [...lumas, ...structure].flatMap((plane) => [...plane]),
      tolerance: 1e-7,
    });
  });

  test.each(sizes)("guidedFilter at %i × %i", (width, height) => {
    const guide = values(width * height, -4, 4, 12);
    const planes = values(3 * width * height, -0.5, 1, 13);
    for (const radius of [1, 4, 100])
      expectAgreement({
        name: "guidedFilter",
        rows: 3,
        makeArgs: () => ({
          guide,
          planes,
          coefficients: floats(6 * width * height),
          width,
          height,
          radius,
          epsilon: 0.25,
        }),
        outputOf: ({ coefficients }) => coefficients,
        tolerance: 2e-5,
      });
  });

  test.each(sizes)("gradeField at %i × %i", (width, height) => {
    const cells = Math.ceil(height / 4) * Math.ceil(width / 4);
    const grid = { width, height, factor: 4, headroom: 0.5, anchorGain: 1.2, jumpFrom: 0.1, jumpTo: 0.9, knee: 0.88 };
    const near = { mostShift: 0.4 };
    const contrast = { mostGain: 2, noise: 0.05, edgeContrast: 0.5 };
    const planes = {
      plan: values(18 * cells, 0, 1, 7),
      evidence: values(6 * width * height, 0, 1, 8),
      fused: values(3 * width * height, 0, 1, 9),
    };
    expectAgreement({
      name: "gradeField",
      rows: height,
      makeArgs: () => ({ ...planes, ...grid, ...near, ...contrast, field: floats(4 * width * height) }),
      outputOf: ({ field }) => field,
      tolerance: 1e-4,
    });
  });

  test.each(sizes.flatMap(([width, height]) => [1, 3, 4].map((factor) => [width, height, factor])))(
    "grade at %i × %i with fields of every %i pixels",
    (width, height, factor) => {
      const fieldWidth = Math.max(1, Math.floor(width / factor));
      const fieldHeight = Math.max(1, Math.floor(height / factor));
      const field = values(4 * fieldWidth * fieldHeight, -0.2, 1.2, 10);
      const source = randomSamples(3 * width * height, 16, 11);
      expectAgreement({
        name: "grade",
        rows: height,
        makeArgs: () => {
          const image = new Uint16Array(new SharedArrayBuffer(2 * source.length));
          image.set(source);
          return {
            image,
            field,
            width,
            height,
            fieldWidth,
            fieldHeight,
            fieldFactor: factor,
            headroom: 0.5,
            knee: 0.88,
          };
        },
        outputOf: ({ image }) => image,
        tolerance: 2,
      });
    },
  );
});

test("grade takes the headroom off and leaves a picture as it is where the field says so", () => {
  const field = floats(4);
  field.set([1, 0, 0, 0]);
  const image = new Uint16Array(new SharedArrayBuffer(6));
  image.fill(Math.round((65535 * (0.5 + 0.5)) / 2));
  const args = {
    image,
    field,
    width: 1,
    height: 1,
    fieldWidth: 1,
    fieldHeight: 1,
    fieldFactor: 1,
    headroom: 0.5,
    knee: 0.88,
  };
  kernelSet("reference").grade(args, 0, 1, new Int32Array(1));
  expect([...image].map((value) => Math.round(value / 257))).toEqual([128, 128, 128]);
});
