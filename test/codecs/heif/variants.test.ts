import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../../src/codecs/index.ts";
import type { IntegerImage } from "../../../src/image/index.ts";
import { decode } from "../../support/decode.ts";
import { type BuiltHeif, buildHeif } from "../../support/heif-writer.ts";
import { buildProfile, displayP3 } from "../../support/icc-writer.ts";
import { hasPhotographs, sharedFixture } from "../../support/shared-fixtures.ts";

function sample(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../fixtures/standard/${name}`, import.meta.url)));
}

/** 48 × 32 pixels in a block of 64 × 64: red grows to the right, green downwards, blue is half. */
const eight: BuiltHeif = { source: sample("gradient-8bit.heic"), width: 64, height: 64, shown: [48, 32], bitDepth: 8 };
const ten: BuiltHeif = { ...eight, source: sample("gradient-10bit.heic"), bitDepth: 10 };

/** Red and green of a pixel, 0 to 1. */
function at({ data, width }: IntegerImage, x: number, y: number): [number, number] {
  const max = data instanceof Uint8Array ? 255 : 65_535;
  return [data[(y * width + x) * 3] / max, data[(y * width + x) * 3 + 1] / max];
}

describe("a HEIC made of tiles", () => {
  test.each([eight, ten])("is put together and cropped to what is shown", async (source) => {
    const bytes = buildHeif({ ...source, columns: 3, rows: 2, shown: [180, 100] });
    const { image, facts, warnings } = await decode(bytes);
    expect(image).toMatchObject({ width: 180, height: 100 });
    expect(facts.sourceBitDepth).toBe(source.bitDepth);
    expect(warnings).toEqual([]);
    expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width: 180, height: 100, bitDepth: source.bitDepth });
    for (const x of [4, 68, 132]) {
      expect(Math.abs(at(image, x, 10)[0] - 5 / 49)).toBeLessThan(0.04);
      expect(Math.abs(at(image, x, 74)[1] - 11 / 33)).toBeLessThan(0.04);
    }
  });

  test("counts its pixels before it is decoded", async () => {
    const bytes = buildHeif({ ...eight, columns: 8, rows: 8, shown: [512, 500] });
    await expect(decode(bytes, { maxPixels: 512 * 500 - 1 })).rejects.toMatchObject({ code: "limits/pixels" });
  });
});

describe("turned and mirrored by its container, once and in order", () => {
  const cases = [0, 1, 2, 3].flatMap((turns) => [undefined, 0, 1].map((mirror) => [turns, mirror] as const));

  /** Where the pixel that is seen at (x, y) is stored: mirror undone first, then the turns against the clock. */
  function storedAt(x: number, y: number, turns: number, mirror: number | undefined): [number, number] {
    const [width, height] = turns % 2 === 0 ? [48, 32] : [32, 48];
    let [seenX, seenY] = [mirror === 1 ? width - 1 - x : x, mirror === 0 ? height - 1 - y : y];
    let high = height;
    let wide = width;
    for (let i = 0; i < turns; i++) {
      // One turn against the clock moved stored (x, y) to (y, width − 1 − x).
      [seenX, seenY] = [high - 1 - seenY, seenX];
      [wide, high] = [high, wide];
    }
    return [seenX, seenY];
  }

  test.each(cases)("%i quarter turns, mirror %s", async (turns, mirror) => {
    const bytes = buildHeif({ ...eight, turns, ...(mirror === undefined ? {} : { mirror: mirror as 0 | 1 }) });
    const { image } = await decode(bytes);
    expect([image.width, image.height]).toEqual(turns % 2 === 0 ? [48, 32] : [32, 48]);
    expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width: image.width, height: image.height });
    for (const [x, y] of [
      [2, 3],
      [image.width - 3, 5],
      [7, image.height - 4],
    ]) {
      const [storedX, storedY] = storedAt(x, y, turns, mirror);
      const [red, green] = at(image, x, y);
      expect(Math.abs(red - (storedX + 1) / 49)).toBeLessThan(0.05);
      expect(Math.abs(green - (storedY + 1) / 33)).toBeLessThan(0.05);
    }
  });
});

describe("what else a HEIC holds is left out and reported", () => {
  const gainMap = "urn:com:apple:photo:2020:aux:hdrgainmap";
  const depth = "urn:mpeg:hevc:2015:auxid:2";

  test.each([
    ["a gain map", { auxiliary: [gainMap] }, /1 further/],
    ["a depth map", { auxiliary: [depth] }, /1 further/],
    ["both", { auxiliary: [gainMap, depth] }, /2 further/],
    ["a tone-mapped derivation", { hasToneMap: true }, /1 further/],
  ])("%s", async (_, extra, message) => {
    const { image, warnings } = await decode(buildHeif({ ...eight, ...extra }));
    expect(image).toMatchObject({ width: 48, height: 32 });
    expect(warnings).toMatchObject([{ code: "decode/auxiliary-ignored", message: expect.stringMatching(message) }]);
  });
});

describe("the colours that a HEIC declares", () => {
  test("by a Display P3 profile become sRGB", async () => {
    const { image, facts } = await decode(buildHeif({ ...ten, icc: buildProfile(displayP3) }));
    const plain = await decode(buildHeif(ten));
    expect(facts.sourceColorSpace).toBe("Display P3");
    // P3's red is beyond sRGB's: more red, less green.
    expect(at(image, 40, 4)[0]).toBeGreaterThan(at(plain.image, 40, 4)[0]);
    expect(at(image, 40, 4)[1]).toBeLessThan(at(plain.image, 40, 4)[1]);
  });

  test.each([
    [16, "PQ"],
    [18, "HLG"],
  ])("by transfer %i are mapped to standard range, in order, and said", async (transfer, name) => {
    const { image, facts, warnings } = await decode(buildHeif({ ...ten, cicp: [9, transfer, 9] }));
    expect(facts.sourceColorSpace).toBe(`BT.2020 ${name}`);
    expect(warnings.map(({ code }) => code)).toEqual(["decode/hdr-tone-mapped"]);
    expect(image.data).toBeInstanceOf(Uint16Array);
    const row = Array.from({ length: 48 }, (_, x) => at(image, x, 16)[0]);
    // Without a step: light above diffuse white is compressed, not cut.
    for (let x = 1; x < 48; x++) expect(row[x]).toBeGreaterThanOrEqual(row[x - 1] - 0.01);
  });
});

describe("10 bits of 4:2:2, as cameras write HIF", () => {
  test("decode with their depth", async () => {
    const { image, facts } = await decode(sample("gradient-10bit-422.hif"));
    expect(image).toMatchObject({ width: 48, height: 32 });
    expect(facts).toMatchObject({ format: "heif", sourceBitDepth: 10 });
    expect(new Set(image.data).size).toBeGreaterThan(300);
    for (const [x, y] of [
      [8, 8],
      [40, 24],
    ]) {
      const [red, green] = at(image, x, y);
      expect(Math.abs(red - (x + 1) / 49)).toBeLessThan(0.04);
      expect(Math.abs(green - (y + 1) / 33)).toBeLessThan(0.04);
    }
  });

  test.skipIf(!hasPhotographs("heif/pillow_heif_other/cat.hif"))("also from a real camera", async () => {
    const { image, facts } = await decode(readFileSync(sharedFixture("heif/pillow_heif_other/cat.hif")));
    expect(image).toMatchObject({ width: 4240, height: 2832 });
    expect(facts.sourceBitDepth).toBe(10);
    expect(image.data).toBeInstanceOf(Uint16Array);
  });
});

test.skipIf(!hasPhotographs("heif/libavif"))("a gain map of an AVIF is reported", async () => {
  for (const name of ["seine_sdr_gainmap_srgb_icc.avif", "seine_hdr_gainmap_srgb.avif"]) {
    const { warnings } = await decode(readFileSync(sharedFixture(`heif/libavif/${name}`)));
    expect(warnings.map(({ code }) => code)).toContain("decode/auxiliary-ignored");
  }
});
