import { describe, expect, test } from "vitest";
import { developFacts } from "../../../bench/raw/develop.ts";
import { truthScenes } from "../../../bench/raw/scenes.ts";
import { psnr } from "../../../bench/raw/score.ts";
import { bayerFilters, type Filter, shootScene, xTransFilter } from "../../../bench/raw/sensor.ts";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { seededRandom } from "../../support/random.ts";

const [width, height] = [264, 200];
const scene = truthScenes(width, height)[2];
const { RGGB } = bayerFilters;
const truth = 512;

/** Columns and rows that no light reaches; multiples of both cells' sides. */
const [left, top] = [24, 12];
const mask = [top, 0, top + height, left - 4] as const;

/** A sensor with a dark border, whose file states no black level; `dark` is what a dark photosite shows. */
function bordered(filter: Filter, dark: (x: number, y: number) => number, change: Partial<DngFile> = {}): Uint8Array {
  const { black: _, ...inner } = shootScene(scene, filter, { black: truth, white: 15_300 });
  const isLit = (x: number, y: number) => x >= left && y >= top;
  return encodeDngFile({
    ...inner,
    width: width + left,
    height: height + top,
    sample: (x, y, c) => Math.round(isLit(x, y) ? inner.sample(x - left, y - top, c) : dark(x, y)),
    activeArea: [top, left, top + height, left + width],
    ...change,
  });
}

function noise(seed: number): (x: number, y: number) => number {
  const random = seededRandom(seed);
  return () => truth + 0.3 + 6 * (random() + random() + random() - 1.5);
}

async function developed(bytes: Uint8Array) {
  const { image, development } = await developFacts(bytes, { rawHotPixels: "off" });
  return { score: psnr(scene, image as never), from: development?.blackFrom };
}

describe("black from photosites that no light reaches", () => {
  test.each([
    ["masked areas that a Bayer DNG names", RGGB, { maskedAreas: [mask] }],
    ["masked areas that an X-Trans DNG names", xTransFilter, { maskedAreas: [mask] }],
    ["a dark margin that a Bayer DNG leaves out", RGGB, {}],
    ["a dark margin that an X-Trans DNG leaves out", xTransFilter, {}],
  ])("%s give the black that the file does not state", async (_, filter, change) => {
    const { score, from } = await developed(bordered(filter, noise(1), change));
    const told = await developed(bordered(filter, noise(1), { black: { columns: 1, rows: 1, levels: [truth] } }));
    expect([from, told.from]).toEqual(["masked", "file"]);
    expect(score).toBeGreaterThan(told.score - 0.3);
  });

  test("is not misled by light that leaks into a part of the mask, nor by stuck photosites", async () => {
    const dark = noise(2);
    const leaking = (x: number, y: number) => (y % 5 === 0 ? dark(x, y) + 2000 : x % 11 === 3 ? 15_300 : dark(x, y));
    const { score, from } = await developed(bordered(RGGB, leaking, { maskedAreas: [mask] }));
    expect(from).toBe("masked");
    expect(score).toBeGreaterThan(40);
  });

  test("greens that differ get black levels of their own", async () => {
    const offset = (x: number, y: number) => (x % 2 === 1 && y % 2 === 0 ? 90 : 0);
    const { sample, ...file } = shootScene(scene, RGGB, { black: truth, white: 15_300 });
    const bytes = bordered(RGGB, (x, y) => truth + offset(x, y), {
      sample: (x, y, c) => (x < left || y < top ? truth : sample(x - left, y - top, c)) + offset(x, y),
      maskedAreas: [mask],
      white: file.white,
    });
    const { score, from } = await developed(bytes);
    expect(from).toBe("masked");
    expect(score).toBeGreaterThan(40);
  });

  test("the black level that the file states goes before the masked areas", async () => {
    const black = { columns: 1, rows: 1, levels: [truth] };
    const { from } = await developed(bordered(RGGB, () => truth + 400, { black, maskedAreas: [mask] }));
    expect(from).toBe("file");
  });

  test.each([
    ["is lit like the picture next to it", (x: number, y: number) => 3000 + ((x * 31 + y * 17) % 97)],
    ["holds a picture", (x: number, y: number) => 600 + 40 * x + ((x * 7919 + y * 104_729) % 4000)],
    ["holds nothing but zeros", () => 0],
  ])("a margin that %s is not taken for black", async (_, dark) => {
    const flat = (x: number, y: number) => 3000 + ((x * 31 + y * 17) % 97);
    const isLit = (x: number, y: number) => x >= left && y >= top;
    const bytes = bordered(RGGB, dark, { sample: (x, y) => (isLit(x, y) ? flat(x, y) : dark(x, y)) });
    const { development } = await developFacts(bytes, {});
    expect(development?.blackFrom).not.toBe("masked");
  });

  test.each([
    ["reaches into the picture", [[top, left - 8, top + height, left + width]]],
    ["lies outside the sensor", [[5000, 5000, 9000, 9000]]],
    ["is turned inside out", [[top + height, left, top, 0]]],
    ["is as large as numbers go", [[0, 0, 0xffffffff, 0xffffffff]]],
  ])("a masked area that %s does no harm", async (_, areas) => {
    const maskedAreas = areas as unknown as NonNullable<DngFile["maskedAreas"]>;
    const { development } = await developFacts(bordered(RGGB, noise(3), { maskedAreas }), {});
    expect(development?.blackFrom).toBeDefined();
  });
});
