import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

function argsOf(source: U16, width: number, height: number, samples: number) {
  return {
    source,
    target: u16(source.length),
    levels: f32Of(Array.from({ length: 4 * samples }, (_, i) => 500 + 7 * i)),
    scales: f32Of(Array.from({ length: 4 * samples }, (_, i) => 0.9 + 0.05 * i)),
    columns: f32Of(Array.from({ length: width }, (_, x) => (x % 5) - 2)),
    rows: f32Of(Array.from({ length: height }, (_, y) => y % 3)),
    width,
    height,
    samples,
    cellWidth: 2,
    cellHeight: 2,
    pedestal: 2048,
  };
}

describe("rawLevels", () => {
  test("puts every place's own black on the pedestal", () => {
    const [width, height] = [6, 4];
    const args = argsOf(u16(width * height), width, height, 1);
    for (let i = 0; i < args.source.length; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      args.source[i] = args.levels[(y % 2) * 2 + (x % 2)] + args.columns[x] + args.rows[y];
    }
    kernelSet("reference").rawLevels(args, 0, height, new Int32Array(1));
    expect(new Set(args.target)).toEqual(new Set([2048]));
  });

  test.each([
    [1, 1, 1],
    [7, 5, 3],
    [64, 33, 1],
    [131, 20, 3],
  ])("native agrees with the reference at %i × %i of %i samples", (width, height, samples) => {
    const source = randomSamples(width * height * samples, 16, 5) as U16;
    expectAgreement({
      name: "rawLevels",
      rows: height,
      makeArgs: () => argsOf(source, width, height, samples),
      outputOf: (args) => args.target,
      tolerance: 1,
    });
  });
});
