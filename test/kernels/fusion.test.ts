import { describe, test } from "vitest";
import type { KernelArgs } from "../../src/kernels/index.ts";
import { expectAgreement, hasNative } from "../support/kernel-agreement.ts";
import { randomSamples } from "../support/random.ts";

const u16 = (length: number) => new Uint16Array(new SharedArrayBuffer(length * 2));
const i16 = (length: number) => new Int16Array(new SharedArrayBuffer(length * 2));
const half = (size: number) => (size + 1) >> 1;
const sizes = [
  [4, 4],
  [5, 7],
  [33, 20],
  [64, 41],
  [101, 67],
] as const;
const weights = { contrastWeight: 1, saturationWeight: 1, exposednessWeight: 1 };
const randomU16 = (length: number, seed: number) => randomSamples(length, 16, seed) as ReturnType<typeof u16>;

describe.skipIf(!hasNative)("native fusion kernels agree with their references", () => {
  test.each(sizes)("fusionReduce at %i × %i", (width, height) => {
    const frames = [
      randomSamples(width * height * 3, 8, 1),
      randomSamples(width * height * 3, 16, 2),
      randomSamples(width * height * 3, 8, 3),
    ];
    const rows = half(half(height));
    const length = half(half(width)) * rows * 4;
    for (const exponents of [weights, { contrastWeight: 1, saturationWeight: 1, exposednessWeight: 0 }]) {
      expectAgreement({
        name: "fusionReduce",
        rows,
        makeArgs: () => ({ frames, width, height, ...exponents, targets: frames.map(() => u16(length)) }),
        outputOf: (args) => args.targets.flatMap((target) => [...target]),
        tolerance: 2,
      });
    }
  });

  test.each([[1, 1], [2, 3], [3, 9], ...sizes] as [number, number][])("fusionExpand at %i × %i", (width, height) => {
    const frames = [randomSamples(width * height * 3, 16, 4), randomSamples(width * height * 3, 8, 5)];
    const levels = Math.min(2, Math.floor(Math.log2(Math.min(width, height))));
    const area = half(half(width)) * half(half(height));
    const quarterResult = i16(area * 3);
    for (let i = 0; i < quarterResult.length; i++) quarterResult[i] = (i * 977) % 8192;
    expectAgreement({
      name: "fusionExpand",
      rows: height,
      makeArgs: (): KernelArgs["fusionExpand"] => ({
        frames,
        width,
        height,
        ...weights,
        levels,
        quarters: frames.map((_, i) => randomU16(area * 4, i + 9)),
        quarterResult,
        target: u16(width * height * 3),
        headroom: 0.5,
      }),
      outputOf: (args) => args.target,
      tolerance: 3,
    });
  });

  test.each(sizes)("fusionBlend at %i × %i, with and without a coarser level", (width, height) => {
    const area = width * height;
    const coarseArea = half(width) * half(height);
    const levels = [randomU16(area * 4, 1), randomU16(area * 4, 2)];
    const coarser = [randomU16(coarseArea * 4, 3), randomU16(coarseArea * 4, 4)];
    const coarserTarget = i16(coarseArea * 3);
    for (let i = 0; i < coarserTarget.length; i++) coarserTarget[i] = ((i * 7919) % 20000) - 6000;
    for (const rest of [{ coarser, coarserTarget }, { coarser: [] }]) {
      expectAgreement({
        name: "fusionBlend",
        rows: height,
        makeArgs: () => ({ levels, width, height, target: i16(area * 3), ...rest }),
        outputOf: (args) => args.target,
        tolerance: 1,
      });
    }
  });

  test.each(sizes)("reducePlanes at %i × %i", (width, height) => {
    const planes = 4;
    const source = randomU16(width * height * planes, 6);
    expectAgreement({
      name: "reducePlanes",
      rows: half(height) * planes,
      makeArgs: () => ({ source, width, height, planes, target: u16(half(width) * half(height) * planes) }),
      outputOf: (args) => args.target,
      tolerance: 1,
    });
  });
});
