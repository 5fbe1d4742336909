import { describe, expect, test } from "vitest";
import { cellSamples, meanOfGreen } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f64Of, i32Of, u16 } from "../../support/kernel-cases/views.ts";
import { referenceKernels } from "../../support/reference/index.ts";

const [width, height, bins] = [37, 23, 48];
const lists = [0b111, 0b1000, 1 << meanOfGreen];

/** Two copies of a ramp; the brighter one shows `gain` times the value, up to full scale. */
function argsOf(gain: number, step = 1) {
  const [dark, bright] = [u16(width * height * cellSamples, 1), u16(width * height * cellSamples, 2)];
  for (let i = 0; i < dark.length; i++) {
    const isSpread = i % cellSamples === 4;
    const value = isSpread ? dark[i] >> 3 : 3000 + ((60 * i) / cellSamples) * (1 + dark[i] / 1e6);
    dark[i] = Math.min(65535, value);
    bright[i] = isSpread ? bright[i] >> 3 : Math.min(65535, gain * value);
  }
  const rows = lists.length;
  return {
    ...{ dark, bright, samples: i32Of(lists), medians: f64Of(Array(rows * bins).fill(7)) },
    ...{ totals: i32Of(Array(rows * bins).fill(7)), clipping: f64Of(Array(rows * 2).fill(7)) },
    ...{ width, height, step, bins, calm: 6553.5, clipAt: 62_914, near: 0.15 },
  };
}

describe("readTones", () => {
  test.each([0.5, 1, 3, 100])("native and reference agree if the brighter frame has %d times the light", (gain) => {
    for (const step of [1, 3]) {
      for (const output of ["medians", "totals", "clipping"] as const) {
        expectAgreement({
          name: "readTones",
          rows: lists.length,
          makeArgs: () => argsOf(gain, step),
          outputOf: (args) => args[output],
          tolerance: 0,
        });
      }
    }
  });

  test("finds the step between two frames, and where the brighter one clips", () => {
    const args = argsOf(3);
    referenceKernels.readTones(args, 0, lists.length, new Int32Array(1));
    const bin = Math.floor(0.5 * bins);
    expect(args.totals[bin]).toBeGreaterThan(10);
    expect(args.medians[bin]).toBeCloseTo((bin + 0.5) / bins / 3, 1);
    expect(args.clipping[0]).toBeCloseTo(62_914 / 65_535 / 3, 2);
    expect(args.clipping[1]).toBeGreaterThan(10);
  });

  test("finds no clipping if the brighter frame never clips, or always", () => {
    for (const clipAt of [70_000, 0]) {
      const args = { ...argsOf(1), clipAt };
      referenceKernels.readTones(args, 0, lists.length, new Int32Array(1));
      expect([...args.clipping]).toEqual([-1, 0, -1, 0, -1, 0]);
    }
  });
});
