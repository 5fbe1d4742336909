import { describe, expect, test } from "vitest";
import type { SceneContent, SmallImage } from "../../../../src/ops/index.ts";
import type { TonePlan } from "../../../../src/stages/tone/layer.ts";
import { colourViews } from "../../../../src/stages/tone/layers/view-colours.ts";
import { smallOf } from "../scenes.ts";
import { drawn } from "./drawn-input.ts";
import { copy, count, pane, views, wall } from "./windowed-room.ts";

const plain = new Float32Array(2 * count).fill(1);

function flat(color: readonly [number, number, number]): SmallImage {
  return smallOf(
    copy.width,
    copy.height,
    Float32Array.from({ length: 3 * count }, (_, i) => color[i % 3]),
  );
}

function coloured(small: SmallImage, content: Partial<SceneContent>, planned: Partial<TonePlan> = {}): TonePlan {
  const [input, plan] = drawn(small, { content, plan: { views, gains: plain, ...planned } });
  return { ...plan, ...colourViews(input, plan) };
}

describe("views", () => {
  test("lose most of a blue cast that lies over all of them, and keep the blue of a part", () => {
    const grey = flat([0.6, 0.6, 0.6]);
    const blue = Float32Array.from({ length: 3 * count }, (_, i) => [-0.1, 0.2, 1][i % 3]);
    const { gains } = coloured(grey, { samples: blue, ground: views });
    expect(gains[2 * pane + 1] / gains[2 * pane]).toBeCloseTo(Math.exp(-0.6 * 0.3), 3);
    expect(gains[2 * wall]).toBe(1);
    const half = blue.map((value, i) => (Math.floor(i / 3) < 50 * copy.width ? value : -value));
    const kept = coloured(grey, { samples: half, ground: views }).gains;
    expect(kept[2 * (49 * copy.width + 150) + 1]).toBeGreaterThan(0.97);
  });

  test("keep the blue of bright sky, which says nothing of a cast", () => {
    const blue = Float32Array.from({ length: 3 * count }, (_, i) => [-0.1, 0.2, 1][i % 3]);
    const { gains } = coloured(flat([0.8, 0.9, 1]), { samples: blue, ground: new Float32Array(count) });
    expect(gains).toEqual(plain);
  });

  test("grow in colour where glare left them pale, and give up what would be neon", () => {
    const pale = coloured(flat([0.5, 0.55, 0.46]), {}).vividness;
    expect(pale[pane]).toBeGreaterThan(1.3);
    expect(pale[wall]).toBe(1);
    expect(coloured(flat([0.3, 0.8, 0.1]), {}).vividness[pane]).toBeLessThan(0.6);
  });

  test("keep their daylight where a lamp's colour goes, and lose the room's blue where that goes", () => {
    const gains = (red: number, blue: number) => plain.map((_, i) => (i % 2 === 0 ? red : blue));
    const kept = (given: Float32Array) => coloured(flat([0.6, 0.6, 0.6]), {}, { gains: given }).gains;
    expect([...kept(gains(0.86, 1.28)).subarray(2 * pane, 2 * pane + 2)]).toEqual([1, 1]);
    expect(kept(gains(0.86, 1.28))[2 * wall + 1]).toBeCloseTo(1.28, 5);
    expect(kept(gains(1.1, 0.9))[2 * pane]).toBeCloseTo(1.1, 5);
  });
});
