import { describe, expect, test } from "vitest";
import { shrinkToEdge } from "../../../../src/ops/index.ts";
import { readContent } from "../../../../src/stages/scene/index.ts";
import { evenLight } from "../../../../src/stages/tone/layers/even-light.ts";
import { testContext } from "../../../support/context.ts";
import { type Paint, paint } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";

const [width, height] = [240, 160];

async function liftsOf(color: Paint, glare = 0): Promise<Float32Array> {
  const small = await shrinkToEdge(paint(width, height, color), 800, testContext());
  const [input, plan] = drawn(small, { content: { ...readContent({ small }), glare } });
  return { ...plan, ...evenLight(input, plan) }.lifts;
}

describe("the light of a room", () => {
  test("is lifted where it falls off over a white wall", async () => {
    const lifts = await liftsOf((x) => [200 - x / 2, 200 - x / 2, 200 - x / 2]);
    expect(lifts[80 * width + 230]).toBeGreaterThan(1.05);
    expect(lifts[80 * width + 10]).toBeLessThan(1);
  });

  test("is lifted less under glare, which would turn into fog", async () => {
    const falling: Paint = (x) => [200 - x / 2, 200 - x / 2, 200 - x / 2];
    const [clear, glaring] = [await liftsOf(falling), await liftsOf(falling, 0.1)].map(
      (lifts) => lifts[80 * width + 230],
    );
    expect(glaring - 1).toBeGreaterThan(0.3 * (clear - 1));
    expect(glaring - 1).toBeLessThan(0.7 * (clear - 1));
  });

  test("is not lifted on dark paint", async () => {
    const lifts = await liftsOf((x) => (x < 160 ? [200, 200, 200] : [40, 50, 90]));
    expect(lifts[80 * width + 230]).toBeLessThan(1.2);
  });
});
