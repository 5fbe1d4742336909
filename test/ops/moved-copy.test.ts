import { describe, expect, test } from "vitest";
import { type Homography, type IntegerImage, identityHomography } from "../../src/image/index.ts";
import { movedCopy } from "../../src/ops/index.ts";
import { testContext } from "../support/context.ts";

const [width, height] = [330, 240];
const waves = (x: number, y: number) => 128 + 60 * Math.sin(x / 14) + 50 * Math.cos(y / 17);

function paint(toFrame: (x: number, y: number) => readonly [number, number]): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let i = 0; i < width * height; i++) {
    data.fill(Math.round(waves(...toFrame(i % width, Math.floor(i / width)))), 3 * i, 3 * i + 3);
  }
  return { width, height, channels: 3, data, space: "srgb" };
}

describe("a moved copy", () => {
  test("is the frame's own where it stands still, with the pixels of the frame averaged", async () => {
    const { image, factor } = await movedCopy(
      paint((x, y) => [x, y]),
      identityHomography,
      110,
      testContext(),
    );
    expect([factor, image.width, image.height]).toEqual([3, 110, 80]);
    const centre = (40 * 110 + 55) * 3;
    expect(image.data[centre] / 257).toBeCloseTo(waves(55 * 3 + 1, 40 * 3 + 1), -0.5);
  });

  test("shows what the frame would show from elsewhere, to the parts of a small pixel", async () => {
    const motion: Homography = [1, 0, 7, 0, 1, -4, 0, 0, 1];
    const frame = paint((x, y) => [x - 7, y + 4]);
    const { image } = await movedCopy(frame, motion, 110, testContext());
    const { image: still } = await movedCopy(
      paint((x, y) => [x, y]),
      identityHomography,
      110,
      testContext(),
    );
    let worst = 0;
    for (let y = 6; y < 74; y++) {
      for (let x = 6; x < 104; x++) {
        const at = (y * 110 + x) * 3;
        worst = Math.max(worst, Math.abs(image.data[at] - still.data[at]) / 257);
      }
    }
    expect(worst).toBeLessThan(1);
  });
});
