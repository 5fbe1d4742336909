import { describe, expect, test } from "vitest";
import { developFacts } from "../../../bench/raw/develop.ts";
import { truthScenes } from "../../../bench/raw/scenes.ts";
import { bayerFilters, shootScene } from "../../../bench/raw/sensor.ts";
import { type DngProfile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { colorMatrix } from "../../../fixtures/scene/index.ts";
import { decodeSrgb } from "../../../src/image/index.ts";
import { monotoneCurve } from "../../../src/stages/decode/tone-table.ts";

const scene = truthScenes(96, 72)[2];

async function developed(profile: DngProfile | undefined, options: Parameters<typeof developFacts>[1] = {}) {
  const file = { ...shootScene(scene, bayerFilters.RGGB, { black: 512, white: 15_300 }), ...(profile && { profile }) };
  const bytes = encodeDngFile({ ...file, colorMatrixA: colorMatrix });
  const { image, development } = await developFacts(bytes, { rawToneCurve: "camera", ...options });
  return { data: [...image.data], profile: development?.profile };
}

/** A table with the same change everywhere. */
function table(change: readonly number[], dims = [6, 2, 1]) {
  return { dims, data: Array.from({ length: dims[0] * dims[1] * dims[2] }, () => change).flat() };
}

/** Mean spread between a pixel's channels. */
function colourfulness(data: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 3) {
    const pixel = data.slice(i, i + 3);
    sum += Math.max(...pixel) - Math.min(...pixel);
  }
  return sum / (data.length / 3);
}

const plain = await developed(undefined);

describe("the look that a DNG brings along", () => {
  test("a profile that changes nothing changes nothing, and is reported", async () => {
    const { data, profile } = await developed({ hueSatMap: table([0, 1, 1]), lookTable: table([0, 1, 1]) });
    expect(profile).toEqual(["hueSatMap", "lookTable"]);
    expect(Math.max(...data.map((value, i) => Math.abs(value - plain.data[i])))).toBeLessThan(64);
  });

  test("a table without saturation makes the picture grey", async () => {
    const { data } = await developed({ lookTable: table([0, 0, 1]) });
    expect(colourfulness(data)).toBeLessThan(0.05 * colourfulness(plain.data));
  });

  test("tables of two calibrations are mixed as the light asks", async () => {
    const { data } = await developed({ hueSatMap: table([0, 0, 1]), hueSatMapA: table([0, 1, 1]).data });
    expect(colourfulness(data)).toBeLessThan(colourfulness(plain.data));
  });

  test("the file's tone curve takes the place of the engine's", async () => {
    const { data, profile } = await developed({ toneCurve: [0, 0, 0.25, 0.5, 1, 1] });
    const linear = await developed(undefined, { rawToneCurve: "linear" });
    expect(profile).toEqual(["toneCurve"]);
    const curve = monotoneCurve([
      [0, 0],
      [0.25, 0.5],
      [1, 1],
    ]);
    for (let i = 1; i < data.length; i += 299) {
      const light = decodeSrgb(linear.data[i] / 65535);
      if (light < 0.9) expect(decodeSrgb(data[i] / 65535)).toBeCloseTo(curve(light), 1);
    }
  });

  test.each([
    ["the option that leaves it out", { rawProfile: "off" } as const, { lookTable: table([0, 0, 1]) }],
    ["a table of another size than it says", {}, { lookTable: { dims: [90, 30, 1], data: [0, 1, 1] } }],
    ["a table with no side", {}, { lookTable: { dims: [0, 2, 1], data: [] } }],
    ["a table that is no number", {}, { lookTable: table([0, Number.NaN, 1]) }],
    ["a table of absurd scales", {}, { hueSatMap: table([0, 1e9, 1]) }],
    ["a tone curve that falls", {}, { toneCurve: [0, 0, 0.5, 0.8, 0.7, 0.2, 1, 1] }],
    ["a tone curve that turns back", {}, { toneCurve: [0, 0, 0.5, 0.5, 0.4, 0.6, 1, 1] }],
    ["a tone curve meant for a gain map", {}, { toneCurve: [0, 0, 1, 1], gainTableMap: new Uint8Array(64) }],
  ])("%s gives the engine's own rendering", async (_, options, profile) => {
    const result = await developed(profile, options);
    expect(result.profile).toEqual([]);
    expect(result.data).toEqual(plain.data);
  });
});

describe("a curve through points", () => {
  test("meets them, rises between them, and overshoots nowhere", () => {
    const points = [
      [0, 0],
      [0.1, 0.02],
      [0.2, 0.6],
      [0.7, 0.61],
      [1, 1],
    ] as const;
    const curve = monotoneCurve(points);
    for (const [x, y] of points) expect(curve(x)).toBeCloseTo(y, 9);
    let before = 0;
    for (let i = 0; i <= 1000; i++) {
      const value = curve(i / 1000);
      expect(value).toBeGreaterThanOrEqual(before - 1e-12);
      before = value;
    }
  });
});
