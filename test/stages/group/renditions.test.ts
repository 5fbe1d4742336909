import { describe, expect, test } from "vitest";
import { type GroupFrame, group } from "../../../src/stages/group/index.ts";
import { testContext } from "../../support/context.ts";
import { frameOf, namesOf } from "./frames.ts";
import { lazyScene, photograph } from "./painted-scene.ts";

function rendition(name: string, scene: number, ev: number, atS = 0): GroupFrame {
  const thumbnail = async () => photograph(lazyScene(scene)(), { ev, dx: 0, dy: 0, seed: 1 });
  return { ...frameOf({ name, atS, timeS: 1 / 60 }), thumbnail };
}

describe("renditions of one RAW, by name", () => {
  test.each([
    ["IMG_1.jpg", "IMG_1-2.jpg", "IMG_1-3.jpg"],
    ["IMG_1.jpg", "IMG_1 (2).jpg", "IMG_1 (3).jpg"],
    ["IMG_1.jpg", "IMG_1 copy.jpg", "IMG_1 copy 2.jpg"],
    ["IMG_1 (+0).jpg", "IMG_1 (-3.3).jpg", "IMG_1 (+3.3).jpg"],
    ["a.jpg", "b.jpg", "c.jpg"],
  ])("%s, %s and %s are one set", async (...names) => {
    const frames = names.flatMap((name, i) => [
      rendition(name, 3, [0, -2, 2][i]),
      rendition(`next/${name.replace("1", "2")}`, 4, [0, -2, 2][i], 30),
    ]);
    const result = await group({ frames }, {}, testContext());
    expect(result.groups.map((set) => set.frames.length)).toEqual([3, 3]);
    expect(result.groups[0].pictureEvs?.map(Math.sign).sort()).toEqual([-1, 0, 1]);
    expect(result.groups[0].reasons[0]).toContain("renditions of one photograph");
  });
});

test("copies of one brightness, and other views of one moment, are not renditions", async () => {
  const frames = [rendition("IMG_1.jpg", 3, 0), rendition("IMG_1 copy.jpg", 3, 0), rendition("IMG_2.jpg", 5, 2)];
  const result = await group({ frames }, {}, testContext());
  expect(namesOf(frames, result)).toEqual(["IMG_1.jpg", "IMG_2.jpg"]);
  expect(result.groups[0].twins).toMatchObject([{ kind: "copy" }]);
});
