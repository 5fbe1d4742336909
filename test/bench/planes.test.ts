import { describe, expect, it } from "vitest";
import { outOfRange } from "../../bench/fusion/out-of-range.ts";
import { lumaPlane, shrinkPlane } from "../../bench/fusion/planes.ts";
import { markdownTable, marked, tableLines } from "../../bench/fusion/table.ts";
import type { IntegerImage } from "../../src/image/index.ts";
import { seededRandom } from "../support/random.ts";

describe("a shrunk plane", () => {
  it("has the mean of what it covers, also where pixels are cut", () => {
    const random = seededRandom(1);
    const plane = { width: 7, height: 5, data: Float32Array.from({ length: 35 }, random) };
    const small = shrinkPlane(plane, 3);
    expect([small.width, small.height]).toEqual([3, 2]);
    const mean = (data: Float32Array) => data.reduce((sum, value) => sum + value, 0) / data.length;
    expect(mean(small.data)).toBeCloseTo(mean(plane.data), 6);
  });

  it("is the plane itself where that is small enough", () => {
    const plane = { width: 2, height: 2, data: new Float32Array(4) };
    expect(shrinkPlane(plane, 2)).toBe(plane);
  });
});

describe("luma", () => {
  it("is 1 for white in 8 and in 16 bits", () => {
    for (const white of [picture([255, 255, 255], 8), picture([65535, 65535, 65535], 16)])
      expect(lumaPlane(white).data[0]).toBeCloseTo(1, 6);
  });
});

describe("the share of pixels out of range", () => {
  const frames = [picture([10, 10, 10, 0, 0, 255], 8), picture([200, 200, 255, 0, 10, 255], 8)];

  it.each([
    ["is nothing inside", [300, 300, 300, 300, 300, 300], 0],
    ["forgives an end at which all frames stand", [300, 300, 300, 0, 300, 65535], 0],
    ["counts a sample at the top that some frame shows below", [300, 300, 65535, 300, 300, 300], 50],
    ["counts a sample at the bottom that some frame shows above", [300, 300, 300, 0, 0, 65535], 50],
    ["counts a pixel once", [0, 65535, 0, 300, 300, 300], 50],
  ])("%s", (_, samples, percent) => {
    expect(outOfRange(frames, picture(samples, 16))).toBe(percent);
  });
});

describe("a table", () => {
  const table = { head: ["room", "method", "halo "], rows: [["a", "natural", marked("-12.1", false)]] };

  it("stands in columns on a screen", () => {
    expect(tableLines(table)).toEqual(["room  method    halo", "a     natural  -12.1!"]);
  });

  it("is bold on a page where a bar is missed", () => {
    expect(markdownTable(table)).toBe("| room | method | halo |\n| --- | --- | ---: |\n| a | natural | **-12.1** |");
  });
});

function picture(samples: readonly number[], bits: 8 | 16): IntegerImage {
  const buffer = new SharedArrayBuffer((samples.length * bits) / 8);
  const data = bits === 8 ? new Uint8Array(buffer) : new Uint16Array(buffer);
  data.set(samples);
  return { width: samples.length / 3, height: 1, channels: 3, data, space: "srgb" };
}
