import { describe, expect, test } from "vitest";
import type { IntegerImage } from "../../../src/image/index.ts";
import { merge } from "../../../src/stages/merge/index.ts";
import { testContext } from "../../support/context.ts";
import { randomSamples, seededRandom } from "../../support/random.ts";
import { relateAndMerge, relateFrames } from "../../support/related-stages.ts";

/** Smooth colour with fine texture, exposed with a gain in stops and clipped, as a frame of a bracket is. */
function frame(width: number, height: number, stops: number, bits: 8 | 16 = 8): IntegerImage {
  const random = seededRandom(11);
  const data = randomSamples(width * height * 3, bits, 1);
  const one = bits === 8 ? 255 : 65535;
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor(i / 3) % width;
    const scene = 0.25 + 0.2 * Math.sin(x / 9 + (i % 3)) + 0.05 * random();
    data[i] = Math.round(Math.min(1, scene * 2 ** (stops / 2.2)) * one);
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

const bytesOf = ({ data }: IntegerImage) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

const methods = ["natural", "mertens"] as const;

describe("merge", () => {
  test("one frame passes through untouched", async () => {
    const only = frame(20, 10, 0);
    const result = await relateAndMerge([only], {}, testContext());
    expect(result).toMatchObject({ image: only, applied: false, framesUsed: 1 });
  });

  test.each([8, 16] as const)(
    "merging equal frames of %i bits gives the frame, to a tenth of a level",
    async (bits) => {
      const one = frame(67, 45, 0, bits);
      const { image } = await relateAndMerge([one, one, one], { dropFrames: "never" }, testContext());
      const scale = bits === 8 ? 257 : 1;
      let worst = 0;
      for (let i = 0; i < image.data.length; i++)
        worst = Math.max(worst, Math.abs(image.data[i] - one.data[i] * scale));
      expect(worst).toBeLessThanOrEqual(25);
    },
  );

  test.each(methods)("the order of the frames does not change a byte (%s)", async (method) => {
    const [dark, mid, bright] = [-2, 0, 2].map((stops) => frame(61, 40, stops));
    const forward = await relateAndMerge([dark, mid, bright], { method }, testContext());
    const shuffled = await relateAndMerge([bright, dark, mid], { method }, testContext());
    expect(Buffer.compare(bytesOf(forward.image), bytesOf(shuffled.image))).toBe(0);
  });

  test.each(methods)("the height of the bands does not change a byte (%s)", async (method) => {
    const [dark, mid, bright] = [-2, 0, 2].map((stops) => frame(80, 77, stops));
    const whole = await relateAndMerge([dark, mid, bright], { method }, testContext({ bandRows: 1000 }));
    const bands = await relateAndMerge([dark, mid, bright], { method }, testContext({ bandRows: 5 }));
    expect(Buffer.compare(bytesOf(whole.image), bytesOf(bands.image))).toBe(0);
  });

  test.each([
    [1, 1],
    [1, 9],
    [2, 2],
    [3, 5],
    [7, 4],
  ])("a picture of %i × %i merges", async (width, height) => {
    for (const method of methods) {
      const { image } = await relateAndMerge(
        [frame(width, height, -1), frame(width, height, 1)],
        { method },
        testContext(),
      );
      expect(image).toMatchObject({ width, height });
    }
  });

  test.each(methods)("frames are never written (%s)", async (method) => {
    const [a, b] = [frame(33, 21, -1), frame(33, 21, 1)];
    const copies = [a, b].map((image) => Array.from(image.data));
    await relateAndMerge([a, b], { method }, testContext());
    expect([a, b].map((image) => Array.from(image.data))).toEqual(copies);
  });

  test("frames of different sizes are refused with their sizes", async () => {
    const { relation } = await relateFrames([frame(10, 10, 0), frame(10, 10, 1)], testContext());
    const failing = merge({ frames: [frame(10, 10, 0), frame(12, 10, 0)], relation }, {}, testContext());
    await expect(failing).rejects.toMatchObject({ code: "input/mismatch", context: { sizes: ["10 × 10", "12 × 10"] } });
  });

  test.each(["natural", "mertens"] as const)("a full circle has no seam, wherever it is cut (%s)", async (method) => {
    const [width, height] = [256, 128];
    const circle = (stops: number, turn: number): IntegerImage => {
      const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
      for (let i = 0; i < data.length; i++) {
        const x = (Math.floor(i / 3) + turn) % width;
        const angle = (2 * Math.PI * x) / width;
        // A bright window where the circle is cut, so that a seam would show.
        const light = 0.12 + 0.1 * Math.sin(3 * angle + (i % 3)) + (Math.abs(x - 10) < 24 ? 1.2 : 0);
        data[i] = Math.round(Math.min(1, light * 2 ** (stops / 2.2)) * 255);
      }
      return { width, height, channels: 3, data, space: "srgb" };
    };
    const merged = async (turn: number) => {
      const frames = [-4, -2, 0].map((stops) => circle(stops, turn)) as [IntegerImage, ...IntegerImage[]];
      return (await relateAndMerge(frames, { method }, testContext(), { wrapX: true })).image;
    };
    const [straight, turned] = [await merged(0), await merged(128)];
    let worst = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const a = straight.data[(y * width + ((x + 128) % width)) * 3];
        worst = Math.max(worst, Math.abs(a - turned.data[(y * width + x) * 3]) / 257);
      }
    }
    expect(worst).toBeLessThan(3);
  });
});
