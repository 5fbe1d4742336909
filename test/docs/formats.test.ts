import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { madeRaws } from "../../fixtures/raw/index.ts";
import { rawRows, standardRows } from "../../scripts/docs/formats.ts";
import { getCodec } from "../../src/codecs/index.ts";
import { EngineError } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { testContext } from "../support/context.ts";
import { hasPhotographs, presentRows, sharedFixture } from "../support/shared-fixtures.ts";

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const request = { memory: new PixelPool(0), kernels: testContext().kernels, maxPixels: 2e8, warn: () => undefined };
  try {
    return (await getCodec(bytes).decode(bytes, request)).facts.source;
  } catch (thrown) {
    return thrown instanceof EngineError ? thrown.code : `not an EngineError: ${thrown}`;
  }
}

const rows = [...standardRows, ...rawRows];

describe("the table of formats", () => {
  test("names every ending that the engine accepts", () => {
    const endings = rows.map(({ extensions }) => extensions).join(" ");
    const accepted =
      ".jpg .jpeg .webp .avif .heic .heif .tif .tiff .png .dng .cr2 .cr3 .raf .3fr .fff .rwl .nef .nrw .orf .rw2 .pef .x3f .arw .srf .sr2";
    expect(accepted.split(" ").filter((ending) => !endings.includes(ending))).toEqual([]);
  });

  test("lists every RAW file that our own writers make, once", () => {
    expect(rawRows.flatMap(({ made }) => made).sort()).toEqual(Object.keys(madeRaws).sort());
  });

  test.each(Object.entries(madeRaws))("describes our own file correctly: %s", async (_, { write, outcome }) => {
    expect(await outcomeOf(write())).toBe(outcome);
  });

  test.each(standardRows.flatMap(({ made }) => made))("describes our own file correctly: %s", async (name) => {
    const path = new URL(`../../fixtures/standard/${name}`, import.meta.url);
    expect(await outcomeOf(new Uint8Array(readFileSync(path)))).toBe("image");
  });

  test.skipIf(!hasPhotographs("raw", "standard", "heif")).each(presentRows(rows.flatMap(({ real }) => real)))(
    "describes %s correctly",
    async (path) => {
      const bytes = new Uint8Array(readFileSync(sharedFixture(path)));
      expect(await outcomeOf(bytes)).toMatch(/^(sensor|image)$/);
    },
  );
});
