import { expect, test } from "vitest";
import { huffmanTables, quantisersAt } from "../../src/codecs/jpeg-tables.ts";
import type { KernelArgs } from "../../src/kernels/index.ts";
import { expectAgreement, hasNative } from "../support/kernel-agreement.ts";
import { randomSamples } from "../support/random.ts";

function argsFor(width: number, height: number, bits: 8 | 16, halved: 0 | 1, quality: number): KernelArgs["jpegScan"] {
  const shared = (bytes: ArrayLike<number>) => {
    const view = new Uint8Array(new SharedArrayBuffer(bytes.length));
    view.set(bytes);
    return view;
  };
  const rows = Math.ceil(height / (halved ? 16 : 8));
  const slotBytes = width * 70;
  // Every symbol has a code here, of some length: what the codes are does not matter to agreement.
  const codes = new Uint16Array(new SharedArrayBuffer(2048)).map((_, i) => (i * 40_503) % 2 ** (1 + (i % 16)));
  const sharedCodes = new Uint16Array(new SharedArrayBuffer(2048));
  sharedCodes.set(codes);
  return {
    source: randomSamples(width * height * 3, bits, 5),
    width,
    height,
    halved,
    quantisers: shared(quantisersAt(quality)),
    codes: sharedCodes,
    lengths: shared(codes.map((_, i) => 1 + (i % 16))),
    target: new Uint8Array(new SharedArrayBuffer(rows * slotBytes)),
    slotBytes,
    sizes: new Int32Array(new SharedArrayBuffer(rows * 4)),
  };
}

test.skipIf(!hasNative).each([
  [1, 1, 8, 1, 90],
  [17, 40, 8, 0, 100],
  [33, 250, 16, 1, 100],
  [64, 128, 16, 0, 40],
  [9, 33, 8, 1, 1],
] as const)(
  "jpegScan: native agrees with the reference on %i × %i of %i bits (halved %i, quality %i)",
  (width, height, bits, halved, quality) => {
    for (const outputOf of [
      (args: KernelArgs["jpegScan"]) => args.target,
      (args: KernelArgs["jpegScan"]) => args.sizes,
    ]) {
      const rows = Math.ceil(height / (halved ? 16 : 8));
      const makeArgs = () => argsFor(width, height, bits, halved, quality);
      expectAgreement({ name: "jpegScan", rows, makeArgs, outputOf, tolerance: 0 });
    }
  },
);

test("The Huffman tables have as many symbols as codes, each once", () => {
  for (const { counts, symbols } of huffmanTables) {
    expect(counts.reduce((a, b) => a + b)).toBe(symbols.length);
    expect(new Set(symbols).size).toBe(symbols.length);
  }
});
