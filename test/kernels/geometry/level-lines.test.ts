import { describe, test } from "vitest";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32 } from "../../support/kernel-cases/views.ts";

describe("The native kernel levelLines gives what its reference gives", () => {
  test.each([
    [1, 1],
    [1, 7],
    [9, 1],
    [2, 2],
    [3, 3],
    [64, 48],
    [65, 31],
  ])("at %i × %i, to the bit", (width, height) => {
    const plane = () => f32(width * height);
    for (const channels of [1, 3] as const) {
      for (const [maxSlopeX, maxSlopeY] of [
        [Number.POSITIVE_INFINITY, 0.5],
        [0.5, Number.POSITIVE_INFINITY],
      ]) {
        const weights = { channels, red: 0.2126, green: 0.7152, blue: 0.0722 };
        const source = f32(width * height * channels, 0, 1, width + channels);
        // A flat part, which has no gradient at all.
        source.fill(0.25, 0, source.length >> 1);
        const limits = { minMagnitude: 0.01, maxSlopeX, maxSlopeY };
        const planes = () => ({ light: plane(), magnitude: plane(), directionX: plane(), directionY: plane() });
        expectAgreement({
          name: "levelLines",
          rows: height,
          makeArgs: () => ({ source, ...planes(), width, height, ...weights, ...limits }),
          outputOf: ({ light, magnitude, directionX, directionY }) =>
            [light, magnitude, directionX, directionY].flatMap((view) => [...view]),
          tolerance: 0,
        });
      }
    }
  });
});
