import { describe, expect, test } from "vitest";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { i8, i32Of, u8 } from "../../support/kernel-cases/views.ts";
import { compiled, kernelKinds, kernelSet } from "../../support/kernel-sets.ts";
import { seededRandom } from "../../support/random.ts";

type Args = KernelArgs["convolve"];

/** The middle one of 3 × 3 taps alone. */
const middle = [0, 0, 0, 0, 1, 0, 0, 0, 0];
const ones = Array<number>(9).fill(1);

function u8Of(values: readonly number[]): Uint8Array<SharedArrayBuffer> {
  const view = u8(values.length);
  view.set(values);
  return view;
}

function i8Of(values: readonly number[]): Int8Array<SharedArrayBuffer> {
  const view = new Int8Array(new SharedArrayBuffer(values.length));
  view.set(values);
  return view;
}

/** A layer of one channel in and out whose sums are its levels. */
function layer(
  fine: readonly number[],
  fineWidth: number,
  weights: readonly number[],
  change: Partial<Args> = {},
): Args {
  const fineHeight = fine.length / fineWidth;
  return {
    ...{ fine: u8Of(fine), fineWidth, fineHeight, fineChannels: 1, outChannels: 1 },
    ...{ weights: i8Of(weights), bias: i32Of([0]), factors: i32Of([2]), shift: 1, zero: 0 },
    ...{ target: u8(fine.length), side: weights.length === 9 ? 3 : 1, stride: 1, wrapX: 0, ...change },
  };
}

describe.each(kernelKinds)("convolve (%s)", (kind) => {
  function levelsOf(args: Args): readonly number[] {
    kernelSet(kind).convolve(args, 0, Math.ceil(args.fineHeight / args.stride), new Int32Array(1));
    return [...args.target];
  }

  test.each([
    ["1 tap", [1]],
    ["3 × 3 taps", middle],
  ])("gives the picture back where the weights of %s are the identity", (_taps, weights) => {
    const picture = [0, 1, 2, 127, 128, 255];
    expect(levelsOf(layer(picture, 3, weights))).toEqual(picture);
  });

  test("takes what is outside for 0", () => {
    expect(levelsOf(layer(ones, 3, ones))).toEqual([4, 6, 4, 6, 9, 6, 4, 6, 4]);
  });

  test("continues at the other side if the picture is periodic in x", () => {
    expect(levelsOf(layer(ones, 3, ones, { wrapX: 1 }))).toEqual([6, 6, 6, 9, 9, 9, 6, 6, 6]);
    expect(levelsOf(layer([1, 2, 3, 4], 4, [0, 0, 0, 1, 0, 0, 0, 0, 0], { wrapX: 1 }))).toEqual([4, 1, 2, 3]);
    expect(levelsOf(layer([1, 2, 3, 4], 4, [0, 0, 0, 0, 0, 1, 0, 0, 0], { wrapX: 1 }))).toEqual([2, 3, 4, 1]);
  });

  test("reads taps row by row", () => {
    const weights = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(levelsOf(layer([0, 0, 0, 0, 1, 0, 0, 0, 0], 3, weights))).toEqual([...weights].reverse());
  });

  test("spreads a coarse source over the picture, by nearest neighbour", () => {
    const coarse = { coarse: u8Of([1, 2, 3, 4]), coarseWidth: 2, coarseHeight: 2, coarseChannels: 1 };
    const change = { ...coarse, weights: i8Of([0, 1]) };
    const [above, below] = [
      [1, 1, 1, 2, 2],
      [3, 3, 3, 4, 4],
    ];
    const nothing = Array<number>(20).fill(0);
    expect(levelsOf(layer(nothing, 5, [1], change))).toEqual([above, above, below, below].flat());
  });

  test("adds a coarse source of one pixel to all", () => {
    const coarse = { coarse: u8Of([7, 100]), coarseWidth: 1, coarseHeight: 1, coarseChannels: 2 };
    expect(levelsOf(layer([1, 2, 3, 4], 2, [1], { ...coarse, weights: i8Of([1, 2, 1]) }))).toEqual([
      115, 116, 117, 118,
    ]);
  });

  test("takes every second pixel from the first on at a stride of 2", () => {
    const picture = Array.from({ length: 15 }, (_, i) => i);
    const change = { stride: 2 as const, target: u8(6) };
    for (const weights of [[1], middle]) {
      expect(levelsOf(layer(picture, 5, weights, change))).toEqual([0, 2, 4, 10, 12, 14]);
    }
  });

  test("uses separate weights, bias and factor for every channel", () => {
    const change = {
      ...{ fineChannels: 2, fineWidth: 2, fineHeight: 1, outChannels: 3, target: u8(6) },
      ...{ weights: i8Of([1, 0, 0, 1, 1, 1]), bias: i32Of([5, 0, -3]), factors: i32Of([2, 4, 2]) },
    };
    expect(levelsOf(layer([10, 20, 30, 40], 4, [1], change))).toEqual([15, 40, 27, 35, 80, 67]);
  });

  test("rounds halves up, below its zero as well", () => {
    const half = { factors: i32Of([1]) };
    expect(levelsOf(layer([1, 2, 3, 5], 4, [1], half))).toEqual([1, 1, 2, 3]);
    expect(levelsOf(layer([1, 2, 3, 5], 4, [-1], { ...half, zero: 10 }))).toEqual([10, 9, 9, 8]);
  });

  test("ends at 0 and 255", () => {
    expect(levelsOf(layer([0, 1, 2, 3], 4, [127]))).toEqual([0, 127, 254, 255]);
    expect(levelsOf(layer([0, 1, 2, 3], 4, [-2], { zero: 5 }))).toEqual([5, 3, 1, 0]);
  });

  test("loses nothing of products of 61 bits", () => {
    const most = { factors: i32Of([2 ** 30]), shift: 53 };
    expect(levelsOf(layer([0, 255], 2, [1], { ...most, bias: i32Of([2 ** 30]) }))).toEqual([128, 128]);
    expect(levelsOf(layer([0, 255], 2, [1], { ...most, bias: i32Of([-(2 ** 30)]), zero: 200 }))).toEqual([72, 72]);
    const last = { factors: i32Of([2 ** 30]), shift: 61, bias: i32Of([2 ** 30 - 1]) };
    expect(levelsOf(layer([0, 1], 2, [1], last))).toEqual([0, 1]);
  });

  test("holds the largest sums", () => {
    const [fineChannels, sum] = [1024, 9 * 1024 * 255 * 128];
    const change = {
      ...{ fineChannels, fineWidth: 3, fineHeight: 3, outChannels: 2, target: u8(18), bias: i32Of([0, 2 ** 30]) },
      ...{ factors: i32Of([1, 1]), shift: 23, side: 3 as const, zero: 255 },
    };
    const weights = i8(2 * 9 * 1024, 1);
    weights.fill(-128, 0, 9 * 1024).fill(127, 9 * 1024);
    const full = Array<number>(9 * 1024).fill(255);
    const target = levelsOf(layer(full, 9 * 1024, [1], { ...change, weights }));
    expect(target.slice(8, 10)).toEqual([Math.floor(255 - sum / 2 ** 23 + 0.5), 255]);
  });
});

describe.each(compiled)("convolve (%s) refuses", (kind) => {
  test.each<[string, Partial<Args>]>([
    ["a bias beyond 30 bits", { bias: i32Of([2 ** 30 + 1]) }],
    ["a factor beyond 30 bits", { factors: i32Of([2 ** 30 + 1]) }],
    ["a factor below 0", { factors: i32Of([-1]) }],
    ["channels of a coarse source that is absent", { coarseChannels: 1, weights: i8Of([1, 1]) }],
    ["a coarse source without columns", { coarse: u8(4), coarseHeight: 2, coarseChannels: 1, weights: i8Of([1, 1]) }],
  ])("%s", (_what, change) => {
    const args = layer([1, 2, 3, 4], 2, [1], change);
    expect(() => kernelSet(kind).convolve(args, 0, 2, new Int32Array(1))).toThrow(/rejected/);
  });
});

describe("convolve", () => {
  test.each([
    [1, 1, 1, [1, 1, 2], 1],
    [1, 3, 4, [1, 1, 1], 3],
    [2, 9, 3, [1, 4, 3], 5],
    [13, 11, 7, [5, 3, 2], 4],
    [64, 9, 8, [32, 5, 8], 9],
    [130, 10, 5, [1, 1, 3], 7],
    [131, 16, 3, [200, 31, 1], 2],
    [12, 8, 40, [6, 4, 24], 33],
  ] as const)("native equals the reference at %i × %i × %i, a coarse source of %j and %i channels out", (...shape) => {
    const [fineWidth, fineHeight, fineChannels, [coarseWidth, coarseHeight, coarseChannels], outChannels] = shape;
    const random = seededRandom(fineWidth);
    const numbers = (low: number, high: number) =>
      i32Of(Array.from({ length: outChannels }, () => Math.floor(low + (high - low) * random())));
    const [bias, factors] = [numbers(-20_000, 20_000), numbers(0, 2 ** 24)];
    const fine = u8(fineWidth * fineHeight * fineChannels, 1);
    const coarse = u8(coarseWidth * coarseHeight * coarseChannels, 2);
    const sources = [{}, { coarse, coarseWidth, coarseHeight, coarseChannels }];
    for (const [side, stride, wrapX] of [
      [1, 1, 0],
      [1, 2, 1],
      [3, 1, 0],
      [3, 1, 1],
      [3, 2, 0],
      [3, 2, 1],
    ] as const) {
      for (const source of sources) {
        const channels = fineChannels + ("coarse" in source ? coarseChannels : 0);
        const taps = side ** 2 * channels;
        // So that most levels are neither 0 nor 255.
        const shift = 30 + Math.round(Math.log2(taps) / 2);
        const [width, rows] = [fineWidth, fineHeight].map((size) => Math.ceil(size / stride));
        expectAgreement({
          name: "convolve",
          rows,
          makeArgs: () => ({
            ...{ fine, fineWidth, fineHeight, fineChannels, ...source, outChannels, side, stride, wrapX },
            ...{ weights: i8(outChannels * taps, 3), bias, factors, shift, zero: 90 },
            target: u8(width * rows * outChannels),
          }),
          outputOf: (args) => args.target,
          tolerance: 0,
        });
      }
    }
  });
});
