import { basename } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createScene, exposeFrame, type RoomName, renderOnce } from "../../../fixtures/scene/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { firstColumn, turnBack, turned, turnedCells } from "../../../src/stages/tone/sphere.ts";
import { testContext } from "../../support/context.ts";
import { hasPhotographs, sharedFixtures } from "../../support/shared-fixtures.ts";
import { tone } from "../../support/tone.ts";
import { paint, to16 } from "./scenes.ts";

const context = testContext();

function rendered(room: RoomName, width: number, ev: number): IntegerImage {
  const { radiance } = renderOnce(createScene({ room }), { width, height: width / 2, panorama: true });
  return exposeFrame(radiance, { ev, noise: 1.5, seed: 7 });
}

/** Land under a bright sky: smooth above, textured below, brightest to one side. */
function landscape(width: number): IntegerImage {
  return paint(width, width / 2, (x, y) => {
    const [longitude, latitude] = [(2 * Math.PI * x) / width, Math.PI * (0.5 - (y + 0.5) / (width / 2))];
    const [sun, away] = [Math.cos(longitude - 1), Math.cos(latitude)];
    if (latitude > 0.1 * Math.sin(5 * longitude)) return [150 + 60 * sun * away, 175 + 40 * sun * away, 215];
    const leaf = 25 * away * Math.sin(40 * longitude) * Math.cos(50 * latitude);
    return [60 + leaf, 78 + leaf, 45 + 0.5 * leaf];
  });
}

async function read(path: string): Promise<IntegerImage> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  return { width: info.width, height: info.height, channels: 3, data: pixels, space: "srgb" };
}

const toneSphere = async (image: IntegerImage) => (await tone({ image, wrapX: true }, {}, context)).image;

/** Mean step between two columns, in levels of 8 bits. */
function step({ width, height, data }: IntegerImage, from: number, to: number): number {
  let sum = 0;
  for (let i = 0; i < 3 * height; i++) {
    const row = Math.floor(i / 3) * width;
    sum += Math.abs(data[3 * (row + from) + (i % 3)] - data[3 * (row + to) + (i % 3)]);
  }
  return sum / (3 * height) / (data instanceof Uint8Array ? 1 : 257);
}

/**
 * How much the step over the seam grew, against the most that a step of the four columns on either side did: what
 * stands there gains contrast as well, and only a seam would stand out from it.
 */
function seamGrowth(before: IntegerImage, after: IntegerImage): number {
  const { width } = before;
  const growth = (x: number) => {
    const [left, right] = [(x + width) % width, (x + 1 + width) % width];
    return (step(after, left, right) + 0.1) / (step(before, left, right) + 0.1);
  };
  return growth(-1) / Math.max(...[-5, -4, -3, -2, 0, 1, 2, 3].map(growth));
}

/** Standard deviation along the first and the last row, mean of the channels, in levels of 8 bits. */
function polesOf({ width, height, data }: IntegerImage): number[] {
  return [0, height - 1].map((y) => {
    const row = Array.from(data.subarray(3 * y * width, 3 * (y + 1) * width));
    const deviations = [0, 1, 2].map((c) => {
      const values = row.filter((_, i) => i % 3 === c);
      const mean = values.reduce((sum, value) => sum + value, 0) / width;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / width);
    });
    return deviations.reduce((sum, each) => sum + each, 0) / 3 / (data instanceof Uint8Array ? 1 : 257);
  });
}

/** Largest difference of two pictures, in levels of 8 bits. */
function largestDifference(a: IntegerImage, b: IntegerImage): number {
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) largest = Math.max(largest, Math.abs(a.data[i] - b.data[i]));
  return largest / (a.data instanceof Uint8Array ? 1 : 257);
}

async function expectSphere(image: IntegerImage, turns = [1, Math.floor(image.width / 3) + 1]): Promise<void> {
  const result = await toneSphere(image);
  for (const by of turns) {
    const difference = largestDifference(
      turned(result, by, context.memory),
      await toneSphere(turned(image, by, context.memory)),
    );
    expect(difference, `turned by ${by} px`).toBeLessThanOrEqual(1);
  }
  expect(seamGrowth(image, result), "seam").toBeLessThanOrEqual(1.1);
  const [before, after] = [polesOf(image), polesOf(result)];
  for (const i of [0, 1]) expect(after[i], `pole ${i}`).toBeLessThanOrEqual(before[i] + 0.05);
}

describe("a sphere is toned alike wherever it was cut, closes at its seam and stays even at its poles", () => {
  test.each<[RoomName, number, number]>([
    ["kitchen", 600, 0.9],
    ["living", 512, 0],
    ["bedroom", 514, -0.8],
  ])("rendered: %s, %i px wide", async (room, width, ev) => {
    await expectSphere(rendered(room, width, ev));
  });

  test("painted: a landscape of 8 and of 16 bits", async () => {
    await expectSphere(landscape(640));
    await expectSphere(to16(landscape(640)));
  });

  const real = sharedFixtures("pano360/no_gpano").map((path) => [basename(path), path]);
  test.skipIf(!hasPhotographs("pano360/no_gpano")).each(real)("real: %s", async (_, path) => {
    const image = await read(path);
    await expectSphere(image, [image.width - 37]);
  });
});

test("a sphere's first column turns with it", () => {
  const image = landscape(320);
  const first = firstColumn(image);
  for (const by of [1, 100, 319]) {
    expect(firstColumn(turned(image, by, context.memory))).toBe((first - by + 320) % 320);
  }
});

test("a turned picture turns back", () => {
  const image = landscape(64);
  const there = turned(image, 23, context.memory);
  expect(there.data.slice(0, 3)).toEqual(image.data.slice(69, 72));
  turnBack(there, 23);
  expect(there.data).toEqual(image.data);
  expect([...turnedCells(Float32Array.of(1, 2, 4, 8), 4, 1)]).toEqual([8, 1, 2, 4]);
  expect([...turnedCells(Float32Array.of(1, 2, 4, 8), 4, 0.5)]).toEqual([4.5, 1.5, 3, 6]);
});
