import { describe, expect, it } from "vitest";
import { findLineSegments as findWith, type LineWindow, type SmallImage } from "../../src/ops/index.ts";
import { testContext } from "../support/context.ts";
import { seededRandom } from "../support/random.ts";

const size = { width: 300, height: 240 };
const findLineSegments = (image: SmallImage, window: LineWindow, minLengthPx: number) =>
  findWith(image, window, minLengthPx, testContext());
const vertical: LineWindow = { around: "vertical", toleranceDeg: 27 };

/** A picture of light(x, y), each pixel the mean of 4 × 4 places, with noise of so many levels of 8 bits. */
function paint(light: (x: number, y: number) => number, noiseLevels = 1): SmallImage {
  const { width, height } = size;
  const random = seededRandom(7);
  const data = new Float32Array(new SharedArrayBuffer(width * height * 4));
  for (let i = 0; i < data.length; i++) {
    for (let k = 0; k < 16; k++) {
      const x = (i % width) + ((k % 4) - 1.5) / 4;
      const y = Math.floor(i / width) + (Math.floor(k / 4) - 1.5) / 4;
      data[i] += light(x, y) / 16;
    }
    data[i] += ((random() - 0.5) * 2 * noiseLevels) / 255;
  }
  return { ...size, channels: 1, data, space: "srgb", factor: 1 };
}

/**
 * Light on the left of a line through the middle that leans clockwise from vertical, and `contrast` more on its right.
 */
const edge = (deg: number, contrast: number) => {
  const [sin, cos] = [Math.sin((deg * Math.PI) / 180), Math.cos((deg * Math.PI) / 180)];
  const [centerX, centerY] = [(size.width - 1) / 2, (size.height - 1) / 2];
  return (x: number, y: number) => 0.4 + ((x - centerX) * cos + (y - centerY) * sin > 0 ? contrast : 0);
};

const leanDeg = ({ x1, y1, x2, y2 }: { x1: number; y1: number; x2: number; y2: number }) =>
  (Math.atan((x1 - x2) / (y2 - y1)) * 180) / Math.PI;

describe("findLineSegments", () => {
  it.each([0, 0.2, -0.35, 0.6, -1, 3, -10, 20])(
    "finds an edge that leans by %f°, strong or faint, to a tenth of a degree",
    async (deg) => {
      for (const contrast of [0.5, -0.3, 0.06]) {
        const [longest] = (await findLineSegments(paint(edge(deg, contrast)), vertical, 40)).sort(
          (a, b) => b.lengthPx - a.lengthPx,
        );
        expect(longest.lengthPx).toBeGreaterThan(size.height * 0.5);
        expect(Math.abs(leanDeg(longest) - deg)).toBeLessThan(0.1);
        expect((longest.x1 + longest.x2) / 2 - (size.width - 1) / 2).toBeCloseTo(
          Math.tan((-deg * Math.PI) / 180) * ((longest.y1 + longest.y2) / 2 - (size.height - 1) / 2),
          0,
        );
      }
    },
  );

  it("finds flat lines when asked for those, and leaves out what is not asked for", async () => {
    const image = paint(edge(88.5, 0.4));
    expect(await findLineSegments(image, vertical, 40)).toEqual([]);
    const [longest] = await findLineSegments(image, { around: "horizontal", toleranceDeg: 20 }, 40);
    expect((Math.atan2(longest.y2 - longest.y1, longest.x2 - longest.x1) * 180) / Math.PI).toBeCloseTo(-1.5, 1);
  });

  it("finds both sides of a bar, one rising and one falling", async () => {
    const bar = (x: number) => (x > 140.3 && x < 151.7 ? 0.9 : 0.3);
    const found = (await findLineSegments(paint(bar), vertical, 100)).map(({ x1, x2 }) => (x1 + x2) / 2);
    const [left, right] = found.sort((a, b) => a - b);
    expect(found).toHaveLength(2);
    expect(Math.abs(left - 140.3)).toBeLessThan(0.15);
    expect(Math.abs(right - 151.7)).toBeLessThan(0.15);
  });

  it.each([0, 4, 40, 400])("finds nothing in noise of %d levels", async (noise) => {
    expect(
      await findLineSegments(
        paint(() => 0.5, noise),
        vertical,
        9,
      ),
    ).toEqual([]);
  });

  it("cuts bent edges to straight pieces", async () => {
    const disc = (x: number, y: number) => (Math.hypot(x - 150, y - 120) < 90 ? 0.9 : 0.2);
    for (const { lengthPx } of await findLineSegments(paint(disc), vertical, 20)) expect(lengthPx).toBeLessThan(80);
  });

  it("takes pictures too small for gradients", async () => {
    const data = new Float32Array(new SharedArrayBuffer(8));
    expect(
      await findLineSegments({ width: 2, height: 1, channels: 1, data, space: "srgb", factor: 1 }, vertical, 5),
    ).toEqual([]);
  });
});
