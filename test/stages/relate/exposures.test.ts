import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createScene, renderBracket } from "../../../fixtures/scene/index.ts";
import { decodeSrgb, encodeSrgb, ev100, type IntegerImage } from "../../../src/image/index.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";
import { relateFrames } from "../../support/related-stages.ts";
import { hasSharedFixtures, presentRows, sharedFixture } from "../../support/shared-fixtures.ts";

const [width, height] = [390, 260];

type Known = readonly (number | undefined)[];

async function findExposures(frames: readonly IntegerImage[], known: Known) {
  const { exposures, pairs } = await relateFrames(frames as [IntegerImage], testContext(), known);
  return { ...exposures, pairs };
}

function bracket(evs: readonly number[], room: "living" | "kitchen" = "living") {
  return renderBracket(createScene({ room, windowEv: 5 }), { width, height, evs, noise: 1 }).map(({ image }) => image);
}

/** Contrast in the mid-tones and a shoulder, as a camera's own rendering has them. */
function throughCamera({ data, ...frame }: IntegerImage): IntegerImage {
  const curve = Uint8Array.from({ length: 256 }, (_, i) => {
    const light = (1 - Math.exp(-3 * decodeSrgb(i / 255) ** 1.45)) / (1 - Math.exp(-3));
    return Math.round(255 * encodeSrgb(light));
  });
  const curved = new Uint8Array(new SharedArrayBuffer(data.length));
  for (const [i, value] of data.entries()) curved[i] = curve[value];
  return { ...frame, data: curved };
}

function even(value: number): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(3 * width * height)).fill(value);
  return { width, height, channels: 3, data, space: "srgb" };
}

const none = (count: number) => Array.from({ length: count }, () => undefined);
const errors = (found: readonly number[], evs: readonly number[]) =>
  found.map((stops, i) => Math.abs(stops - (evs[i] - Math.min(...evs))));

describe("exposure steps", () => {
  const brackets = [
    { room: "living", evs: [-2, 0, 2] },
    { room: "living", evs: [-6, -4, -2, 0, 2] },
    { room: "kitchen", evs: [0, -3, 3, -2, 2, -1, 1] },
    { room: "kitchen", evs: [-3, 0, 3] },
    { room: "living", evs: [0, 0, 1] },
  ] as const;

  test.each(brackets)("are measured to a tenth of a stop without EXIF: $room, $evs", async ({ room, evs }) => {
    const found = await findExposures(bracket(evs, room), none(evs.length));
    expect(Math.max(...errors(found.stops, evs))).toBeLessThan(0.1);
    expect(found.sources).toEqual(evs.map(() => "pixels"));
    expect(found.cameraContrast).toBeLessThan(0.15);
  });

  test("are measured through a curve that no camera has to 20 %", async () => {
    const evs = [-4, -2, 0, 2];
    const found = await findExposures(bracket(evs).map(throughCamera), none(4));
    const steps = found.stops.slice(1).map((stops, i) => stops - found.stops[i]);
    for (const step of steps) expect(Math.abs(step - 2)).toBeLessThan(0.4);
  });

  test("are taken from EXIF where it holds, whatever the camera's curve", async () => {
    const evs = [2, -4, 0, -2];
    const known = evs.map((ev) => 8 - ev + (ev === 0 ? 0.1 : 0));
    const found = await findExposures(bracket(evs).map(throughCamera), known);
    expect(found.mismatches).toEqual([]);
    expect(found.sources).toEqual(["exif", "exif", "exif", "exif"]);
    expect(found.stops.map((stops) => Number(stops.toFixed(3)))).toEqual([6, 0, 3.9, 2]);
  });

  test.each([-1, 1, 3])("name the one frame whose EXIF is %i stops off, and measure it", async (lie) => {
    const evs = [-4, -2, 0, 2];
    const known = evs.map((ev, i) => 8 - ev + (i === 2 ? lie : 0));
    const found = await findExposures(bracket(evs), known);
    expect(found.mismatches).toHaveLength(1);
    expect(found.mismatches[0].frame).toBe(2);
    expect(Math.abs(found.mismatches[0].differenceEv - lie)).toBeLessThan(0.15);
    expect(found.sources).toEqual(["exif", "exif", "pixels", "exif"]);
    expect(Math.max(...errors(found.stops, evs))).toBeLessThan(0.15);
  });

  test("that EXIF states wrongly for all frames, as with automatic ISO that is not recorded, come from the pixels", async () => {
    const evs = [-3, 0, 3];
    const found = await findExposures(bracket(evs), [8, 8, 8]);
    expect(found.mismatches).toHaveLength(2);
    expect(Math.max(...errors(found.stops, evs))).toBeLessThan(0.15);
  });

  test("are measured for a frame without EXIF among others that have it", async () => {
    const evs = [-2, 0, 2];
    const found = await findExposures(bracket(evs), [10, undefined, 6]);
    expect(found.sources).toEqual(["exif", "pixels", "exif"]);
    expect(Math.max(...errors(found.stops, evs))).toBeLessThan(0.1);
  });

  test("are EXIF's where frames share no tones, and two stops if nothing is known", async () => {
    const frames = [even(253), even(3)];
    const found = await findExposures(frames, [3, 10]);
    expect(found.stops).toEqual([7, 0]);
    expect(found.sources).toEqual(["exif", "exif"]);
    const unknown = await findExposures(frames, none(2));
    expect(unknown.stops).toEqual([2, 0]);
    expect(unknown.sources).toEqual(["assumed", "assumed"]);
  });

  test("do not depend on the order of the frames", async () => {
    const evs = [-2, 0, 2];
    const frames = bracket(evs);
    const found = await findExposures(frames, [10, 8, 6]);
    const turned = await findExposures([frames[2], frames[0], frames[1]], [6, 10, 8]);
    expect(turned.stops).toEqual([found.stops[2], found.stops[0], found.stops[1]]);
    expect(turned.cameraContrast).toBe(found.cameraContrast);
  });

  test("of one frame are none", async () => {
    const found = await findExposures([even(128)], [undefined]);
    expect(found).toMatchObject({ stops: [0], sources: ["pixels"], mismatches: [] });
  });

  test("that EXIF contradicts are reported by name", async () => {
    const context = testContext();
    const names = ["a.jpg", "b.jpg", "c.jpg"];
    await relateFrames(bracket([-2, 0, 2]) as [IntegerImage, ...IntegerImage[]], context, [9, 7, 7], names);
    expect(context.warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "relate/exposure-mismatch c.jpg: shows 2.0 stops more light than its EXIF says; the measured exposure is used",
    ]);
  });
});

const real = [
  {
    name: "kitchen",
    files: [2, 3, 1, 4, 5].map((n) => `bracket-${n}.JPG`),
    timesS: [1 / 320, 1 / 80, 1 / 20, 1 / 5, 0.8],
  },
  { name: "lighthouse", files: ["A.jpg", "B.jpg", "C.jpg"], timesS: [1 / 40, 1 / 10, 0.4] },
  { name: "library_canon", files: [322, 321, 319].map((n) => `IMG_0${n}.JPG`), timesS: [1 / 30, 1 / 15, 1 / 4] },
  {
    name: "samsung_scene2",
    files: [27, 23, 19, 15].map((n) => `SAM_00${n}.JPG`),
    timesS: [1 / 750, 1 / 180, 1 / 45, 1 / 10],
  },
  { name: "raw_d5000", files: [2, 1, 3].map((n) => `sample${n}.dng`), timesS: [1 / 640, 1 / 160, 1 / 40] },
];

test.skipIf(!hasSharedFixtures).each(presentRows(real, ({ name }) => `brackets/${name}`))(
  "true EXIF is trusted, and without it each step is found to 15 % through the camera's curve: $name",
  async ({ name, files, timesS }) => {
    const frames: IntegerImage[] = [];
    for (const file of files) {
      const source = readFileSync(sharedFixture(`brackets/${name}/${file}`));
      const small = name === "raw_d5000" ? {} : { minEdgePx: 700 };
      frames.push((await decode({ source, maxPixels: 1e8, ...small }, {}, testContext())).image);
    }
    const known = timesS.map((timeS) => ev100({ timeS }));
    expect(await findExposures(frames, known)).toMatchObject({ mismatches: [], sources: files.map(() => "exif") });
    const { stops } = await findExposures(frames, none(files.length));
    for (let k = 1; k < files.length; k++) {
      const step = Math.log2(timesS[k] / timesS[k - 1]);
      expect(Math.abs(stops[k] - stops[k - 1] - step) / step).toBeLessThan(0.15);
    }
  },
);
