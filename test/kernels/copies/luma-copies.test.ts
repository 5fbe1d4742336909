import { describe, expect, test } from "vitest";
import type { KernelArgs } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

type Source = KernelArgs["lumaCopies"]["source"];

function argsFor(source: Source, width: number, height: number, factor: number, coarsening: 1 | 2) {
  const [fineWidth, fineHeight] = [width, height].map((size) => Math.floor(size / factor));
  const cells = Math.floor(fineWidth / coarsening) * Math.floor(fineHeight / coarsening);
  const fine = new Uint16Array(new SharedArrayBuffer(2 * fineWidth * fineHeight));
  const [luma, peak] = [0, 1].map(() => new Float32Array(new SharedArrayBuffer(4 * cells)));
  const rows = Math.ceil(fineHeight / coarsening);
  return { rows, args: { source, fine, luma, peak, width, height, factor, coarsening } };
}

describe("lumaCopies", () => {
  test("gives luma at both sizes and the largest channel at the coarser one", () => {
    const source = new Uint8Array(new SharedArrayBuffer(3 * 4 * 2));
    for (let i = 0; i < 8; i++) source.set(i % 4 < 2 ? [255, 0, 0] : [0, 0, 255], 3 * i);
    const { args, rows } = argsFor(source, 4, 2, 1, 2);
    kernelSet("reference").lumaCopies(args, 0, rows, new Int32Array(1));
    expect([...args.fine.subarray(0, 4)].map((value) => value / 65535)).toEqual(
      [0.299, 0.299, 0.114, 0.114].map((value) => expect.closeTo(value, 4)),
    );
    expect([...args.luma]).toEqual([expect.closeTo(0.299, 6), expect.closeTo(0.114, 6)]);
    expect([...args.peak]).toEqual([1, 1]);
  });

  test.each([
    [1, 1, 1, 1],
    [7, 5, 2, 1],
    [7, 5, 2, 2],
    [64, 34, 3, 2],
    [131, 70, 4, 2],
    [700, 70, 8, 2],
    [64, 40, 20, 1],
  ] as const)("native agrees with the reference at %i × %i by %i and %i", (width, height, factor, coarsening) => {
    for (const bits of [8, 16] as const) {
      const source = randomSamples(width * height * 3, bits, 7);
      const { rows } = argsFor(source, width, height, factor, coarsening);
      expectAgreement({
        name: "lumaCopies",
        rows,
        makeArgs: () => argsFor(source, width, height, factor, coarsening).args,
        // Counted in steps of the 16 bits that the finer copy has.
        outputOf: ({ fine, luma, peak }) => [...fine, ...[...luma, ...peak].map((value) => value * 65535)],
        tolerance: 1,
      });
    }
  });

  test("full scale does not overflow in the largest blocks", () => {
    for (const factor of [16, 64]) {
      const source = new Uint8Array(new SharedArrayBuffer(3 * 128 * 128)).fill(255);
      const { args, rows } = argsFor(source, 128, 128, factor, 2);
      kernelSet("auto").lumaCopies(args, 0, rows, new Int32Array(1));
      for (const value of args.fine) expect(value).toBe(65535);
      for (const value of [...args.luma, ...args.peak]) expect(value).toBeCloseTo(1, 6);
    }
  });
});
