import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { lightOf } from "../../../src/kernels/index.ts";
import { shrinkToEdge } from "../../../src/ops/index.ts";
import { holdDaylight, keepDaylight, warmViews } from "../../../src/stages/tone/daylight.ts";
import { fillViews } from "../../../src/stages/tone/fill-views.ts";
import { guidedCoefficients } from "../../../src/stages/tone/guided-filter.ts";
import { tone } from "../../../src/stages/tone/index.ts";
import { readLight } from "../../../src/stages/tone/light.ts";
import { neutralSpreads } from "../../../src/stages/tone/neutral.ts";
import { pullViews } from "../../../src/stages/tone/pull-views.ts";
import { planRoomCurve, roomCurveOf } from "../../../src/stages/tone/room-curve.ts";
import { judgeRoom, readScene } from "../../../src/stages/tone/scene.ts";
import { lumaOf } from "../../../src/stages/tone/statistics.ts";
import { findSurfaces } from "../../../src/stages/tone/surfaces.ts";
import { clearLuma, findVeils } from "../../../src/stages/tone/veil.ts";
import { viewColors } from "../../../src/stages/tone/view-colors.ts";
import { crossedTexture } from "../../../src/stages/tone/view-texture.ts";
import { findViews } from "../../../src/stages/tone/views.ts";
import { testContext } from "../../support/context.ts";
import { decode } from "../../support/decode.ts";
import { seededRandom } from "../../support/random.ts";
import { hasSharedFixtures, sharedFixtures } from "../../support/shared-fixtures.ts";
import { type Paint, paint, room } from "./scenes.ts";

async function sceneOf(image: IntegerImage) {
  const small = await shrinkToEdge(image, 800, testContext());
  return readScene(small, findSurfaces(small, lumaOf(small)));
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

/** A lit house under a dark sky, or the same sky by day. */
function street(sky: readonly [number, number, number]): Paint {
  return (x, y) => {
    if (y < 150) return sky;
    if (x % 24 < 8 && y % 30 < 12) return [255, 250, 215];
    const grain = ((x * 7 + y * 13) % 11) * 3;
    return [105 + grain, 80 + grain, 60 + grain];
  };
}

describe("evidence of a night", () => {
  const seen = (sky: readonly [number, number, number]) => sceneOf(paint(480, 360, street(sky)));

  test("is found where lights shine under a dark sky, and not by day", async () => {
    expect((await seen([22, 26, 38])).night).toBeGreaterThan(0.9);
    expect((await seen([120, 160, 215])).night).toBe(0);
    expect((await sceneOf(room(480, 360, { exposure: 0.4 }))).night).toBe(0);
    expect((await sceneOf(garden(480, 360))).night).toBe(0);
  });

  test("keeps the sky dark", async () => {
    const dark = paint(480, 360, street([22, 26, 38]));
    const { image, facts } = await tone({ image: dark }, {}, testContext());
    expect(facts?.liftEv).toBeLessThan(0.9);
    expect(image.data[3 * (480 * 20 + 200) + 1]).toBeLessThan(45);
  });
});

describe("a room's evidence", () => {
  test("is found in a room and not in a garden", async () => {
    expect((await sceneOf(room(480, 360))).room).toBeGreaterThan(0.9);
    expect((await sceneOf(room(480, 360, { exposure: 0.4, cast: [1.15, 1, 0.8] }))).room).toBeGreaterThan(0.9);
    expect((await sceneOf(garden(480, 360))).room).toBe(0);
  });

  test.skipIf(!hasSharedFixtures)("tells interiors from exteriors among photographs of properties", async () => {
    const outside = ["be_sky_green_house", "rf_perspective_house", "rf_sky_lodge"];
    for (const path of sharedFixtures("finished").filter((each) => /input_1\./.test(each))) {
      const { image } = await decode(readFileSync(path));
      const scene = await sceneOf(image);
      if (outside.some((name) => path.includes(name))) expect(scene.room, path).toBeLessThan(0.1);
      else expect(scene.room, path).toBeGreaterThan(0.5);
    }
  });

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

  test("tells a window's wall or a bright ceiling from a bright sky", () => {
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

  test("ends night", async () => {
    const small = await shrinkToEdge(paint(480, 360, street([22, 26, 38])), 512, testContext());
    const nightAt = (lightEv?: number) => readScene(small, findSurfaces(small, lumaOf(small)), { lightEv }).night;
    expect(nightAt()).toBeGreaterThan(0.9);
    expect(nightAt(4)).toBe(nightAt());
    expect(nightAt(14)).toBe(0);
  });
});

describe("the curve of a room", () => {
  const share = fc.double({ min: 0.01, max: 1, noNaN: true });

  test("rises, stays in range and ends black at 0", () => {
    fc.assert(
      fc.property(share, share, share, (shadow, median, pale) => {
        const dark = Math.min(shadow, median);
        const tones = { shadow: dark, dark, median, pale };
        const curve = roomCurveOf(planRoomCurve(tones, 0.73));
        expect(curve(0)).toBe(0);
        let previous = 0;
        for (let i = 1; i <= 100; i++) {
          const value = curve(i / 100);
          expect(value).toBeGreaterThanOrEqual(previous - 1e-9);
          expect(value).toBeLessThanOrEqual(1);
          previous = value;
        }
      }),
      { seed: 20261122 },
    );
  });

  test.each([0.2, 0.35, 0.5])("brings a median of %s to the same level", (median) => {
    const curve = roomCurveOf(planRoomCurve({ shadow: 0.02, dark: 0.04, median, pale: 1.15 * median }, 0.73));
    expect(curve(median)).toBeGreaterThan(0.69);
    expect(curve(median)).toBeLessThan(0.77);
  });

  test.each([0.2, 0.3])("keeps dark things of %s dark and the median where it was", (dark) => {
    const tones = { shadow: 0.02, median: 0.5, pale: 0.6 };
    const plain = roomCurveOf(planRoomCurve({ ...tones, dark: 0.05 }, 0.73));
    const curve = roomCurveOf(planRoomCurve({ ...tones, dark }, 0.73));
    expect(curve(dark)).toBeLessThan(plain(dark) - 0.02);
    expect(Math.abs(curve(0.5) - plain(0.5))).toBeLessThan(0.03);
  });

  test("leaves a room alone that is bright already", () => {
    const curve = roomCurveOf(planRoomCurve({ shadow: 0.05, dark: 0.1, median: 0.75, pale: 0.8 }, 0.73));
    for (const value of [0.1, 0.5, 0.9]) expect(curve(value)).toBeCloseTo(value, 5);
  });
});

describe("the light of a room", () => {
  const [width, height] = [240, 160];

  async function lightOf(color: Paint) {
    const small = await shrinkToEdge(paint(width, height, color), 800, testContext());
    const luma = lumaOf(small);
    return readLight(
      { width, height, wrapX: false },
      { luma, surfaces: findSurfaces(small, luma), dark: new Float32Array(luma.length) },
      1,
    );
  }

  test("is lifted where it falls off over a white wall", async () => {
    const { lifts } = await lightOf((x) => [200 - x / 2, 200 - x / 2, 200 - x / 2]);
    expect(lifts[80 * width + 230]).toBeGreaterThan(1.05);
    expect(lifts[80 * width + 10]).toBeLessThan(1);
  });

  test("is not lifted on dark paint", async () => {
    const { lifts } = await lightOf((x) => (x < 160 ? [200, 200, 200] : [40, 50, 90]));
    expect(lifts[80 * width + 230]).toBeLessThan(1.2);
  });
});

describe("surfaces that are almost neutral", () => {
  const spreadOf = (color: readonly [number, number, number], view = 0, coolWanted = false) => {
    const data = new Float32Array(new SharedArrayBuffer(12));
    data.set(color);
    const small = { width: 1, height: 1, factor: 1, channels: 3 as const, data, space: "srgb" as const };
    const [gains, lifted, views] = [Float32Array.of(1, 1), Float32Array.of(color[1]), Float32Array.of(view)];
    return neutralSpreads({ small, gains, lifted, views }, coolWanted, 1)[0];
  };

  test("give up more colour where they are bright and cool, unless white is wanted cool, and none in views", () => {
    const dark = spreadOf([0.3, 0.32, 0.36]);
    expect(spreadOf([0.9, 0.85, 0.8])).toBe(dark);
    expect(spreadOf([0.8, 0.85, 0.9])).toBeGreaterThan(3 * dark);
    expect(spreadOf([0.8, 0.85, 0.9], 0, true)).toBeLessThan(dark);
    expect(spreadOf([0.8, 0.85, 0.9], 1)).toBe(0);
  });
});

describe("windows", () => {
  const copy = { width: 200, height: 100, wrapX: false };
  const count = copy.width * copy.height;
  const inWindow = (i: number) => i % copy.width > 120 && i % copy.width < 180;
  /** Surfaces of the room's light, those in the window so much warmer (log of R/B). */
  const surfacesOf = (warmer: number) => ({
    samples: Float32Array.from({ length: 3 * count }, (_, i) =>
      i % 3 === 2 ? 1 : inWindow(Math.floor(i / 3)) ? (i % 3 === 0 ? warmer / 2 : -warmer / 2) : 0,
    ),
    red: 0,
    blue: 0,
    confidence: 1,
    near: count,
  });
  const evidenceOf = (luma: Float32Array, warmer = 0) => ({
    ...{ luma, texture: crossedTexture(copy, luma), surfaces: surfacesOf(warmer), level: 0.55 },
    coefficients: guidedCoefficients({ ...copy, data: luma }, 3, 1e-3, false),
  });
  const [pane, wall] = [50 * copy.width + 150, 50 * copy.width + 30];
  /** A room of 0.5 with leaves in its window: 0.85 and 0.97, as it happens; so at the pane and beside. */
  const random = seededRandom(3);
  const leaves = Float32Array.from({ length: count }, (_, i) => {
    const isDark = random() < 0.5;
    if (!inWindow(i)) return 0.5;
    return i === pane ? 0.85 : i === pane + 1 ? 0.97 : isDark ? 0.85 : 0.97;
  });
  const even = new Float32Array(count).fill(1);
  const plain = (value: number) => value;
  const pulled = (views: Float32Array, luma: Float32Array, curve = plain) =>
    pullViews(copy, views, { luma, lifts: even, curve });
  const shownAt = (lifts: Float32Array, luma: Float32Array, i: number) => luma[i] * lightOf(luma[i], lifts[i]);
  const smallOf = (data: Float32Array<SharedArrayBuffer>) => ({
    ...{ width: copy.width, height: copy.height, factor: 1 },
    ...{ channels: 3 as const, data, space: "srgb" as const },
  });

  test("with a view come down under the level of walls, and the wall stays", () => {
    const views = findViews(copy, evidenceOf(leaves), 1);
    const lifts = pulled(views, leaves);
    expect(views[pane]).toBeGreaterThan(0.9);
    const shown = [pane, pane + 1].map((i) => shownAt(lifts, leaves, i));
    expect(shown[0]).toBeLessThan(0.7);
    expect(lifts[wall]).toBeCloseTo(1, 3);
    // However washed out they are, neighbours part by no more than the curve may be steep.
    expect(shown[1] - shown[0]).toBeGreaterThan(leaves[pane + 1] - leaves[pane]);
    expect(shown[1] - shown[0]).toBeLessThan(2.5 * (leaves[pane + 1] - leaves[pane]));

    const clear = leaves.map((value, i) => (inWindow(i) ? value - 0.25 : value));
    const below = pulled(views, clear);
    const mean = (shownAt(below, clear, pane) + shownAt(below, clear, pane + 1)) / 2;
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.57);
  });

  test("hold the shade between leaves, and no frame", () => {
    const isFrame = (i: number) => i % copy.width > 145 && i % copy.width < 155;
    const lit = leaves.map((value, i) => (isFrame(i) ? 0.5 : value));
    const views = lit.map((value, i) => (inWindow(i) && value > 0.9 ? 1 : 0));
    const filled = fillViews(copy, views, crossedTexture(copy, lit));
    const inShade = (i: number) => lit[i] < 0.9 && i % copy.width > 160 && i % copy.width < 175;
    expect(Math.min(...filled.filter((_, i) => inShade(i)))).toBeGreaterThan(0.9);
    expect(filled[pane]).toBe(0);
    expect(filled[wall]).toBe(0);
  });

  test("are known by their light where a bracket tells it, however dim fusion made them", () => {
    const dim = leaves.map((value, i) => (inWindow(i) ? 0.55 * value : value));
    const stops = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? -4 : -7));
    const { surfaces, ...evidence } = evidenceOf(dim);
    const samples = surfaces.samples.map((value, i) => (i % 3 === 2 && inWindow(Math.floor(i / 3)) ? 0 : value));
    const seen = (light?: Float32Array) =>
      findViews(copy, { ...evidence, surfaces: { ...surfaces, samples }, stops: light }, 1)[pane];
    expect(seen()).toBe(0);
    expect(seen(stops)).toBeGreaterThan(0.9);
    expect(seen(stops.map((value, i) => (inWindow(i) ? -6 : value)))).toBe(0);
  });

  test("lie in more light than the cabinets before them", () => {
    const inCabinet = (i: number) => i % copy.width < 45 && Math.floor(i / copy.width) < 60;
    const cabinet = 30 * copy.width + 20;
    const textured = leaves.map((value, i) => (inCabinet(i) ? leaves[pane + (i % 9)] : value));
    /** How surely window and cabinet are views, where they lie so many stops over the room's light. */
    const found = (outside: number, inside: number) => {
      const stopsOf = (i: number) => (inWindow(i) ? outside : inCabinet(i) ? inside : 0);
      const views = findViews(
        copy,
        { ...evidenceOf(textured), stops: Float32Array.from(textured, (_, i) => stopsOf(i)) },
        1,
      );
      return [views[pane] > 0.9, views[cabinet] > 0.9];
    };
    expect(found(5, 1.9)).toEqual([true, false]);
    expect(found(5, 2.8)).toEqual([true, true]);
    expect(found(2.4, 2.3)).toEqual([true, true]);
  });

  test("are cooler than a room that lamps light: what is as warm is a lamp, or what it lights", () => {
    const { surfaces, ...evidence } = evidenceOf(leaves);
    /** Where the room's light has these logs of R/G and B/G, and what is bright is cooler by so much (log of R/B). */
    const seen = (red: number, blue: number, cooler: number) => {
      const samples = surfaces.samples.map((value, i) => {
        const bright = inWindow(Math.floor(i / 3)) ? cooler / 2 : 0;
        return i % 3 === 0 ? red - bright : i % 3 === 1 ? blue + bright : value;
      });
      return findViews(copy, { ...evidence, surfaces: { ...surfaces, samples, red, blue } }, 1)[pane];
    };
    expect(seen(0.25, -0.25, 0)).toBe(0);
    expect(seen(0.25, -0.25, 0.4)).toBeGreaterThan(0.9);
    expect(seen(0.05, -0.05, 0)).toBeGreaterThan(0.9);
    expect(seen(-0.25, 0.25, 0)).toBeGreaterThan(0.9);
  });

  test("of white sky are left white, and tell nothing of what stands before them", () => {
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const isBar = (i: number) => i % copy.width === 150;
    const sky = Float32Array.from({ length: count }, (_, i) => (isBar(i) ? 0.25 : inWindow(i) ? 0.98 : 0.5));
    const data = new Float32Array(new SharedArrayBuffer(12 * count));
    for (let i = 0; i < data.length; i++) data[i] = sky[Math.floor(i / 3)];
    const veils = findVeils(smallOf(data), sky, views, false);
    expect(veils[pane]).toBeLessThan(0.3);
    expect(shownAt(pulled(views, sky), sky, pane + 10)).toBeGreaterThan(0.93);
  });

  test("that lie at the room's level already stay", () => {
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const dim = leaves.map((value, i) => (inWindow(i) ? value / 4 : value));
    expect(pulled(views, dim)[pane]).toBeGreaterThan(0.85);
  });

  test("keep sky and trees apart, farther than they were before the curve flattens them", () => {
    const isTree = (i: number) => i >= 50 * copy.width;
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const scene = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? (isTree(i) ? 0.6 : 0.85) : 0.5));
    const [sky, tree] = [30 * copy.width + 150, 70 * copy.width + 150];
    const lifts = pulled(views, scene);
    const [above, below] = [shownAt(lifts, scene, sky), shownAt(lifts, scene, tree)];
    expect(above / below).toBeGreaterThan((1.05 * scene[sky]) / scene[tree]);
  });

  test("come out no brighter than they were, however far the curve lifts the room", () => {
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const dim = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 0.4 : 0.2));
    const steep = (value: number) => value ** 0.6;
    const lifts = pulled(views, dim, steep);
    expect(steep(shownAt(lifts, dim, pane))).toBeLessThan(0.41);
    expect(lifts[wall]).toBeCloseTo(1, 3);
  });

  test("that run one way are stairs and blinds, and stay", () => {
    const blind = Float32Array.from({ length: count }, (_, i) =>
      inWindow(i) ? (Math.floor(i / copy.width) % 4 < 2 ? 0.85 : 0.97) : 0.5,
    );
    expect(Math.max(...findViews(copy, evidenceOf(blind), 1).filter((_, i) => i % copy.width === 150))).toBeLessThan(
      0.1,
    );
  });

  test("hold the white sky beside their trees", () => {
    const sky = leaves.map((value, i) => (inWindow(i) && i < 40 * copy.width ? 0.97 : value));
    expect(findViews(copy, evidenceOf(sky), 1)[38 * copy.width + 150]).toBeGreaterThan(0.5);
    // Beside a white sky over half of the trees hangs a blind over the others, bright, but far from the highlights.
    const over = (right: number) =>
      leaves.map((value, i) => (inWindow(i) && i < 60 * copy.width ? (i % copy.width < 155 ? 0.97 : right) : value));
    const held = [0.97, 0.78].map((right) => findViews(copy, evidenceOf(over(right)), 1)[51 * copy.width + 172]);
    expect(held[0]).toBeGreaterThan(0.7);
    expect(held[1]).toBeLessThan(0.4);
  });

  test("lose most of a blue cast that lies over all of them, and keep the blue of a part", () => {
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const gains = new Float32Array(2 * count).fill(1);
    const luma = new Float32Array(count).fill(0.6);
    const blue = Float32Array.from({ length: 3 * count }, (_, i) => [-0.1, 0.2, 1][i % 3]);
    const warmed = warmViews(copy, views, { luma, samples: blue, gains });
    expect(warmed[2 * pane + 1] / warmed[2 * pane]).toBeCloseTo(Math.exp(-0.6 * 0.3), 3);
    expect(warmed[2 * wall]).toBe(1);
    const half = blue.map((value, i) => (Math.floor(i / 3) < 50 * copy.width ? value : -value));
    const kept = warmViews(copy, views, { luma, samples: half, gains });
    expect(kept[2 * (49 * copy.width + 150) + 1]).toBeGreaterThan(0.97);
  });

  test("grow in colour where glare left them pale, and give up what would be neon", () => {
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const factorOf = (color: readonly [number, number, number]) => {
      const data = new Float32Array(new SharedArrayBuffer(12 * count));
      for (let i = 0; i < count; i++) data.set(color, 3 * i);
      const [gains, veils] = [new Float32Array(2 * count).fill(1), new Float32Array(count)];
      return viewColors(copy, views, {
        small: smallOf(data),
        gains,
        veils,
        lifted: lumaOf(smallOf(data)),
        tones: plain,
      });
    };
    const pale = factorOf([0.5, 0.55, 0.46]);
    expect(pale[pane]).toBeGreaterThan(1.3);
    expect(pale[wall]).toBe(1);
    expect(factorOf([0.3, 0.8, 0.1])[pane]).toBeLessThan(0.6);
  });

  test("that are small or smooth are lamps and their glow, and stay", () => {
    const lamp = Float32Array.from({ length: count }, (_, i) => (Math.abs((i % copy.width) - 150) < 2 ? 0.95 : 0.5));
    expect(Math.max(...findViews(copy, evidenceOf(lamp), 1))).toBeLessThan(0.05);
    const glow = Float32Array.from({ length: count }, (_, i) => 0.4 + (0.5 * (i % copy.width)) / copy.width);
    expect(Math.max(...findViews(copy, evidenceOf(glow), 1))).toBe(0);
  });

  test("are not paper on a dark wall, far under the picture's highlights", () => {
    const paper = leaves.map((value, i) => (inWindow(i) ? 0.6 * value : i < 10 * copy.width ? 0.98 : 0.2));
    expect(findViews(copy, { ...evidenceOf(paper), level: 0.2 }, 1)[pane]).toBe(0);
  });

  test("are not what is much warmer than the room: lamp shades and sunlit wood stay", () => {
    expect(Math.max(...findViews(copy, evidenceOf(leaves, 0.9), 1))).toBe(0);
  });

  test("keep their daylight where a lamp's colour goes, and lose the room's blue where that goes", () => {
    const views = Float32Array.from({ length: count }, () => 1);
    const gains = (red: number, blue: number) =>
      Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? red : blue));
    expect([...keepDaylight(views, gains(0.86, 1.28)).subarray(0, 2)]).toEqual([1, 1]);
    expect(keepDaylight(views, gains(1.1, 0.9))[0]).toBeCloseTo(1.1, 5);
  });

  test("washed out by glare lose it: leaves get their contrast back", () => {
    const views = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 1 : 0));
    const data = new Float32Array(new SharedArrayBuffer(12 * count));
    for (let i = 0; i < count; i++)
      data.set(inWindow(i) ? [leaves[i] - 0.02, leaves[i], leaves[i] - 0.06] : [0.5, 0.5, 0.5], 3 * i);
    const veils = findVeils(smallOf(data), leaves, views, false);
    expect(veils[wall]).toBe(0);
    expect(veils[pane]).toBeGreaterThan(0.4);
    const clear = clearLuma(smallOf(data), leaves, veils);
    const contrast = (luma: Float32Array) => Math.abs(luma[pane] - luma[pane + 1]);
    expect(contrast(clear)).toBeGreaterThan(1.4 * contrast(leaves));
  });

  test("that are dim are not washed out: white blinds stay", () => {
    const views = new Float32Array(count).fill(1);
    const blind = new Float32Array(count).fill(0.55);
    const data = new Float32Array(new SharedArrayBuffer(12 * count)).fill(0.55);
    expect(Math.max(...findVeils(smallOf(data), blind, views, false))).toBe(0);
  });

  test("in daylight do not turn blue when a lamp's colour goes", () => {
    const samples = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0));
    for (let i = 0; i < count; i++) if (!inWindow(i)) samples.set([0.15, -0.25], 3 * i);
    const gains = Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0.86 : 1.28));
    const held = holdDaylight(copy, { luma: new Float32Array(count).fill(0.8), samples, gains, level: 0.8 }, 1);
    expect(held[2 * (50 * copy.width + 150) + 1]).toBeLessThan(1.02);
    expect(held[2 * (50 * copy.width + 30) + 1]).toBeGreaterThan(1.25);
  });

  test("black glass under a lamp does not turn blue, and what is of middle brightness loses the lamp's colour", () => {
    const neutral = Float32Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0));
    const gains = Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0.86 : 1.28));
    const luma = Float32Array.from({ length: count }, (_, i) => (inWindow(i) ? 0.12 : 0.4));
    const held = holdDaylight(copy, { luma, samples: neutral, gains, level: 0.7 }, 1);
    expect(held[2 * (50 * copy.width + 150) + 1]).toBeLessThan(1.02);
    expect(held[2 * (50 * copy.width + 30) + 1]).toBeGreaterThan(1.25);
  });
});

describe("tone in rooms", () => {
  test("brings rooms of every exposure to one level and leaves black and white apart", async () => {
    for (const exposure of [0.35, 0.5, 0.7]) {
      const { image, facts } = await tone({ image: room(480, 360, { exposure }) }, {}, testContext());
      expect(facts?.medianLightness.after).toBeGreaterThan(66);
      expect(facts?.medianLightness.after).toBeLessThan(78);
      const samples = Uint8Array.from(image.data).sort();
      expect(samples[0]).toBeLessThan(90);
      expect(samples[samples.length - 1]).toBeGreaterThan(190);
    }
  });

  test.each([
    ["a lamp", [1.12, 1, 0.85]],
    ["shade", [0.95, 1, 1.06]],
  ] as const)("makes walls neutral under %s", async (_, cast) => {
    const { image } = await tone({ image: room(480, 360, { exposure: 0.6, cast }) }, {}, testContext());
    const at = (180 * 480 + 60) * 3;
    const [r, g, b] = image.data.subarray(at, at + 3);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(10);
  });
});
