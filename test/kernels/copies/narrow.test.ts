import { expect, test } from "vitest";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelKinds, kernelSet } from "../../support/kernel-sets.ts";

test.each(kernelKinds)("narrow (%s) rounds every 16-bit value to the nearest 8-bit one", (kind) => {
  const source = Uint16Array.from({ length: 65_536 }, (_, i) => i);
  const shared = new Uint16Array(new SharedArrayBuffer(source.byteLength));
  shared.set(source);
  const target = new Uint8Array(new SharedArrayBuffer(65_536));
  kernelSet(kind).narrow({ source: shared, target, rowSamples: 256 }, 0, 256, new Int32Array(1));
  expect(target).toEqual(Uint8Array.from(source, (value) => Math.round((value * 255) / 65_535)));
});

test.each([
  [1, 1],
  [3, 50],
  [257, 33],
])("narrow: native agrees with the reference at rows of %i samples, %i rows", (rowSamples, rows) => {
  const source = new Uint16Array(new SharedArrayBuffer(rowSamples * rows * 2)).map((_, i) => (i * 40_503) % 65_536);
  const shared = new Uint16Array(new SharedArrayBuffer(source.byteLength));
  shared.set(source);
  expectAgreement({
    name: "narrow",
    rows,
    makeArgs: () => ({ source: shared, target: new Uint8Array(new SharedArrayBuffer(rowSamples * rows)), rowSamples }),
    outputOf: (args) => args.target,
    tolerance: 0,
  });
});
