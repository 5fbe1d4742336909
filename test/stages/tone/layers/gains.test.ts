import { describe, expect, test } from "vitest";
import { findPale } from "../../../../src/stages/scene/content/surfaces/pale.ts";
import { holdGains } from "../../../../src/stages/tone/layers/gains.ts";
import { greyOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";
import { copy, count, inWindow, pane, wall } from "./windowed-room.ts";

/** Gains that take a lamp's colour off. */
const gains = Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0.86 : 1.28));
const neutral = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0));

function held(samples: Float32Array, limiting: Float32Array): Float32Array {
  const small = greyOf(copy.width, copy.height, new Float32Array(count).fill(0.8));
  const [{ content }] = drawn(small, { content: { samples, limiting } });
  return holdGains(copy, content, gains, 1);
}

describe("gains that take a lamp's colour off", () => {
  test("do not turn grey blue, and take off a real cast", () => {
    const samples = neutral.slice();
    for (let i = 0; i < count; i++) if (!inWindow(i)) samples.set([0.15, -0.25], 3 * i);
    const kept = held(samples, new Float32Array(count).fill(1));
    expect(kept[2 * pane + 1]).toBeLessThan(1.02);
    expect(kept[2 * wall + 1]).toBeGreaterThan(1.25);
  });

  test("stay on what is neither bright nor black", () => {
    const isBright = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const kept = held(neutral, isBright);
    expect(kept[2 * pane + 1]).toBeLessThan(1.02);
    expect(kept[2 * wall + 1]).toBeGreaterThan(1.25);
  });

  test("leave a bright neutral window next to lamp-lit walls neutral, and grey things of middle brightness not", () => {
    const samples = neutral.slice();
    for (let i = 0; i < count; i++) if (!inWindow(i)) samples.set([0.15, -0.25], 3 * i);
    const luma = Float32Array.from({ length: count }, (_, i) => (i % copy.width === 160 ? 0.4 : 0.8));
    const surfaces = { samples, red: 0.15, blue: -0.25, confidence: 1 };
    const kept = held(
      samples,
      findPale(copy, luma, surfaces, { dark: new Float32Array(count), inside: new Float32Array(count).fill(1) })
        .limiting,
    );
    expect(kept[2 * wall + 1]).toBeGreaterThan(1.25);
    expect(kept[2 * pane + 1]).toBeLessThan(1.02);
    expect(kept[2 * (pane + 10) + 1]).toBeGreaterThan(1.02);
  });
});
