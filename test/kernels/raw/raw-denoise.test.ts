import { describe, expect, test } from "vitest";
import type { U16 } from "../../../src/image/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const settings = { floor: 1e-4, lumaReach: 0.02, chromaReach: 0.05, lumaShare: 0.7 };

describe("rawDenoise", () => {
  test("leaves flat colour alone and takes most of the grain from it", () => {
    const [width, height] = [40, 30];
    const noise = randomSamples(width * height * 3, 16, 3);
    const source = u16(noise.length);
    for (let i = 0; i < noise.length; i++) source[i] = [20000, 15000, 9000][i % 3] + Math.round(noise[i] / 50) - 655;
    const target = u16(noise.length);
    const args = { source, target, width, height, ...settings };
    kernelSet("reference").rawDenoise(args, 0, height, new Int32Array(1));
    const spread = (data: U16) => {
      let sum = 0;
      for (let i = 1; i < data.length; i += 3) sum += (data[i] - 15000) ** 2;
      return Math.sqrt(sum / (data.length / 3));
    };
    expect(spread(target)).toBeLessThan(0.65 * spread(source));
  });

  test("keeps an edge", () => {
    const [width, height] = [24, 10];
    const source = u16(width * height * 3);
    for (let i = 0; i < source.length; i++) source[i] = Math.floor(i / 3) % width < 12 ? 4000 : 40000;
    const target = u16(source.length);
    const args = { source, target, width, height, ...settings };
    kernelSet("reference").rawDenoise(args, 0, height, new Int32Array(1));
    let worst = 0;
    for (let i = 0; i < source.length; i++) worst = Math.max(worst, Math.abs(target[i] - source[i]));
    expect(worst).toBeLessThan(60);
  });

  test.each([
    [1, 1],
    [7, 5],
    [64, 13],
    [131, 9],
  ])("native agrees with the reference at %i × %i", (width, height) => {
    const source = randomSamples(width * height * 3, 16, 5) as U16;
    expectAgreement({
      name: "rawDenoise",
      rows: height,
      makeArgs: () => ({ source, target: u16(source.length), width, height, ...settings, lumaReach: 0.3 }),
      outputOf: (args) => args.target,
      tolerance: 3,
    });
  });
});
