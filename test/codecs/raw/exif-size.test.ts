import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getCodec } from "../../../src/codecs/index.ts";
import { readExifSize } from "../../../src/codecs/raw/exif-size.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { hasSharedFixtures, sharedFixture, sharedFixtures } from "../../support/shared-fixtures.ts";

describe.skipIf(!hasSharedFixtures)("the size of a RAW's picture", () => {
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

  test("of an EOS 30D, whose borders are odd, has the first row, and probing says the same", async () => {
    const bytes = new Uint8Array(readFileSync(sharedFixture("raw/cr2/dcraw_IMG_0848.CR2")));
    const request = { memory: new PixelPool(), kernels: testContext().kernels, maxPixels: 1e8, warn: () => undefined };
    const decoded = await getCodec(bytes).decode(bytes, request);
    // ExifTool's SensorLeftBorder 84 and SensorTopBorder 19, less the margins 74 and 12.
    expect(decoded).toMatchObject({ mosaic: { crop: { x: 10, y: 7, width: 3504, height: 2336 } } });
    expect(await getCodec(bytes).probe(bytes)).toMatchObject({ width: 3504, height: 2336 });
  });
});
