import { describe, expect, test } from "vitest";
import { composeHomographies, type Homography, type IntegerImage, invertHomography } from "../../src/image/index.ts";
import { buildGrid, warpImage } from "../../src/ops/index.ts";
import { testContext } from "../support/context.ts";
import { gridFromHomography } from "../support/homography-grid.ts";
import { randomSamples } from "../support/random.ts";

/** A smooth picture, so that resampling twice loses little. */
function waves(width: number, height: number): IntegerImage {
  const data = new Uint16Array(new SharedArrayBuffer(width * height * 6));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) data[(y * width + x) * 3 + c] = 32768 + 20000 * Math.sin(x / 9 + c) * Math.cos(y / 7);
    }
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const tilt: Homography = [1.02, 0.03, -3, -0.01, 0.99, 2, 1e-5, -2e-5, 1];

describe("warpImage", () => {
  test("undoes a projective map by its inverse", async () => {
    const context = testContext();
    const image = waves(150, 110);
    const there = await warpImage(image, gridFromHomography(150, 110, tilt, context.memory), context);
    const back = await warpImage(there, gridFromHomography(150, 110, invertHomography(tilt), context.memory), context);
    let worst = 0;
    for (let y = 12; y < 98; y++) {
      for (let i = (y * 150 + 12) * 3; i < (y * 150 + 138) * 3; i++) {
        worst = Math.max(worst, Math.abs(back.data[i] - image.data[i]));
      }
    }
    expect(worst).toBeLessThan(120);
  });

  test("gives the same bytes whatever the bands", async () => {
    const image: IntegerImage = {
      width: 90,
      height: 70,
      channels: 3,
      data: randomSamples(90 * 70 * 3, 8, 1),
      space: "srgb",
    };
    const results = [];
    for (const bandRows of [1, 13, 128]) {
      const context = testContext({ bandRows });
      results.push(await warpImage(image, gridFromHomography(90, 70, tilt, context.memory), context));
    }
    expect(results[1].data).toEqual(results[0].data);
    expect(results[2].data).toEqual(results[0].data);
  });

  test("makes a target of the grid's size and of the source's depth", async () => {
    const context = testContext();
    const image = waves(40, 30);
    const grid = buildGrid(17, 23, { sourceOf: (x, y) => ({ x, y }) }, context.memory);
    const { width, height, data } = await warpImage(image, grid, context);
    expect([width, height, data.length, data.BYTES_PER_ELEMENT]).toEqual([17, 23, 17 * 23 * 3, 2]);
    expect(data[(22 * 17 + 16) * 3]).toBe(image.data[(22 * 40 + 16) * 3]);
  });

  test("meets itself at the seam of a picture that wraps", async () => {
    const context = testContext();
    const image: IntegerImage = {
      width: 64,
      height: 9,
      channels: 3,
      data: randomSamples(64 * 9 * 3, 8, 4),
      space: "srgb",
    };
    const turn = (by: number): Homography => [1, 0, by, 0, 1, 0, 0, 0, 1];
    const grid = gridFromHomography(64, 9, turn(-20), context.memory);
    const turned = await warpImage(image, grid, context, { wrapX: true });
    const rest = gridFromHomography(64, 9, composeHomographies(turn(-20), turn(-24)), context.memory);
    const round = await warpImage(turned, rest, context, { wrapX: true });
    expect(round.data).toEqual(image.data);
  });
});
