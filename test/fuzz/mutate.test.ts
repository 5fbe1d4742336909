import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { minimise } from "../../scripts/fuzz/minimise.ts";
import { mutate } from "../../scripts/fuzz/mutate.ts";
import { findParts } from "../../scripts/fuzz/structure.ts";
import { seededRandom } from "../support/random.ts";
import { bayerRggb, buildDng } from "../support/small-dng.ts";

const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: "#804020" } });
const dng = buildDng({ width: 8, height: 8, pattern: bayerRggb, sample: () => 900 });

const files = {
  jpeg: async () => new Uint8Array(await picture.clone().jpeg().toBuffer()),
  png: async () => new Uint8Array(await picture.clone().png().toBuffer()),
  webp: async () =>
    new Uint8Array(
      await picture
        .clone()
        .webp()
        .withExif({ IFD0: { Make: "Built" } })
        .toBuffer(),
    ),
  avif: async () => new Uint8Array(await picture.clone().avif({ effort: 0 }).toBuffer()),
  dng: async () => dng,
};

describe.each(Object.entries(files))("a %s", (_, make) => {
  test("is cut into parts that lie within it, one after or within another", async () => {
    const file = await make();
    const parts = findParts(file);
    expect(parts.length).toBeGreaterThan(2);
    for (const { start, end } of parts) expect(start >= 0 && start < end && end <= file.length).toBe(true);
  });

  test("is damaged in the same way by the same numbers, in others by others, and never written to", async () => {
    const file = await make();
    const before = file.slice();
    const mutants = Array.from({ length: 200 }, (_, seed) => mutate(file, seededRandom(seed), dng));
    expect(mutants).toEqual(Array.from({ length: 200 }, (_, seed) => mutate(file, seededRandom(seed), dng)));
    expect(new Set(mutants.map((mutant) => Buffer.from(mutant).toString("hex"))).size).toBeGreaterThan(150);
    expect(file).toEqual(before);
  });
});

test("a failing file is made as small as its failure allows", async () => {
  const failing = new Uint8Array(500).fill(7);
  failing[123] = 1;
  const smallest = await minimise(failing, async (bytes) => bytes.includes(1));
  expect([...smallest]).toEqual([1]);
});
