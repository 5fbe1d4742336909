import { describe, expect, test } from "vitest";
import { developFacts } from "../../../bench/raw/develop.ts";
import { truthScenes } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, type Filter, shootScene, xTransFilter } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";

const [width, height] = [264, 200];
const scene = truthScenes(width, height)[2];
const sound = (filter: Filter | undefined) => shootScene(scene, filter, { black: 512, white: 15_300 });

async function warningsOf(file: DngFile): Promise<readonly string[]> {
  const codes: string[] = [];
  const context = {
    ...testContext(),
    memory: new PixelPool(0),
    warn: (code: string) => codes.push(code),
  };
  await decode({ source: encodeDngFile(file), maxPixels: 1e8 }, {}, context);
  return codes;
}

const { RGGB } = bayerFilters;
const black = (...levels: number[]) => ({
  columns: levels.length > 1 ? 2 : 1,
  rows: levels.length > 1 ? 2 : 1,
  levels,
});

describe("levels that the data cannot have", () => {
  test.each([
    ["black above white", RGGB, { black: black(40_000) }],
    ["black in the midst of the data", RGGB, { black: black(6000) }],
    ["the black of one colour out of four", RGGB, { black: black(512, 9000, 512, 512) }],
    ["black above white", xTransFilter, { black: black(40_000) }],
    ["white below black", RGGB, { white: 300 }],
    ["white far below the data", RGGB, { white: 1500 }],
    ["black above white", undefined, { black: { columns: 1, rows: 1, levels: [60_000, 60_000, 60_000] } }],
  ])("%s are replaced with a warning, and the picture stays", async (_, filter, change) => {
    const file = { ...sound(filter), ...change };
    expect(await warningsOf(file)).toEqual(["decode/levels-implausible"]);
    const { image } = await developFacts(encodeDngFile(file), {});
    expect(psnr(scene, image as never)).toBeGreaterThan(24);
  });

  test.each([
    ["a sound file", sound(RGGB)],
    ["a sound X-Trans file", sound(xTransFilter)],
    ["a frame without light", { ...sound(RGGB), sample: (x: number, y: number) => 492 + ((x * 7 + y * 13) % 41) }],
    ["a frame that is all clipped", { ...sound(RGGB), sample: () => 15_300 }],
    ["a frame of zeros", { ...sound(RGGB), sample: () => 0 }],
  ])("%s gives no warning", async (_, file) => {
    expect(await warningsOf(file)).toEqual([]);
  });
});
