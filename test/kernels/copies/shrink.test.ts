import { describe, expect, test } from "vitest";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

describe("shrink", () => {
  test("averages blocks to full scale 1", () => {
    const source = new Uint8Array(new SharedArrayBuffer(4 * 2 * 1)).fill(255);
    source[0] = 0;
    const target = new Float32Array(new SharedArrayBuffer(4 * 2));
    const args = { source, target, width: 4, height: 2, channels: 1, factor: 2 };
    kernelSet("reference").shrink(args, 0, 1, new Int32Array(1));
    expect([...target]).toEqual([0.75, 1]);
  });

  test.each([
    [1, 1, 1, 3],
    [7, 5, 2, 3],
    [64, 33, 3, 1],
    [131, 70, 8, 3],
  ])("native agrees with the reference at %i × %i by %i, %i channels", (width, height, factor, channels) => {
    for (const bits of [8, 16] as const) {
      const source = randomSamples(width * height * channels, bits, 7);
      const targetLength = Math.floor(width / factor) * Math.floor(height / factor) * channels;
      expectAgreement({
        name: "shrink",
        rows: Math.floor(height / factor),
        makeArgs: () => ({
          source,
          target: new Float32Array(new SharedArrayBuffer(targetLength * 4)),
          width,
          height,
          channels,
          factor,
        }),
        outputOf: (args) => args.target,
        tolerance: 1e-6,
      });
    }
  });
});
