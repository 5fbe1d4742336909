import { describe, expect, test } from "vitest";
import { neutralise } from "../../../../src/stages/tone/layers/neutralise.ts";
import { smallOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";

interface Asked {
  readonly view?: number;
  readonly paint?: number;
  readonly known?: number;
  readonly warmth?: number;
}

function spreadOf(
  color: readonly [number, number, number],
  { view = 0, paint = 0, known = 0, warmth = 0 }: Asked = {},
): number {
  const [input, plan] = drawn(smallOf(1, 1, color), {
    content: { paint: Float32Array.of(paint), known: Float32Array.of(known) },
    options: { warmth },
    plan: { views: Float32Array.of(view) },
  });
  return { ...plan, ...neutralise(input, plan) }.neutral[0];
}

describe("surfaces that are almost neutral", () => {
  test("give up more colour if they are bright and cool, unless white is wanted cool", () => {
    const warm = spreadOf([0.9, 0.85, 0.8]);
    const dark = spreadOf([0.3, 0.32, 0.36]);
    expect(dark).toBeGreaterThanOrEqual(warm);
    expect(dark).toBeLessThan(1.05 * warm);
    expect(spreadOf([0.8, 0.85, 0.9])).toBeGreaterThan(2 * dark);
    expect(spreadOf([0.8, 0.85, 0.9], { warmth: -0.5 })).toBeLessThan(warm);
  });

  test("keep their colour in views, where there is paint, and where flash frames show it", () => {
    expect(spreadOf([0.8, 0.85, 0.9], { view: 1 })).toBe(0);
    expect(spreadOf([0.8, 0.85, 0.9], { paint: 1 })).toBe(0);
    expect(spreadOf([0.8, 0.85, 0.9], { known: 1 })).toBe(0);
  });
});

test("white is tinted as asked", () => {
  const tintOf = (warmth: number) => {
    const [input, plan] = drawn(smallOf(1, 1, [0.8, 0.8, 0.8]), { options: { warmth } });
    const { gains } = { ...plan, ...neutralise(input, plan) };
    return gains[0] / gains[1];
  };
  expect(tintOf(0)).toBe(1);
  expect(tintOf(1)).toBeCloseTo(Math.exp(0.08), 5);
  expect(tintOf(-1)).toBeCloseTo(Math.exp(-0.08), 5);
});
