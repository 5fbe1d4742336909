import { describe, expect, test } from "vitest";
import { lumaOf, type SceneContent, shrinkToEdge } from "../../../../src/ops/index.ts";
import { type ContentInput, readContent } from "../../../../src/stages/scene/index.ts";
import { testContext } from "../../../support/context.ts";
import { paint, room, roomWindow, roomWithView, sceneOf } from "../../tone/scenes.ts";

const [width, height] = [480, 360];

async function contentOf(
  known: Omit<ContentInput, "small"> = {},
  image = roomWithView(width, height),
): Promise<SceneContent> {
  return readContent({ small: await shrinkToEdge(image, 512, testContext()), ...known });
}

const at = (plane: Float32Array, u: number, v: number) => plane[Math.floor(v * height) * width + Math.floor(u * width)];

describe("what a room shows", () => {
  test("has the level of its wall and ceiling, and a light that is grey", async () => {
    const { level, red, blue, pale } = await contentOf();
    expect(level).toBeGreaterThan(0.6);
    expect(level).toBeLessThan(0.82);
    expect(Math.abs(red) + Math.abs(blue)).toBeLessThan(0.05);
    expect(at(pale, 0.2, 0.4)).toBeGreaterThan(0.5);
    expect(at(pale, 0.2, 0.9)).toBeLessThan(0.1);
  });

  test("has views, ground and veils only where the learned map is given", async () => {
    const without = await contentOf();
    for (const plane of [without.views, without.ground, without.veils])
      expect(plane.every((value) => value === 0)).toBe(true);
    const { views } = await contentOf({ scene: sceneOf(width, height, roomWindow) });
    expect(at(views, 0.8, 0.45)).toBeGreaterThan(0.9);
    expect(at(views, 0.2, 0.4)).toBe(0);
  });

  test("has a map laid over it however coarse that is", async () => {
    const { views } = await contentOf({ scene: { ...coarse(10) } });
    expect(at(views, 0.8, 0.45)).toBeGreaterThan(0.9);
    expect(at(views, 0.2, 0.4)).toBe(0);
  });

  test("has white surfaces by the map where there is one, but not where it says paint", async () => {
    const scene = sceneOf(width, height, roomWindow);
    const { walls, pale } = await contentOf();
    expect(walls).toEqual(pale);
    const ofMap = (await contentOf({ scene })).walls;
    expect(at(ofMap, 0.2, 0.4)).toBe(1);
    expect(at(ofMap, 0.8, 0.45)).toBe(0);
    const painted = { ...scene, map: { ...scene.map, paint: scene.map.paint.map(() => 1) } };
    expect((await contentOf({ scene: painted })).walls.every((wall) => wall === 0)).toBe(true);
  });

  test("has the colours of its house as paint, which show nothing of the light", async () => {
    const plain = room(width, height);
    const sage = paint(width, height, (x, y) => {
      const isWall = x < 190 && y > 72 && y < 216;
      const from = 3 * (y * width + x);
      return isWall
        ? [128, 148, 112]
        : (plain.data.subarray(from, from + 3) as unknown as readonly [number, number, number]);
    });
    const paints = [{ red: Math.log(128 / 148), blue: Math.log(112 / 148) }];
    const known = await contentOf({ known: { whites: [{ red: 0, blue: 0 }], paints } }, sage);
    expect(at(known.paint, 0.2, 0.4)).toBe(1);
    expect(at(known.paint, 0.55, 0.4)).toBe(0);
    expect((await contentOf({}, sage)).paint.every((paint) => paint === 0)).toBe(true);
  });

  test("is read without changing the copy", async () => {
    const small = await shrinkToEdge(room(width, height), 512, testContext());
    const [luma, data] = [lumaOf(small), small.data.slice()];
    readContent({ small, scene: sceneOf(width, height, roomWindow) });
    expect(small.data).toEqual(data);
    expect(lumaOf(small)).toEqual(luma);
  });
});

/** The map in cells of so many pixels. */
function coarse(factor: number) {
  const scene = sceneOf(width / factor, height / factor, roomWindow);
  return { ...scene, map: { ...scene.map, factor } };
}
