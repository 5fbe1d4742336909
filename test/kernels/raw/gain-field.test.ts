import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

function argsOf(data: U16, width: number, height: number, samples: number) {
  const shared = new Uint16Array(new SharedArrayBuffer(data.byteLength));
  shared.set(data);
  return {
    data: shared,
    grid: f32Of(Array.from({ length: 3 * 4 }, (_, i) => 1 + (i % 5) / 4)),
    width,
    height,
    samples,
    top: Math.min(1, height - 1),
    left: 0,
    bottom: height,
    right: width,
    rowPitch: 2,
    colPitch: 1,
    plane: 0,
    planes: samples,
    pointsV: 3,
    pointsH: 4,
    mapPlanes: 1,
    stepX: 3 / width,
    stepY: 2 / height,
    originX: 0.1,
    originY: -0.2,
    pedestal: 1000,
  };
}

describe("gainField", () => {
  test("leaves the pedestal, and the rows between its own, as they are", () => {
    const data: U16 = new Uint16Array(new SharedArrayBuffer(8 * 6 * 2));
    data.set(Array.from(data, (_, i) => (i % 2 ? 1000 : 3000)));
    const args = argsOf(data, 8, 6, 1);
    kernelSet("reference").gainField(args, 0, 6, new Int32Array(1));
    for (let i = 0; i < data.length; i++) {
      const touched = Math.floor(i / 8) % 2 === 1;
      if (i % 2 || !touched) expect(args.data[i]).toBe(data[i]);
    }
    expect(Math.max(...args.data)).toBeGreaterThan(3000);
  });

  test.each([
    [1, 1, 1],
    [7, 5, 3],
    [64, 33, 1],
    [131, 20, 3],
  ])("native agrees with the reference at %i × %i of %i samples", (width, height, samples) => {
    const data = randomSamples(width * height * samples, 16, 5) as U16;
    expectAgreement({
      name: "gainField",
      rows: height,
      makeArgs: () => argsOf(data, width, height, samples),
      outputOf: (args) => args.data,
      tolerance: 1,
    });
  });
});
