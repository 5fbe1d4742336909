import { describe, expect, test } from "vitest";
import { cellSamples, lumaSample, type SmallCopy } from "../../../src/ops/index.ts";
import { leanOf } from "../../../src/stages/check/check-tone.ts";
import { testContext } from "../../support/context.ts";

const [width, height] = [400, 300];

/** Soft stripes of 40 cells that lean by some degrees. */
function stripes(leanDeg: number): SmallCopy {
  const data = new Uint16Array(new SharedArrayBuffer(2 * width * height * cellSamples));
  const slope = Math.tan((leanDeg * Math.PI) / 180);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = Math.sin(((x - slope * y) * Math.PI) / 40);
      data[(y * width + x) * cellSamples + lumaSample] = 65535 * (0.5 + 0.3 * Math.max(-1, Math.min(1, 8 * at)));
    }
  }
  return { width, height, factor: 2, fineFactor: 2, data };
}

describe("lean of upright lines", () => {
  test.each([0, 3, 8])("is measured at %s degrees", async (deg) => {
    expect(await leanOf(stripes(deg), testContext())).toBeCloseTo(deg, 0);
  });

  test("is not told where nothing stands upright", async () => {
    expect(await leanOf(stripes(60), testContext())).toBeUndefined();
  });
});
