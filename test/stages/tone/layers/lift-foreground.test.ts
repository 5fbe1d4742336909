import { describe, expect, test } from "vitest";
import { liftForeground } from "../../../../src/stages/tone/layers/even-light.ts";
import { foreground } from "../../../../src/stages/tone/params.ts";
import { greyOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";

const [width, height] = [240, 160];
/** A bright sky over a dark house with a finely textured wall; a bright terrace in front. */
const luma = Float32Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  if (y < 60) return 0.9;
  return y < 130 ? 0.12 + (x % 2 === 0 ? 0.01 : -0.01) : 0.75;
});
const at = (lifts: Float32Array, x: number, y: number) => lifts[y * width + x];

function lifted({ againstSky = 1, isFused = false } = {}): Float32Array {
  const [input, plan] = drawn(greyOf(width, height, luma), { setting: { room: 0, againstSky, isFused } });
  return { ...plan, ...liftForeground(input, plan) }.lifts;
}

describe("a dark foreground before a bright sky", () => {
  const lifts = lifted();

  test("is lifted, what is bright stays", () => {
    expect(at(lifts, 120, 95)).toBeGreaterThan(2);
    for (const y of [10, 40, 150]) expect(at(lifts, 120, y)).toBeCloseTo(1, 2);
  });

  test("is lifted evenly up to the edge of the sky, so that no halo stands there", () => {
    const [edge, inside] = [at(lifts, 120, 61), at(lifts, 120, 95)];
    expect(edge / inside).toBeGreaterThan(0.9);
    expect(at(lifts, 120, 58)).toBeLessThan(1.05);
  });

  test("keeps its texture: pixels of one wall are lifted alike", () => {
    expect(Math.abs(at(lifts, 120, 95) - at(lifts, 121, 95))).toBeLessThan(0.02);
  });

  test("is lifted less in a fused bracket, whose shade comes from its long exposures", () => {
    const fused = at(lifted({ isFused: true }), 120, 95);
    expect(fused).toBeGreaterThan(1.2);
    expect(fused ** (foreground.evenness / foreground.evennessFused)).toBeCloseTo(at(lifts, 120, 95), 3);
  });

  test("stays as it is where nothing is to be done", () => {
    expect(lifted({ againstSky: 0 }).every((lift) => lift === 1)).toBe(true);
  });
});
