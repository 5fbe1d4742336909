import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeSrgb, type IntegerImage, share } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { decode } from "../../support/decode.ts";
import { relateAndMerge } from "../../support/related-stages.ts";
import { hasPhotographs, sharedFixtures } from "../../support/shared-fixtures.ts";
import { tone } from "../../support/tone.ts";
import { clippedShareOf } from "./scenes.ts";

type Lab = readonly [number, number, number];

/** CIE L*a*b* (D65) of display sRGB in 0 to 1. */
function labOf(rgb: readonly number[]): Lab {
  const [r, g, b] = rgb.map(decodeSrgb);
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((t * 24389) / 27 + 16) / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function labAt(image: IntegerImage, pixel: number): Lab {
  const scale = image.data instanceof Uint8Array ? 255 : 65535;
  return labOf([0, 1, 2].map((c) => image.data[3 * pixel + c] / scale));
}

function meanLab(image: IntegerImage, x: number, y: number, width: number, height: number): Lab {
  const sums = [0, 0, 0];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      labAt(image, row * image.width + column).forEach((value, i) => {
        sums[i] += value / (width * height);
      });
    }
  }
  return sums as unknown as Lab;
}

async function decodeFile(path: string): Promise<IntegerImage> {
  return (await decode(readFileSync(path))).image;
}

describe.skipIf(!hasPhotographs("brackets/kitchen", "retouch/exposure_errors"))("tone on photographs", () => {
  test("makes the merged kitchen bright, keeps its window and does not colour its walls", async () => {
    const frames = await Promise.all(sharedFixtures("brackets/kitchen").map(decodeFile));
    const context = testContext();
    const merged = (await relateAndMerge(frames as [IntegerImage, ...IntegerImage[]], {}, context)).image;
    const { image, facts } = await tone({ image: share(merged, context.memory), outputBits: 8 }, {}, context);
    for (const cabinet of [meanLab(image, 830, 1300, 250, 200), meanLab(image, 100, 1250, 500, 400)]) {
      expect(cabinet[0]).toBeGreaterThan(58);
    }
    expect(facts?.medianLightness.after).toBeGreaterThan(61);
    expect(facts?.medianLightness.after).toBeLessThan(77);
    expect(clippedShareOf(image)).toBeLessThan(0.05);
    expect(clippedShareOf(image) - clippedShareOf(merged)).toBeLessThanOrEqual(0.001);
    const ceiling = meanLab(image, 1900, 150, 400, 150);
    const wall = meanLab(image, 1700, 750, 150, 300);
    for (const [, a, b] of [ceiling, wall]) expect(Math.hypot(a, b)).toBeLessThan(6);
  });

  test("moves nearly every picture towards its expert's retouch, and their mean distance down by a third", async () => {
    const inputs = sharedFixtures("retouch").filter((path) => /fivek_\w+\/input\//.test(path));
    const experts = sharedFixtures("retouch").filter((path) => path.includes("/expert/"));
    let [closer, before, after] = [0, 0, 0];
    for (const path of inputs) {
      const key = basename(path).slice(0, 5);
      const expert = await decodeFile(experts.find((each) => basename(each).startsWith(key)) ?? "");
      const input = await decodeFile(path);
      const toned = (await tone({ image: input }, {}, testContext())).image;
      const [was, is] = [meanDistance(input, expert), meanDistance(toned, expert)];
      before += was;
      after += is;
      if (is < was) closer++;
    }
    expect(closer).toBeGreaterThanOrEqual(0.8 * inputs.length);
    expect(after / before).toBeLessThan(0.65);
  });

  test("never lets clipping grow on badly exposed pictures", async () => {
    for (const path of sharedFixtures("retouch/exposure_errors")) {
      const input = await decodeFile(path);
      const { image } = await tone({ image: input }, {}, testContext());
      expect(clippedShareOf(image) - clippedShareOf(input)).toBeLessThanOrEqual(0.001);
    }
  });
});

/** Mean ΔE*ab (CIE 1976) of every third pixel; the two may differ by a pixel in size. */
function meanDistance(a: IntegerImage, b: IntegerImage): number {
  let [sum, count] = [0, 0];
  for (let y = 0; y < Math.min(a.height, b.height); y++) {
    for (let x = y % 3; x < Math.min(a.width, b.width); x += 3) {
      const [p, q] = [labAt(a, y * a.width + x), labAt(b, y * b.width + x)];
      sum += Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      count++;
    }
  }
  return sum / count;
}
