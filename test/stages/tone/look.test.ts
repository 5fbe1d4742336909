import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import type { SmallImage } from "../../../src/ops/index.ts";
import { readContent } from "../../../src/stages/scene/index.ts";
import { checkLook, type Look, learnLook, measurePair, parseLook } from "../../../src/stages/tone/index.ts";
import { testContext } from "../../support/context.ts";
import { tone } from "../../support/tone.ts";
import { room, roomWindow, roomWithView, sceneOf } from "./scenes.ts";

const plainCurve = Array.from({ length: 17 }, (_, i) => i / 16);

function lookWith(part: Partial<NonNullable<Look["room"]>>): Look {
  const plain = {
    pictures: 1,
    curve: plainCurve,
    whiteRed: 0,
    whiteBlue: 0,
    chroma: 1,
    windowLift: 1,
  };
  return checkLook({ format: "lightwell-look", version: 1, room: { ...plain, ...part } });
}

const rooms = [
  room(480, 360),
  room(480, 360, { exposure: 0.5 }),
  room(480, 360, { exposure: 0.6, cast: [1.12, 1, 0.85] }),
];

function measure(before: IntegerImage, finished: IntegerImage) {
  return measurePair({ before, finished, describe: (small) => readContent({ small }) }, {}, testContext());
}

async function relearn(look: Look): Promise<NonNullable<Look["room"]>> {
  const measures = [];
  for (const photograph of rooms) {
    const { image } = await tone({ image: photograph, look }, {}, testContext());
    measures.push(await measure(photograph, image));
  }
  const { room: learned } = learnLook(measures);
  if (!learned) throw new Error("no room was learned from");
  return learned;
}

describe("a look", () => {
  test("that is plain is learned as plain", async () => {
    const learned = await relearn(lookWith({}));
    for (const [i, y] of learned.curve.entries()) expect(Math.abs(y - i / 16)).toBeLessThan(0.03);
    expect(Math.abs(learned.whiteRed) + Math.abs(learned.whiteBlue)).toBeLessThan(0.02);
    expect(learned.chroma).toBeCloseTo(1, 1);
  });

  test("is recovered from pictures that were made by it", async () => {
    const curve = plainCurve.map((x) => Math.min(1, x * (1.08 - 0.08 * x)));
    const learned = await relearn(lookWith({ curve, whiteRed: 0.03, whiteBlue: -0.06, chroma: 0.8 }));
    for (const i of [8, 10, 11, 12]) expect(Math.abs(learned.curve[i] - curve[i])).toBeLessThan(0.025);
    expect((learned.whiteRed - learned.whiteBlue) / 2).toBeGreaterThan(0.025);
    expect((learned.whiteRed - learned.whiteBlue) / 2).toBeLessThan(0.06);
    expect(learned.chroma).toBeGreaterThan(0.65);
    expect(learned.chroma).toBeLessThan(0.95);
  });

  test("knows how bright views became where the map knows the window", async () => {
    const scene = sceneOf(480, 360, roomWindow);
    const describeWith = (small: SmallImage) => readContent({ small, scene });
    const photograph = roomWithView(480, 360, { exposure: 0.5 });
    const viewsOf = async (describe: typeof describeWith) => {
      const { image } = await tone({ image: photograph, scene }, {}, testContext());
      return (await measurePair({ before: photograph, finished: image, describe }, {}, testContext())).views;
    };
    const views = await viewsOf(describeWith);
    expect(views?.plain).toBeGreaterThan(0.3);
    expect(Math.abs((views?.finished ?? 0) - (views?.plain ?? 0))).toBeLessThan(0.02);
    expect(await viewsOf((small) => readContent({ small }))).toBeUndefined();
  });

  test("does not depend on the order of the pictures", async () => {
    const measures = await Promise.all(rooms.map((each) => measure(each, each)));
    expect(learnLook(measures.toReversed())).toEqual(learnLook(measures));
  });

  test("survives its file, and is frozen", () => {
    const look = lookWith({ chroma: 0.9 });
    expect(parseLook(JSON.stringify(look), "a.json")).toEqual(look);
    expect(Object.isFrozen(look.room?.curve)).toBe(true);
  });

  test.each([
    ["text", "hello"],
    ["something else", "[]"],
    ["another version", '{"format":"lightwell-look","version":2}'],
    ["nothing in it", '{"format":"lightwell-look","version":1}'],
    [
      "a falling curve",
      JSON.stringify({ ...lookWith({}), room: { ...lookWith({}).room, curve: plainCurve.toReversed() } }),
    ],
    ["a number out of range", JSON.stringify({ ...lookWith({}), room: { ...lookWith({}).room, chroma: 99 } })],
    ["too much", " ".repeat(300_000)],
  ])("of %s is refused", (_, text) => {
    expect(() => parseLook(text, "a.json")).toThrow(expect.objectContaining({ code: "input/look" }));
  });
});
