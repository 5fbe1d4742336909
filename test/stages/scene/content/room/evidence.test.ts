import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../../../src/image/index.ts";
import { lumaOf, shrinkToEdge } from "../../../../../src/ops/index.ts";
import { judgeRoom, readEvidence } from "../../../../../src/stages/scene/content/room/evidence.ts";
import { findSurfaces } from "../../../../../src/stages/scene/content/surfaces/surfaces.ts";
import { testContext } from "../../../../support/context.ts";
import { decode } from "../../../../support/decode.ts";
import { seededRandom } from "../../../../support/random.ts";
import { hasPhotographs, sharedFixtures } from "../../../../support/shared-fixtures.ts";
import { paint, room, street } from "../../../tone/scenes.ts";

async function evidenceOf(image: IntegerImage) {
  const small = await shrinkToEdge(image, 800, testContext());
  return readEvidence(small, findSurfaces(small, lumaOf(small)));
}

/** Sky over a meadow and trees, all textured but the sky. */
function garden(width: number, height: number): IntegerImage {
  const random = seededRandom(4);
  return paint(width, height, (_, y) => {
    if (y < 0.4 * height) return [120, 160, 215];
    const shade = 0.5 + random();
    return [70 * shade, 110 * shade, 40 * shade];
  });
}

describe("evidence of a night", () => {
  const seen = (sky: readonly [number, number, number]) => evidenceOf(paint(480, 360, street(sky)));

  test("is found where lights shine under a dark sky, and not by day", async () => {
    expect((await seen([22, 26, 38])).night).toBeGreaterThan(0.9);
    expect((await seen([120, 160, 215])).night).toBe(0);
    expect((await evidenceOf(room(480, 360, { exposure: 0.4 }))).night).toBe(0);
    expect((await evidenceOf(garden(480, 360))).night).toBe(0);
  });
});

describe("a room's evidence", () => {
  test("is found in a room and not in a garden", async () => {
    expect((await evidenceOf(room(480, 360))).room).toBeGreaterThan(0.9);
    expect((await evidenceOf(room(480, 360, { exposure: 0.4, cast: [1.15, 1, 0.8] }))).room).toBeGreaterThan(0.9);
    expect((await evidenceOf(garden(480, 360))).room).toBe(0);
  });

  test.skipIf(!hasPhotographs("finished"))(
    "distinguishes interiors from exteriors among photographs of properties",
    async () => {
      const outside = ["be_sky_green_house", "rf_perspective_house", "rf_sky_lodge"];
      for (const path of sharedFixtures("finished").filter((each) => /input_1\./.test(each))) {
        const { image } = await decode(readFileSync(path));
        const scene = await evidenceOf(image);
        if (outside.some((name) => path.includes(name))) expect(scene.room, path).toBeLessThan(0.1);
        else expect(scene.room, path).toBeGreaterThan(0.5);
      }
    },
  );

  test("is found where walls fill a picture whose uprights lean, unless sky or plants show", () => {
    const leaning = { walls: 0.38, uprights: 0.745, sky: 0, darkSky: 0, foliage: 0.03, brightTop: 0.02 };
    const light = { red: 0, blue: 0 };
    expect(judgeRoom(leaning, light)).toBeGreaterThan(0.5);
    for (const other of [{ walls: 0.16 }, { sky: 0.12 }, { foliage: 0.07 }, { uprights: 0.72 }])
      expect(judgeRoom({ ...leaning, ...other }, light), JSON.stringify(other)).toBe(0);
  });
});

describe("the light that a camera measured", () => {
  const grey = { red: 0, blue: 0 };
  const seen = { walls: 0.38, uprights: 0.8, sky: 0, darkSky: 0, foliage: 0.03, brightTop: 0.02 };

  test("distinguishes a window's wall or a bright ceiling from a bright sky", () => {
    for (const partial of [{ walls: 0.1 }, { brightTop: 0.35 }, { uprights: 0.73 }]) {
      expect(judgeRoom({ ...seen, ...partial }, grey), JSON.stringify(partial)).toBeLessThan(0.5);
      expect(judgeRoom({ ...seen, ...partial, lightEv: 7.5 }, grey), JSON.stringify(partial)).toBeGreaterThan(0.5);
      expect(judgeRoom({ ...seen, ...partial, lightEv: 11 }, grey), JSON.stringify(partial)).toBeLessThan(0.5);
    }
  });

  test("makes no room of dusk, plants, a dark sky or crooked edges", () => {
    for (const outside of [
      { sky: 0.3 },
      { brightTop: 0.5 },
      { foliage: 0.15 },
      { walls: 0.06, darkSky: 0.5 },
      { uprights: 0.6 },
    ])
      expect(judgeRoom({ ...seen, ...outside, lightEv: 7.5 }, grey), JSON.stringify(outside)).toBe(0);
  });

  test("keeps a facade in the sun from being a room, and no hall of glass", () => {
    expect(judgeRoom({ ...seen, walls: 0.18 }, grey)).toBe(1);
    expect(judgeRoom({ ...seen, walls: 0.18, lightEv: 14 }, grey)).toBe(0);
    expect(judgeRoom({ ...seen, walls: 0.18, lightEv: 12 }, grey)).toBe(1);
    expect(judgeRoom({ ...seen, walls: 0.4, foliage: 0.01, lightEv: 14 }, grey)).toBe(1);
  });

  test("is dim in rooms, not outside by day nor under a dark sky, and unknown where no camera measured it", async () => {
    const dimOf = async (image: IntegerImage, lightEv?: number) => {
      const small = await shrinkToEdge(image, 512, testContext());
      return readEvidence(small, findSurfaces(small, lumaOf(small)), { lightEv }).dim;
    };
    expect(await dimOf(room(480, 360), 8)).toBe(1);
    expect(await dimOf(room(480, 360), 12)).toBe(0);
    expect(await dimOf(room(480, 360))).toBe(0);
    expect(await dimOf(paint(480, 360, street([22, 26, 38])), 5)).toBe(0);
  });

  test("ends night", async () => {
    const small = await shrinkToEdge(paint(480, 360, street([22, 26, 38])), 512, testContext());
    const nightAt = (lightEv?: number) => readEvidence(small, findSurfaces(small, lumaOf(small)), { lightEv }).night;
    expect(nightAt()).toBeGreaterThan(0.9);
    expect(nightAt(4)).toBe(nightAt());
    expect(nightAt(14)).toBe(0);
  });
});
