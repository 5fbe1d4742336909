import { expect, test } from "vitest";
import { findVeils } from "../../../../../src/stages/scene/content/views/veil.ts";
import { greyOf } from "../../../tone/scenes.ts";

const copy = { width: 200, height: 100, wrapX: false };
const count = copy.width * copy.height;
const views = new Float32Array(count).fill(1);

test("views that are dim are not washed out: white blinds stay", () => {
  const blind = new Float32Array(count).fill(0.55);
  expect(Math.max(...findVeils(copy, greyOf(200, 100, blind), blind, views))).toBe(0);
});

test("nothing lies over anything but views", () => {
  const haze = new Float32Array(count).fill(0.7);
  const inView = views.map((_, i) => (i % copy.width < 100 ? 1 : 0));
  const veils = findVeils(copy, greyOf(200, 100, haze), haze, inView);
  expect(veils[50 * 200 + 50]).toBeGreaterThan(0.2);
  expect(veils[50 * 200 + 150]).toBe(0);
});
