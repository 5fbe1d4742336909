import { describe, expect, test } from "vitest";
import { channelShift } from "../../../src/kernels/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { finishCases } from "../../support/kernel-cases/finish.ts";
import { referenceKernels } from "../../support/reference/index.ts";

const isSure = (i: number) => ["redSure", "blueSure"].includes(channelShift.names[i % channelShift.length]);

const goOn = new Int32Array(new SharedArrayBuffer(4));

describe("The native kernel channelShifts", () => {
  test("gives what its reference gives", () => {
    for (const { rows, makeArgs } of finishCases.channelShifts)
      expectAgreement({
        name: "channelShifts",
        rows,
        makeArgs,
        // How sure a shift is depends on small differences of large sums.
        outputOf: ({ shifts }) => shifts.map((value, i) => (isSure(i) ? Math.log1p(value) : value)),
        tolerance: 1e-3,
      });
  });

  test("finds by how much red and blue lie aside", () => {
    for (const { rows, makeArgs } of finishCases.channelShifts) {
      const args = { ...makeArgs(), halved: 0 as const, redLinear: 0, redCubic: 0 };
      referenceKernels.channelShifts(args, 0, rows, goOn);
      const sure = [...args.shifts.keys()].filter(
        (i) => i % channelShift.length === channelShift.at.redSure && args.shifts[i] > 0,
      );
      expect(sure.length).toBeGreaterThan(1);
      const aside = 0.6 / Math.hypot(1, 0.3);
      for (const i of sure) {
        const sign = Math.sign(args.shifts[i - 3]);
        expect(sign * args.shifts[i - 1]).toBeCloseTo(-aside, 1);
        expect(sign * args.shifts[i + 1]).toBeCloseTo(aside, 1);
      }
    }
  });

  test("finds nothing in a plain picture", () => {
    const [{ rows, makeArgs }] = finishCases.channelShifts;
    const plain = makeArgs();
    plain.source.fill(120);
    referenceKernels.channelShifts(plain, 0, rows, goOn);
    expect(plain.shifts.every((value) => value === 0)).toBe(true);
  });
});
