import { describe, expect, test } from "vitest";
import { encodeSrgb, type Image } from "../../../src/image/index.ts";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf, shuffled } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

const scene = lazyScene(3);
const evs = [0, -2, 2];

/** A frame of one bracket; all three are of one second, by a camera with whole seconds. */
function frame(name: string, ev: number, atS = 0): GroupFrame {
  const thumbnail = async () => photograph(scene(), { ev, dx: 0, dy: 0, seed: Math.round(100 + 10 * ev) });
  return { ...frameOf({ name, atS, timeS: 2 ** ev / 60, resolutionMs: 1000 }), thumbnail };
}

/** What an editor makes of the frames: dark parts lifted, windows held, as bright as `gainEv` more. */
function finished(gainEv: number): Image {
  const { light, width, height } = scene();
  const mean = (x: number, y: number) => {
    let [sum, count] = [0, 0];
    for (let v = Math.max(0, y - 8); v <= Math.min(height - 1, y + 8); v++)
      for (let u = Math.max(0, x - 8); u <= Math.min(width - 1, x + 8); u++, count++)
        sum += Math.log2(light[v * width + u]);
    return sum / count;
  };
  const even = light.map((value, i) => {
    const around = mean(i % width, Math.floor(i / width));
    return 2 ** (gainEv + Math.log2(value) - 0.7 * (around + 2.5));
  });
  const image = photograph({ width, height, light: even }, { ev: 0, dx: 0, dy: 0, seed: 9 });
  expect(image.data.some((value) => value > 255 * encodeSrgb(0.2))).toBe(true);
  return image;
}

function edited(
  name: string,
  { gainEv = 0, of = 0, ...size }: { gainEv?: number; of?: number; widthPx?: number } = {},
) {
  const plain = frame(name, of);
  return { ...plain, thumbnail: async () => finished(gainEv), ...(size.widthPx && { ...size, heightPx: 3000 }) };
}

describe("an edited copy next to its bracket", () => {
  test.each([
    ["before its frame by name", edited("0_final.jpg")],
    ["between the frames by name", edited("1_web.jpg")],
    ["after the frames by name", edited("reference_123.jpg")],
    ["marked as an edit", edited("1-Edit.jpg")],
    ["a stop brighter than its frame", edited("1-Edit.jpg", { gainEv: 1 })],
    ["darker than its frame", edited("1-Edit.jpg", { gainEv: -1 })],
    ["with the headers of a dark frame", edited("2_final.jpg", { of: -2 })],
    ["of another size", edited("1_web.jpg", { widthPx: 4000 })],
  ])("%s is a single photograph that says so", async (_, copy) => {
    const own = ["1.jpg", "2.jpg", "3.jpg"].map((name, i) => frame(name, evs[i]));
    for (const seed of [1, 2]) {
      const frames = shuffled([...own, copy], seed);
      const { groups, ...rest } = await group({ frames }, {}, testContext());
      expect(namesOf(frames, { groups, ...rest })).toEqual(["1.jpg 2.jpg 3.jpg", copy.name].sort());
      const single = groups.find(({ kind }) => kind === "single")!;
      expect(single.reasons[0]).toContain(`${copy.name} is an edited copy of`);
      expect(single.flags).toMatchObject([{ kind: "outlier", frame: frames.indexOf(copy) }]);
    }
  });

  test("two edited copies of one frame are both set apart", async () => {
    const own = ["1.jpg", "2.jpg", "3.jpg"].map((name, i) => frame(name, evs[i]));
    const frames = [...own, edited("a.jpg"), edited("b.jpg", { gainEv: 0.3 })];
    expect(namesOf(frames, await group({ frames }, {}, testContext()))).toEqual([
      "1.jpg 2.jpg 3.jpg",
      "a.jpg",
      "b.jpg",
    ]);
  });
});

test("a second photograph of one exposure is not called an edited copy", async () => {
  const again: GroupFrame = {
    ...frame("4.jpg", 0),
    thumbnail: async () => photograph(scene(), { ev: 0, dx: 0, dy: 0, seed: 77 }),
  };
  const frames = [...["1.jpg", "2.jpg", "3.jpg"].map((name, i) => frame(name, evs[i])), again];
  const { groups } = await group({ frames }, {}, testContext());
  expect(groups.flatMap(({ reasons }) => reasons).join()).not.toContain("edited copy");
});

test("without another exposure of the view, no file is called an edited copy", async () => {
  const frames = [frame("1.jpg", 0), edited("1_final.jpg"), frame("9.jpg", 2, 600)];
  const { groups } = await group({ frames }, {}, testContext());
  expect(groups.flatMap(({ reasons }) => reasons).join()).not.toContain("edited copy");
});
