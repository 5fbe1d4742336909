import { readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { madeRaws } from "../../fixtures/raw/index.ts";
import { attempt, cutShort, garbled, outcomeOf } from "../support/damage.ts";
import { withMiniHeader } from "../support/mini-heif.ts";
import { seededRandom } from "../support/random.ts";
import { hasSharedFixtures, presentRows, sharedFixture } from "../support/shared-fixtures.ts";

const size = { width: 480, height: 320 };

/** Soft shapes with some grain, as photographs have. */
function picture(): Sharp {
  const random = seededRandom(5);
  const data = new Uint8Array(size.width * size.height * 3);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % size.width, Math.floor(i / 3 / size.width)];
    data[i] = 128 + 60 * Math.sin(x / 37 + (i % 3)) + 50 * Math.cos(y / 23 + x / 90) + 12 * random();
  }
  return sharp(data, { raw: { ...size, channels: 3 } });
}

const standard: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  jpeg: () => picture().jpeg({ quality: 85 }).toBuffer(),
  "jpeg, progressive": () => picture().jpeg({ quality: 85, progressive: true }).toBuffer(),
  png: () => picture().png().toBuffer(),
  webp: () => picture().webp().toBuffer(),
  "webp, lossless": () => picture().webp({ lossless: true }).toBuffer(),
  "tiff, uncompressed": () => picture().tiff({ compression: "none" }).toBuffer(),
  "tiff, lzw": () => picture().tiff({ compression: "lzw", predictor: "horizontal" }).toBuffer(),
  "tiff, deflate": () => picture().tiff({ compression: "deflate" }).toBuffer(),
  "tiff, fax": () =>
    picture().threshold(128).toColourspace("b-w").tiff({ compression: "ccittfax4", bitdepth: 1 }).toBuffer(),
  "tiff, jpeg": () => picture().tiff({ compression: "jpeg", quality: 85 }).toBuffer(),
};

const raws = Object.entries(madeRaws).filter(([, { outcome }]) => outcome === "sensor");

/** Pictures that came as if they were whole, and are visibly not the sound one. */
async function silentOf(whole: Uint8Array, damages: "cuts" | "garbles", count: number): Promise<string[]> {
  const bytes = new Uint8Array(whole);
  const sound = await attempt(bytes);
  expect(sound.warnings).not.toContain("decode/damaged");
  const damaged =
    damages === "cuts" ? cutShort(bytes, count) : Array.from({ length: count }, (_, i) => garbled(bytes, i + 1)).flat();
  const silent: string[] = [];
  for (const one of damaged) {
    const outcome = await outcomeOf(one.bytes, sound);
    if (outcome.kind === "silent") silent.push(`${one.how}: ${Math.round(outcome.off * 100)} % off`);
  }
  return silent;
}

describe("a file that is cut short is refused or warned of:", () => {
  test.each(raws)("RAW, %s", async (_, { write }) => {
    expect(await silentOf(write(), "cuts", 50)).toEqual([]);
  });

  test.each(Object.entries(standard))("%s", async (_, make) => {
    expect(await silentOf(await make(), "cuts", 20)).toEqual([]);
  });

  test.each(["gradient-8bit.heic", "gradient-10bit.heic"])("%s", async (name) => {
    const bytes = readFileSync(new URL(`../../fixtures/standard/${name}`, import.meta.url));
    expect(await silentOf(bytes, "cuts", 20)).toEqual([]);
  });

  test
    .skipIf(!hasSharedFixtures)
    .each(
      presentRows([
        "raw/nef/RAW_NIKON_D1.NEF",
        "raw/crw/RAW_CANON_D30_SRGB.CRW",
        "raw/dng/lg_g4_iso_800.dng",
        "heif/libavif/sofa_grid1x5_420.avif",
        "heif/pillow_heif/RGBA_8__128x128.heif",
        "standard/pillow/pillow_tiff_tiled_ycbcr_jpeg_2x2_sampling.tif",
        "standard/imagesharp_Lake.jpg",
      ]),
    )("%s", async (path) => {
    expect(await silentOf(readFileSync(sharedFixture(path)), "cuts", 20)).toEqual([]);
  });
});

describe("a HEIC whose coded data is damaged", () => {
  test.each(["gradient-8bit.heic", "gradient-10bit-422.hif"])(
    "is warned of, and the sound one is not: %s",
    async (name) => {
      const bytes = readFileSync(new URL(`../../fixtures/standard/${name}`, import.meta.url));
      const sound = await attempt(bytes);
      expect(sound.warnings).not.toContain("decode/damaged");
      const [scattered] = garbled(bytes, 1);
      expect(await outcomeOf(scattered.bytes, sound)).toEqual({ kind: "warned", code: "decode/damaged" });
    },
  );

  test("is warned of under the short header `mini`, too", async () => {
    const heic = readFileSync(new URL("../../fixtures/standard/gradient-8bit.heic", import.meta.url));
    const bytes = withMiniHeader(heic, 64, 64);
    const sound = await attempt(bytes);
    expect(sound).toMatchObject({ warnings: [], decoded: { image: { width: 64, height: 64 } } });
    const [scattered, stretch] = garbled(bytes, 1);
    for (const one of [scattered, stretch])
      expect(await outcomeOf(one.bytes, sound)).toEqual({ kind: "warned", code: "decode/damaged" });
  });
});

describe("a file in whose data one byte in a hundred is changed is refused or gives a warning, or the damage is invisible:", () => {
  test.each(Object.entries(standard))("%s", async (_, make) => {
    expect(await silentOf(await make(), "garbles", 8)).toEqual([]);
  });

  test.each([
    ["TIFF", async () => picture().tiff({ compression: "none" }).toBuffer()],
    ["NEF", async () => madeRaws["nef uncompressed"].write()],
  ])("an uncompressed %s is warned of for single bytes, too", async (_, make) => {
    const bytes = new Uint8Array(await make());
    const sound = await attempt(bytes);
    expect(sound.warnings).toEqual([]);
    const [scattered] = garbled(bytes, 3);
    expect(await outcomeOf(scattered.bytes, sound)).toEqual({ kind: "warned", code: "decode/damaged" });
  });

  test("a HEIC whose slice ends too early", async () => {
    const bytes = readFileSync(new URL("../../fixtures/standard/gradient-10bit.heic", import.meta.url));
    expect(await silentOf(bytes, "garbles", 5)).toEqual([]);
  });

  test
    .skipIf(!hasSharedFixtures)
    .each(
      presentRows([
        "raw/nef/RAW_NIKON_D1.NEF",
        "raw/crw/RAW_CANON_D30_SRGB.CRW",
        "raw/dng/lg_g4_iso_800.dng",
        "raw/dng/tinydng_colorchart.dng",
        "raw/kdc/P003908.KDC",
        "standard/imagesharp_Lake.jpg",
        "standard/skia/skia_mandrill_h2v1.jpg",
        "standard/zune/weird_components.jpg",
        "heif/avif/Mexico.avif",
        "heif/libavif/sofa_grid1x5_420.avif",
        "heif/pillow_heif/LA_8__29x100.heif",
        "heif/libheif/lightning_mini.heif",
      ]),
    )("%s", async (path) => {
    expect(await silentOf(readFileSync(sharedFixture(path)), "garbles", 3)).toEqual([]);
  });
});
