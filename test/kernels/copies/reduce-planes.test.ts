import { describe, test } from "vitest";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { u16 } from "../../support/kernel-cases/views.ts";
import { randomSamples } from "../../support/random.ts";

const half = (size: number) => (size + 1) >> 1;

describe("the native reduction of planes agrees with its reference", () => {
  test.each([
    [4, 4],
    [5, 7],
    [33, 20],
    [64, 41],
    [101, 67],
  ])("at %i × %i", (width, height) => {
    const planes = 4;
    const source = randomSamples(width * height * planes, 16, 6) as ReturnType<typeof u16>;
    expectAgreement({
      name: "reducePlanes",
      rows: half(height) * planes,
      makeArgs: () => ({ source, width, height, planes, target: u16(half(width) * half(height) * planes) }),
      outputOf: (args) => args.target,
      tolerance: 1,
    });
  });
});
