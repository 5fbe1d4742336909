import { describe, expect, test } from "vitest";
import { findViews, groundOf, type ViewEvidence } from "../../../../../src/stages/scene/content/views/views.ts";
import { copy, count, inWindow, leaves, pane, wall } from "../../../tone/layers/windowed-room.ts";
import { greyOf } from "../../../tone/scenes.ts";

/** The map finds the window. */
const windows = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
const surfaces = {
  samples: Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0)),
  ...{ red: 0, blue: 0, confidence: 1 },
};

function viewsIn(luma: Float32Array, evidence: Partial<ViewEvidence> = {}): Float32Array {
  const small = greyOf(copy.width, copy.height, luma);
  return findViews(copy, small, { luma, surfaces, level: 0.55, windows, ...evidence });
}

describe("views", () => {
  test("are where the map finds a window and something is to be seen in it", () => {
    const views = viewsIn(leaves);
    expect(views[pane]).toBeGreaterThan(0.9);
    expect(views[wall]).toBeLessThan(0.01);
  });

  test("are surer the surer the map is", () => {
    const withVote = (vote: number) => viewsIn(leaves, { windows: windows.map((value) => vote * value) })[pane];
    expect(withVote(0.4)).toBeLessThan(0.05);
    expect(withVote(0.6)).toBeGreaterThan(0.2);
    expect(withVote(0.9)).toBeGreaterThan(0.9);
  });

  test("are not what the map takes for no window and is smooth: lamps and their glow", () => {
    const none = new Float32Array(count);
    const lamp = Float32Array.from({ length: count }, (_, i) => (Math.abs((i % copy.width) - 150) < 2 ? 0.95 : 0.5));
    expect(Math.max(...viewsIn(lamp, { windows: none }))).toBeLessThan(0.05);
    const glow = Float32Array.from({ length: count }, (_, i) => 0.4 + (0.5 * (i % copy.width)) / copy.width);
    expect(Math.max(...viewsIn(glow, { windows: none }))).toBe(0);
  });

  test("are not what runs one way, stairs and blinds, where the map doubts it", () => {
    const blind = Float32Array.from({ length: count }, (_, i) =>
      inWindow(i) ? (Math.floor(i / copy.width) % 4 < 2 ? 0.85 : 0.97) : 0.5,
    );
    const views = viewsIn(blind, { windows: windows.map((value) => 0.4 * value) });
    expect(Math.max(...views.filter((_, i) => i % copy.width === 150))).toBeLessThan(0.1);
  });

  test("are not a smooth white place, whatever the map says", () => {
    const white = leaves.map((value, i) => (inWindow(i) ? 0.95 : value));
    expect(viewsIn(white)[pane]).toBeLessThan(0.05);
  });

  test("are not a wall that the map takes for a window, since it does not shine", () => {
    const views = viewsIn(leaves, { windows: new Float32Array(count).fill(1) });
    expect(views[pane]).toBeGreaterThan(0.9);
    expect(views[wall]).toBeLessThan(0.01);
  });

  test("are known by their light where a bracket shows it, however dim fusion made them", () => {
    const dim = leaves.map((value, i) => (inWindow(i) ? 0.55 * value : value));
    const stops = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? -4 : -7));
    const samples = surfaces.samples.map((value, i) => (i % 3 === 2 && inWindow(Math.floor(i / 3)) ? 0 : value));
    const seen = (light?: Float32Array) => viewsIn(dim, { surfaces: { ...surfaces, samples }, stops: light })[pane];
    expect(seen()).toBe(0);
    expect(seen(stops)).toBeGreaterThan(0.9);
    expect(seen(stops.map((value, i) => (inWindow(i) ? -6 : value)))).toBe(0);
  });

  test("lie in more light than pale cabinets before them", () => {
    const found = (outside: number) => {
      const stops = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? outside : 0));
      return viewsIn(leaves, { stops })[pane];
    };
    expect(found(5)).toBeGreaterThan(0.9);
    expect(found(2.4)).toBeGreaterThan(0.9);
    expect(found(0.9)).toBeLessThan(0.1);
  });

  test("leave the white sky over their trees and a smooth blind over a garden as they are", () => {
    const above = (value: number) => leaves.map((leaf, i) => (inWindow(i) && i < 40 * copy.width ? value : leaf));
    for (const smooth of [0.97, 0.8]) {
      const views = viewsIn(above(smooth));
      expect(views[10 * copy.width + 150]).toBeLessThan(0.1);
      expect(views[70 * copy.width + 150]).toBeGreaterThan(0.9);
    }
  });

  test("take leaves and the shade between them together", () => {
    const shade = leaves.map((value, i) => (inWindow(i) && value < 0.9 && i !== pane ? 0.5 : value));
    const inside = Array.from(viewsIn(shade)).filter(
      (_, i) => inWindow(i) && i % copy.width > 130 && i % copy.width < 170,
    );
    expect(Math.max(...inside) - Math.min(...inside)).toBeLessThan(0.1);
    expect(Math.min(...inside)).toBeGreaterThan(0.8);
  });
  test("are not paper on a dark wall, far under the picture's highlights", () => {
    const paper = leaves.map((value, i) => (inWindow(i) ? 0.6 * value : i < 10 * copy.width ? 0.98 : 0.2));
    expect(viewsIn(paper, { level: 0.2 })[pane]).toBe(0);
  });

  test("have ground except in bright sky", () => {
    const views = viewsIn(leaves);
    const dark = leaves.map((value) => (value > 0.9 ? value : 0.6));
    expect(groundOf(views, dark)[pane]).toBeCloseTo(views[pane], 5);
    expect(groundOf(views, dark)[pane + 1]).toBe(0);
  });
});
