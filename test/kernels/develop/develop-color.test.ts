import { describe, expect, test } from "vitest";
import type { F32, U16 } from "../../../src/image/index.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32Of, u16 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const f32 = (...values: number[]) => f32Of(values);
const identity = () => f32(1, 0, 0, 0, 1, 0, 0, 0, 1);
const straight = u16(65536);
for (let i = 0; i < 65536; i++) straight[i] = i;

function developOne(pixel: readonly number[], clip: F32): number[] {
  const source = u16(3);
  source.set(pixel);
  const args = {
    source,
    target: source,
    curve: straight,
    matrix: identity(),
    clip,
    width: 1,
    height: 1,
    start: 0,
    stepX: 1,
    stepY: 1,
  };
  kernelSet("reference").developColor(args, 0, 1, new Int32Array(1));
  return [...source];
}

describe("developColor", () => {
  test("leaves what is below the clipping levels alone", () => {
    expect(developOne([20000, 100, 50000], f32(65535, 30000, 60000))).toEqual([20000, 100, 50000]);
  });

  test("lifts a clipped green between brighter red and blue, so that nothing turns magenta", () => {
    const [r, g, b] = developOne([50000, 30000, 40000], f32(65535, 30000, 60000));
    expect([r, g, b]).toEqual([50000, 45000, 40000]);
  });

  test("makes a pixel neutral where all channels clip", () => {
    const [r, g, b] = developOne([65535, 30000, 45000], f32(65535, 30000, 45000));
    expect(r).toBe(65535);
    expect(g).toBe(r);
    expect(b).toBe(r);
  });

  test("keeps the hue of a coloured light whose one channel clips", () => {
    expect(developOne([9000, 5000, 60000], f32(65535, 30000, 60000))).toEqual([9000, 5000, 60000]);
  });

  test("keeps green from catching up with blue in a bright sky", () => {
    const shoulder = u16(65536);
    for (let i = 0; i < 65536; i++) shoulder[i] = Math.min(65535, 2 * i);
    const source = u16(3);
    source.set([20000, 32000, 60000]);
    const args = { source, target: source, curve: shoulder, matrix: identity(), clip: f32(65535, 65535, 65535) };
    kernelSet("reference").developColor(
      { ...args, width: 1, height: 1, start: 0, stepX: 1, stepY: 1 },
      0,
      1,
      new Int32Array(1),
    );
    expect(source[0]).toBe(40000);
    expect(source[1]).toBeLessThan(54000);
    expect(source[2]).toBe(65535);
  });

  test("keeps green where three numbers differ by their last bit alone", () => {
    const count = 60_000;
    const source = u16(count * 3);
    for (let i = 0; i < source.length; i++) source[i] = Math.floor(i / 3) + 4000;
    const [bit, two] = [1 + 2 ** -23, 1 + 2 ** -22];
    const target = u16(source.length);
    const size = { width: count, height: 1, start: 0, stepX: 1, stepY: count };
    const matrix = f32(1, 0, 0, 0, bit, 0, 0, 0, two);
    const args = { source, target, curve: straight, matrix, clip: f32(1e9, 1e9, 1e9), ...size };
    kernelSet("auto").developColor(args, 0, 1, new Int32Array(1));
    for (let i = 0; i < count; i++) expect(Math.abs(target[3 * i + 1] - source[3 * i + 1])).toBeLessThanOrEqual(1);
  });

  test.each([
    [1, 1],
    [7, 5],
    [70, 41],
  ])("native agrees with the reference at %i × %i, upright and turned", (width, height) => {
    const source = randomSamples(width * height * 3, 16, 5) as U16;
    for (const turned of [false, true]) {
      const [w, h] = turned ? [height, width] : [width, height];
      const steps = turned
        ? { start: width * (height - 1), stepX: -width, stepY: 1 }
        : { start: 0, stepX: 1, stepY: width };
      expectAgreement({
        name: "developColor",
        rows: h,
        makeArgs: () => ({
          source,
          target: u16(width * height * 3),
          curve: straight,
          matrix: f32(1.7, -0.6, -0.1, -0.2, 1.5, -0.3, 0.05, -0.5, 1.45),
          clip: f32(65535, 33000, 47000),
          width: w,
          height: h,
          ...steps,
        }),
        outputOf: (args) => args.target,
        tolerance: 1,
      });
    }
  });
});
