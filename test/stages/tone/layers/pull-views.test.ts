import { describe, expect, test } from "vitest";
import { lightOf } from "../../../../src/kernels/index.ts";
import { pullViews } from "../../../../src/stages/tone/layers/pull-views.ts";
import { greyOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";
import { copy, count, inWindow, leaves, pane, views, wall } from "./windowed-room.ts";

function pulled(luma: Float32Array, curve = (value: number) => value): Float32Array {
  const [input, plan] = drawn(greyOf(copy.width, copy.height, luma), {
    plan: { views, curves: { curve, chroma: () => 1, white: 1, median: 0.5 } },
  });
  return { ...plan, ...pullViews(input, plan) }.lifts;
}

const shownAt = (lifts: Float32Array, luma: Float32Array, i: number) => luma[i] * lightOf(luma[i], lifts[i]);

describe("views", () => {
  test("come down under the level of walls, and the wall stays", () => {
    const lifts = pulled(leaves);
    const shown = [pane, pane + 1].map((i) => shownAt(lifts, leaves, i));
    expect(shown[0]).toBeLessThan(0.7);
    expect(lifts[wall]).toBeCloseTo(1, 3);
    // However washed out they are, neighbours part by no more than the curve may be steep.
    expect(shown[1] - shown[0]).toBeGreaterThan(leaves[pane + 1] - leaves[pane]);
    expect(shown[1] - shown[0]).toBeLessThan(3.5 * (leaves[pane + 1] - leaves[pane]));

    const clear = leaves.map((value, i) => (inWindow(i) ? value - 0.25 : value));
    const below = pulled(clear);
    const mean = (shownAt(below, clear, pane) + shownAt(below, clear, pane + 1)) / 2;
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.57);
  });

  test("of white sky stay white", () => {
    const isBar = (i: number) => i % copy.width === 150;
    const sky = Float32Array.from({ length: count }, (_, i) => (isBar(i) ? 0.25 : inWindow(i) ? 0.98 : 0.5));
    expect(shownAt(pulled(sky), sky, pane + 10)).toBeGreaterThan(0.93);
  });

  test("that lie at the room's level already stay", () => {
    const dim = leaves.map((value, i) => (inWindow(i) ? value / 4 : value));
    expect(pulled(dim)[pane]).toBeGreaterThan(0.85);
  });

  test("keep sky and trees apart, farther than they were before the curve flattens them", () => {
    const isTree = (i: number) => i >= 50 * copy.width;
    const scene = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? (isTree(i) ? 0.6 : 0.85) : 0.5));
    const [sky, tree] = [30 * copy.width + 150, 70 * copy.width + 150];
    const lifts = pulled(scene);
    const [above, below] = [shownAt(lifts, scene, sky), shownAt(lifts, scene, tree)];
    expect(above / below).toBeGreaterThan((1.05 * scene[sky]) / scene[tree]);
  });

  test("never become brighter, however far the curve lifts the room", () => {
    const dim = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 0.4 : 0.2));
    const steep = (value: number) => value ** 0.6;
    const lifts = pulled(dim, steep);
    expect(steep(shownAt(lifts, dim, pane))).toBeLessThan(0.41);
    expect(lifts[wall]).toBeCloseTo(1, 3);
  });
});
