import { describe, expect, test } from "vitest";
import type { U8 } from "../../../src/image/index.ts";
import { blurTaps } from "../../../src/stages/decode/capture-sharpening.ts";
import { expectAgreement } from "../../support/kernel-agreement.ts";
import { f32, samples, u8 } from "../../support/kernel-cases/views.ts";
import { kernelSet } from "../../support/kernel-sets.ts";
import { randomSamples } from "../../support/random.ts";

const taps = blurTaps(0.7);
const [width, height] = [48, 24];

function sharpened(source: U8, grain: number): U8 {
  const target = u8(source.length);
  const args = { source, target, noise: f32(256).fill(grain), width, height, ...taps };
  kernelSet("auto").captureSharpen(args, 0, height, new Int32Array(1));
  return target;
}

/** Grey levels by column, blurred as a sensor does. */
function columns(level: (x: number) => number): U8 {
  const { first, second, third } = taps;
  const weights = [third, second, first, 1 - 2 * (first + second + third), first, second, third];
  const shown = (x: number) => Math.sqrt(weights.reduce((sum, weight, i) => sum + weight * level(x + i - 3) ** 2, 0));
  const picture = u8(width * height * 3);
  for (let i = 0; i < picture.length; i++) picture[i] = Math.round(shown(Math.floor(i / 3) % width));
  return picture;
}

const row = (picture: U8) => Array.from({ length: width }, (_, x) => picture[(12 * width + x) * 3]);

describe("captureSharpen", () => {
  test("steepens an edge and leaves no halo", () => {
    const source = columns((x) => (x < 24 ? 60 : 190));
    const [before, after] = [row(source), row(sharpened(source, 0.01))];
    const steepest = (values: readonly number[]) => Math.max(...values.slice(1).map((value, i) => value - values[i]));
    expect(steepest(after)).toBeGreaterThan(1.2 * steepest(before));
    expect([Math.min(...after), Math.max(...after)]).toEqual([60, 190]);
  });

  test("gives fine lines back most of their contrast", () => {
    const source = columns((x) => (x % 4 < 2 ? 60 : 150));
    const swing = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    const inner = (picture: U8) => row(picture).slice(8, 40);
    expect(swing(inner(sharpened(source, 0.01)))).toBeGreaterThan(1.25 * swing(inner(source)));
  });

  test("changes nothing within the noise, and nothing at white", () => {
    const grain = randomSamples(width * height, 8, 3);
    const flat = u8(width * height * 3);
    for (let i = 0; i < flat.length; i++) flat[i] = 120 + Math.round(grain[Math.floor(i / 3)] / 32);
    expect(sharpened(flat, 0.05)).toEqual(flat);
    const clipped = u8(flat.length);
    for (let i = 0; i < clipped.length; i++) clipped[i] = Math.floor(i / 3) % 4 < 2 ? 200 : 255;
    expect(sharpened(clipped, 0.01)).toEqual(clipped);
  });

  test.each([
    [8, 1, 1],
    [8, 37, 23],
    [16, 5, 2],
    [16, 530, 9],
  ] as const)("native agrees with the reference at %i bits, %i × %i", (bits, wide, high) => {
    const source = randomSamples(wide * high * 3, bits, 5) as U8;
    expectAgreement({
      name: "captureSharpen",
      rows: high,
      makeArgs: () => {
        const noise = f32(256).fill(0.05);
        return { source, target: samples(bits, source.length), noise, width: wide, height: high, ...taps };
      },
      outputOf: (args) => args.target,
      tolerance: bits === 8 ? 1 : 8,
    });
  });
});
