import { describe, expect, test } from "vitest";
import type { SmallImage } from "../../../../src/ops/index.ts";
import { lumaOf } from "../../../../src/ops/index.ts";
import { findVeils } from "../../../../src/stages/scene/content/views/veil.ts";
import { clearBrightness, clearVeils } from "../../../../src/stages/tone/layers/clear-veils.ts";
import { greyOf, smallOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";
import { copy, count, inWindow, leaves, pane, views, wall } from "./windowed-room.ts";

function cleared(small: SmallImage, luma = lumaOf(small), inRoom = 1) {
  const content = { views, veils: findVeils(copy, small, luma, views) };
  const [input, plan] = drawn(small, { content, plan: { inRoom } });
  return { ...plan, ...clearVeils(input, plan) };
}

describe("views washed out by glare", () => {
  const small = smallOf(
    copy.width,
    copy.height,
    Float32Array.from({ length: 3 * count }, (_, i) => {
      const at = Math.floor(i / 3);
      return inWindow(at) ? leaves[at] - [0.02, 0, 0.06][i % 3] : 0.5;
    }),
  );

  test("lose it: leaves get their contrast back", () => {
    const { veils } = cleared(small, leaves);
    expect(veils[wall]).toBe(0);
    expect(veils[pane]).toBeGreaterThan(0.4);
    const clear = clearBrightness(small.data, leaves, veils);
    const contrast = (luma: Float32Array) => Math.abs(luma[pane] - luma[pane + 1]);
    expect(contrast(clear)).toBeGreaterThan(1.4 * contrast(leaves));
  });

  test("keep it as far as a room's treatment does not apply", () => {
    const [whole, half] = [cleared(small, leaves), cleared(small, leaves, 0.5)];
    expect(half.veils[pane]).toBeCloseTo(0.5 * whole.veils[pane], 5);
    expect(half.views[pane]).toBe(0.5);
  });
});

test("white sky stays white", () => {
  const isBar = (i: number) => i % copy.width === 150;
  const sky = Float32Array.from({ length: count }, (_, i) => (isBar(i) ? 0.25 : inWindow(i) ? 0.98 : 0.5));
  const small = greyOf(copy.width, copy.height, sky);
  expect(clearBrightness(small.data, sky, cleared(small, sky).veils)[pane + 10]).toBeGreaterThan(0.93);
});

test("white sky shows nothing of a veil before it", () => {
  const isBar = (i: number) => i % copy.width === 150;
  const sky = Float32Array.from({ length: count }, (_, i) => (isBar(i) ? 0.25 : inWindow(i) ? 0.98 : 0.5));
  expect(cleared(greyOf(copy.width, copy.height, sky), sky).veils[pane]).toBeLessThan(0.3);
});
