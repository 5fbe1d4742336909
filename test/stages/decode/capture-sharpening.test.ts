import { describe, expect, test } from "vitest";
import { bayerFilters, shootScene, xTransFilter } from "../../../bench/raw/sensor.ts";
import { encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { type DecodeOptionsInput, decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";

const [width, height] = [144, 96];
const [dark, lit] = [0.06, 0.5];

/** An upright edge, blurred by a cosine's slope of about the given width, px. */
function edge(slopePx: number) {
  const light = new Float32Array(width * height * 3);
  for (let i = 0; i < light.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const t = Math.min(1, Math.max(0, (x - 71.5 - y / 24) / slopePx + 0.5));
    light[i] = dark + (lit - dark) * (0.5 - 0.5 * Math.cos(Math.PI * t));
  }
  return { name: "edge", width, height, light };
}

async function photograph(noise: number, pattern: typeof xTransFilter | undefined, options: DecodeOptionsInput = {}) {
  const random = seededRandom(7);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const plain = shootScene(edge(2.4), pattern, { black: 512, white: 15_300 });
  const sample = (x: number, y: number, c: number) => {
    const value = plain.sample(x, y, c);
    return Math.round(value + gauss() * Math.sqrt(noise * Math.max(0, value - 512) * 14_788));
  };
  const source = encodeDngFile({ ...plain, sample });
  const { image, development } = await decode({ source, maxPixels: 1e8, outputBits: 8 }, options, testContext());
  const row = (y: number) => Array.from({ length: width }, (_, x) => image.data[(y * width + x) * 3 + 1]);
  return { rows: [10, 30, 50, 70].map(row), blurPx: development?.blurPx };
}

const steepest = (row: readonly number[]) => Math.max(...row.slice(20, 124).map((value, i) => value - row[i + 19]));

/** Standard deviation over the even part at the left. */
function grainOf(rows: readonly (readonly number[])[]): number {
  const values = rows.flatMap((row) => row.slice(4, 56));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

describe("capture sharpening", () => {
  test.each([
    ["Bayer", bayerFilters.RGGB],
    ["X-Trans", xTransFilter],
    ["full-colour", undefined],
  ])("steepens edges of %s data and leaves no halo", async (_, pattern) => {
    const [off, on] = [await photograph(0, pattern, { rawSharpening: "off" }), await photograph(0, pattern)];
    expect(off.blurPx).toBeUndefined();
    expect(on.blurPx).toBeGreaterThan(0.4);
    for (const [i, row] of on.rows.entries()) {
      expect(steepest(row)).toBeGreaterThan(1.05 * steepest(off.rows[i]));
      expect(Math.max(...row)).toBeLessThanOrEqual(Math.max(...off.rows[i]) + 2);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(Math.min(...off.rows[i]) - 2);
    }
  });

  test.each([1 / 45_000, 1 / 3000])("leaves noise of %f as it is", async (noise) => {
    const options = { rawDenoise: "off", rawHotPixels: "off" } as const;
    const off = await photograph(noise, bayerFilters.RGGB, { ...options, rawSharpening: "off" });
    const on = await photograph(noise, bayerFilters.RGGB, options);
    expect(grainOf(on.rows)).toBeLessThan(1.05 * grainOf(off.rows));
    expect(steepest(on.rows[1])).toBeGreaterThan(1.05 * steepest(off.rows[1]));
  });
});
