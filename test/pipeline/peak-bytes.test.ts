import { expect, test } from "vitest";
import type { SizedFile } from "../../src/pipeline/making/decode-frames.ts";
import { describeSize, type Making, peakBytesOf } from "../../src/pipeline/making/peak-bytes.ts";

const frame = (megapixels: number, more: Partial<SizedFile> = {}): SizedFile => ({
  file: { name: "a.jpg", path: "/a.jpg", sizeBytes: 1 },
  width: megapixels * 1000,
  height: 1000,
  bitDepth: 8,
  format: "jpeg",
  ...more,
});
const making: Making = { format: "jpeg", bits: 16, threads: 2 };
const set = (count: number, each: SizedFile) => Array.from({ length: count }, () => each);

test.each<[string, readonly SizedFile[], Partial<Making>, number]>([
  ["five frames and where they lie once aligned", set(5, frame(24)), {}, 720],
  ["the same of 16 bits", set(5, frame(24, { bitDepth: 14 })), {}, 1440],
  ["16 bits that nobody needs", set(5, frame(24, { bitDepth: 16 })), { bits: 8 }, 720],
  ["what many threads decode at once", set(5, frame(24)), { threads: 16 }, 840],
  ["a library that holds more", set(5, frame(24, { format: "heif" })), { threads: 16 }, 1800],
  ["an encoder that holds more", [frame(24)], { format: "avif" }, 1344],
  ["nothing", [], {}, 0],
])("a set's estimate counts %s", (_what, sizes, wish, megabytes) => {
  expect(peakBytesOf(sizes, { ...making, ...wish }) / 1e6).toBe(megabytes);
});

test("a set is named by its size", () => {
  expect(describeSize(set(5, frame(24)))).toBe("a set of 5 × 24 megapixels");
  expect(describeSize([frame(2.5)])).toBe("a picture of 2.5 megapixels");
});
