import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createScene, renderBracket } from "../../../fixtures/scene/index.ts";
import { testContext } from "../../support/context.ts";
import { relateAndMerge } from "../../support/related-stages.ts";

const [width, height] = [180, 121];
const frames = renderBracket(createScene({ room: "kitchen" }), { width, height, evs: [-2, 0, 2], noise: 1 });
const [dark, middle, bright] = frames.map(({ image }) => image);

describe("the method mertens", () => {
  test.each([
    ["mertens-kitchen.png", 1],
    ["mertens-kitchen-110.png", 0],
  ])("comes within 50 dB of OpenCV's result, %s", async (name, exposednessWeight) => {
    const path = fileURLToPath(new URL(`../../../fixtures/golden/${name}`, import.meta.url));
    const golden = await sharp(path).toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer();
    const expected = new Uint16Array(golden.buffer, golden.byteOffset, width * height * 3);
    const { image } = await relateAndMerge(
      [dark, middle, bright],
      { method: "mertens", exposednessWeight },
      testContext(),
    );
    let squares = 0;
    for (let i = 0; i < expected.length; i++) squares += ((image.data[i] - expected[i]) / 65535) ** 2;
    expect(10 * Math.log10(expected.length / squares)).toBeGreaterThan(50);
  });
});
