import { describe, expect, test } from "vitest";
import type { SizedFile } from "../../src/pipeline/making/decode-frames.ts";
import { describeSize, type Making, type MemoryPlan, planMemory } from "../../src/pipeline/making/run-set.ts";
import { idleBytesOf } from "../../src/pipeline/memory-budget.ts";

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
/** Megabytes of 5 × 24 megapixels, 8 bits: what each part of the estimate comes to. */
const [frames, decoder, merged, plan] = [360, 96, 144, 110];
const levels = (8 / 64) * 6 * 24;

test.each<[string, readonly SizedFile[], Partial<Making>, number]>([
  [
    "frames, the picture fused of them and the best before it",
    set(5, frame(24)),
    {},
    frames + 2 * merged + levels + plan,
  ],
  ["frames of 16 bits", set(5, frame(24, { bitDepth: 14 })), {}, 2 * frames + 2 * merged + levels + plan],
  [
    "no bits that are not needed",
    set(5, frame(24, { bitDepth: 16 })),
    { bits: 8 },
    frames + 2 * merged + levels + plan,
  ],
  ["what many threads decode at once", set(5, frame(24)), { threads: 16 }, frames + merged + 5 * decoder],
  ["a library that holds more", set(5, frame(24, { format: "heif" })), { threads: 16 }, frames + merged + 15 * decoder],
  [
    "the extension beyond the edges of a sphere",
    set(5, sphere(24)),
    {},
    1.25 * (frames + merged + levels) + merged + plan,
  ],
  [
    "flash frames and the pictures made with them",
    [...set(1, frame(24)), ...set(2, frame(24, { flash: true }))],
    {},
    3 * 72 + 18 * 24,
  ],
  ["an encoder that holds more", [frame(24)], { format: "avif" }, 1344],
  ["one frame, which is its own best", [frame(24)], {}, 12 * 24],
  ["nothing", [], {}, 0],
])("a set's estimate counts %s", (_what, sizes, wish, megabytes) => {
  expect(planMemory(sizes, { ...making, ...wish }, 2 ** 40).bytes / 1e6).toBeCloseTo(megabytes, 6);
});

function sphere(megapixels: number): SizedFile {
  const height = Math.sqrt(megapixels * 5e5);
  return frame(megapixels, { width: 2 * height, height });
}

test.each<[string, number, Partial<MemoryPlan>]>([
  ["all that is faster, where there is room", 2000, { decoders: 8, keepsBest: true }],
  ["fewer decoders", 800, { decoders: 3, keepsBest: true }],
  ["no best picture in addition to the next", 720, { decoders: 3, keepsBest: false }],
  ["the least there is, where nothing fits", 100, { decoders: 1, keepsBest: false }],
])("a set has %s", (_what, maxMegabytes, expected) => {
  const planned = planMemory(set(5, frame(24)), { ...making, threads: 8 }, maxMegabytes * 1e6);
  expect(planned).toMatchObject(expected);
  if (maxMegabytes > 100) expect(planned.bytes).toBeLessThanOrEqual(maxMegabytes * 1e6);
});

test.each([
  ["5 × 102 megapixels", { width: 11_648, height: 8736 }],
  ["five spheres of 72 megapixels", { width: 12_000, height: 6000 }],
])("%s fit into 2.5 GB next to an engine of two threads", (_what, size) => {
  const most = 2560 * 2 ** 20 - idleBytesOf(2);
  expect(planMemory(set(5, frame(0, size)), making, most).bytes).toBeLessThan(most);
});

describe("a set of RAW files of 16 bits", () => {
  const raw = (megapixels: number) => set(5, frame(megapixels, { format: "raw", bitDepth: 14 }));
  const filed = { ...making, hasFiles: true };

  test("has its frames in memory if any such plan fits", () => {
    for (const megapixels of [45, 102])
      expect(planMemory(raw(megapixels), filed, 2 ** 40)).toEqual(planMemory(raw(megapixels), making, 2 ** 40));
  });

  test.each([
    [102, 2.25 * 2 ** 30],
    [45, 1.5e9],
  ])("of %d megapixels has them in files if the budget is smaller", (megapixels, most) => {
    const planned = planMemory(raw(megapixels), filed, most);
    expect(planned).toMatchObject({ inFiles: true, keepsBest: true });
    expect(planned.bytes).toBeLessThan(most);
  });

  test.each([
    ["spheres", set(5, frame(0, { width: 14_000, height: 7000, format: "raw", bitDepth: 14 }))],
    ["frames of two sizes", [...raw(102), ...raw(90)]],
    ["flash frames", [...raw(102), { ...raw(102)[0], flash: true }]],
  ])("has %s in memory", (_what, sizes) => {
    expect(planMemory(sizes, filed, 1e9).inFiles).toBe(false);
  });

  test("of 102 megapixels fits into 2.5 GB next to an engine of two threads", () => {
    const most = 2560 * 2 ** 20 - idleBytesOf(2);
    expect(planMemory(raw(102), filed, most).bytes).toBeLessThan(most);
  });

  test("has them in memory where the system has no such files", () => {
    expect(planMemory(raw(102), making, 1e9)).toMatchObject({ inFiles: false, decoders: 1, keepsBest: false });
  });

  test("and a single frame are in memory", () => {
    expect(planMemory([raw(500)[0]], filed, 2 ** 40).inFiles).toBe(false);
  });
});

test("five JPEGs of 102 megapixels stay in memory", () => {
  const jpegs = set(5, frame(0, { width: 11_648, height: 8736 }));
  expect(planMemory(jpegs, { ...making, hasFiles: true }, 2 ** 40)).toMatchObject({ inFiles: false, keepsBest: true });
});

test("a set is named by its size", () => {
  expect(describeSize(set(5, frame(24)))).toBe("a set of 5 × 24 megapixels");
  expect(describeSize([frame(2.5)])).toBe("a picture of 2.5 megapixels");
});
