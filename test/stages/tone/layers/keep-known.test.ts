import { describe, expect, test } from "vitest";
import { decodeSrgb, encodeSrgb } from "../../../../src/image/index.ts";
import { balanceWhite } from "../../../../src/stages/tone/layers/balance-white.ts";
import { keepKnown } from "../../../../src/stages/tone/layers/keep-known.ts";
import { planTexture } from "../../../../src/stages/tone/layers/texture.ts";
import { smallOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";

/** A brown floor, display values. */
const floor = [0.45, 0.36, 0.25] as const;

/** A small copy in one colour. */
const filled = (size: number, color: readonly number[]) =>
  smallOf(
    size,
    size,
    Float32Array.from({ length: 3 * size * size }, (_, k) => color[k % 3]),
  );

/** Factor of chroma of a known colour on a curve of brightness. */
function vividnessOf(known: number, curve: (value: number) => number, chroma = 1): number {
  const [input, plan] = drawn(filled(1, floor), { content: { known: Float32Array.of(known) } });
  const curves = { ...plan.curves, curve, chroma: () => chroma };
  const made = { ...plan, curves };
  return { ...made, ...keepKnown(input, made) }.vividness[0];
}

describe("a colour that flash frames show", () => {
  test("is left alone by a curve that changes nothing", () => {
    expect(vividnessOf(1, (value) => value)).toBeCloseTo(1, 5);
  });

  test("becomes brighter as paint does in more light", () => {
    const gain = 1.5;
    const vividness = vividnessOf(1, (value) => gain * value);
    const luma = (color: readonly number[]) => 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
    const toned = gain * luma(floor);
    // As the kernel does it: the luma by the curve, the distance from it by the factor of chroma.
    const shown = floor.map((value) => toned + (gain * value - toned) * vividness);
    const factor = decodeSrgb(toned) / decodeSrgb(luma(floor));
    const paint = floor.map((value) => encodeSrgb(factor * decodeSrgb(value)));
    for (const [c, value] of shown.entries()) expect(Math.abs(value - paint[c])).toBeLessThan(0.01);
  });

  test("does not take the curve's own factor of chroma", () => {
    expect(vividnessOf(1, (value) => value, 0.8)).toBeCloseTo(1 / 0.8, 4);
    expect(vividnessOf(0, (value) => value, 0.8)).toBe(1);
  });

  test("gains no vibrance", () => {
    const saturationOf = (known: number) => {
      const [input, plan] = drawn(filled(8, floor), { content: { known: new Float32Array(64).fill(known) } });
      return { ...plan, ...planTexture(input, { ...plan, inRoom: 0 }) }.saturation;
    };
    expect(saturationOf(0)).toBeGreaterThan(0);
    expect(saturationOf(1)).toBe(0);
  });
});

test("the light of flash frames goes evenly, whatever the light around it", () => {
  const size = 32;
  const cell = (i: number) => (i % size < size / 2 ? 0.2 : -0.2);
  const samples = Float32Array.from({ length: 3 * size * size }, (_, k) => [cell(Math.floor(k / 3)), 0, 1][k % 3]);
  const gainsOf = (known: number) => {
    const [input, plan] = drawn(filled(size, [0.6, 0.6, 0.6]), {
      content: {
        samples,
        known: new Float32Array(size * size).fill(known),
        knownLight: { red: 0.1, blue: 0, confidence: 1 },
      },
    });
    const { gains } = { ...plan, ...balanceWhite(input, plan) };
    return [gains[2 * ((size / 2) * size + 2)], gains[2 * ((size / 2) * size + size - 3)]];
  };
  const [left, right] = gainsOf(1);
  expect(left).toBeCloseTo(right, 5);
  expect(left).toBeLessThan(0.95);
  const [warm, cool] = gainsOf(0);
  expect(warm).toBeLessThan(cool - 0.05);
});
