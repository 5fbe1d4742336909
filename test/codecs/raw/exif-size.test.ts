import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Directory, writeTiffStructure } from "../../../fixtures/scene/tiff-structure.ts";
import { getCodec } from "../../../src/codecs/index.ts";
import type { LibRawMetadata } from "../../../src/codecs/libraw/index.ts";
import { readExifSize, withCameraCrop } from "../../../src/codecs/raw/file-facts.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { hasPhotographs, sharedFixture, sharedFixtures } from "../../support/shared-fixtures.ts";

/** A TIFF whose EXIF states this size of the camera's picture. */
function withExifSize(width: number, height: number): Uint8Array {
  const exif: Directory = [
    { tag: 0xa002, type: "long", value: [width] },
    { tag: 0xa003, type: "long", value: [height] },
  ];
  return writeTiffStructure([{ tag: 0x8769, type: "long", value: { directories: [exif] } }]);
}

describe("the camera's crop of a written file", () => {
  const crop = { cleft: 86, ctop: 20, cwidth: 3503, cheight: 2335 };
  const metadata = { dng_version: 0, left_margin: 74, top_margin: 12, raw_inset_crops: [crop] } as unknown;
  const cropOf = (width: number, height: number) =>
    withCameraCrop(metadata as LibRawMetadata, withExifSize(width, height)).raw_inset_crops[0];

  test("has the size that EXIF states", () => {
    expect(readExifSize(withExifSize(3504, 2336))).toEqual({ width: 3504, height: 2336 });
  });

  test("begins a row and a column earlier where LibRaw left them out", () => {
    expect(cropOf(3504, 2336)).toEqual({ cleft: 85, ctop: 19, cwidth: 3504, cheight: 2336 });
  });

  test.each([
    [3503, 2335],
    [3510, 2340],
  ])("is unchanged if EXIF states %i × %i", (width, height) => {
    expect(cropOf(width, height)).toEqual(crop);
  });
});

describe.skipIf(!hasPhotographs("raw"))("the size of a RAW's picture", () => {
  const files = sharedFixtures("raw").filter((path) => !path.includes("/partial/"));

  test.each(files.map((path) => [path.split("/").at(-1) as string, path]))(
    "%s is that of the camera's own, where EXIF states one",
    async (_, path) => {
      const bytes = new Uint8Array(readFileSync(path));
      const exif = readExifSize(bytes);
      if (!exif) return;
      const { width, height } = await getCodec(bytes).probe(bytes);
      expect({ width, height }).toEqual(exif);
    },
  );

  test.skipIf(!hasPhotographs("raw/cr2/dcraw_IMG_0848.CR2"))(
    "of an EOS 30D, whose borders are odd, has the first row, and probing says the same",
    async () => {
      const bytes = new Uint8Array(readFileSync(sharedFixture("raw/cr2/dcraw_IMG_0848.CR2")));
      const request = {
        memory: new PixelPool(),
        kernels: testContext().kernels,
        maxPixels: 1e8,
        warn: () => undefined,
      };
      const decoded = await getCodec(bytes).decode(bytes, request);
      // ExifTool's SensorLeftBorder 84 and SensorTopBorder 19, less the margins 74 and 12.
      expect(decoded).toMatchObject({ mosaic: { crop: { x: 10, y: 7, width: 3504, height: 2336 } } });
      expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width: 3504, height: 2336 });
    },
  );
});
