import { describe, expect, test } from "vitest";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { losslessPieces } from "../../support/kernel-cases/lossless-pieces.ts";
import { compiled, kernelSet } from "../../support/kernel-sets.ts";

const cases = ([1, 2, 3, 4] as const).flatMap((components) =>
  [1, 2, 3, 4, 5, 6, 7].map((predictor) => [components, predictor] as const),
);

describe("unpackLossless", () => {
  test.each(cases)("of %i components by predictor %i agrees with the reference", (components, predictor) => {
    expectAgreement({
      name: "unpackLossless",
      rows: 3,
      makeArgs: () => losslessPieces({ components, predictor, curved: predictor === 4 }),
      outputOf: ({ target, sound }) => [...target, ...sound],
      tolerance: 0,
    });
  });

  test.each([false, true])("of cells agrees with the reference (through a curve: %s)", (curved) => {
    expectAgreement({
      name: "unpackLossless",
      rows: 3,
      makeArgs: () => losslessPieces({ components: 4, predictor: 1, cells: true, curved }),
      outputOf: ({ target, sound }) => [...target, ...sound],
      tolerance: 0,
    });
  });

  test.each(compiled)("by %s kernels tells a broken piece from sound ones", (kind) => {
    const args = losslessPieces({ components: 2, predictor: 1 });
    kernelSet(kind).unpackLossless(args, 0, 4, new Int32Array(new SharedArrayBuffer(4)));
    expect([...args.sound]).toEqual([1, 1, 1, 0]);
  });
});
