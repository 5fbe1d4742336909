import { describe, expect, test } from "vitest";
import { encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { jpegTiles } from "../../../src/codecs/dng/tiles.ts";
import { decode } from "../../../src/stages/decode/index.ts";
import { testContext } from "../../support/context.ts";

const file = encodeDngFile({
  width: 64,
  height: 48,
  bits: 14,
  pattern: { columns: 2, rows: 2, colors: [0, 1, 1, 2] },
  sample: (x, y) => 600 + ((x * 977 + y * 613) % 9000),
  coding: "lossless-jpeg",
  tile: { width: 32, height: 16 },
  white: 16_383,
  asShotNeutral: [1, 1, 1],
  colorMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
});

/** Where the coded data of the `which`th tile begins. */
function scanOf(bytes: Uint8Array, which: number): number {
  let at = 0;
  for (let seen = -1; seen < which; seen++) at = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xda]), at) + 2;
  return at + 8;
}

async function warningsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const codes: string[] = [];
  await decode({ source: bytes, maxPixels: 1e6 }, {}, { ...testContext(), warn: (code) => codes.push(code) });
  return codes;
}

describe("lossless JPEG tiles", () => {
  test("are sound where nothing is broken", () => {
    expect(jpegTiles(file)).toEqual({ tiles: 6, broken: 0, damaged: 0 });
  });

  test.each([
    ["a marker in the midst of coded data", [0xff, 0xc4]],
    ["a restart that was not announced", [0xff, 0xd3]],
    ["an end before the end", [0xff, 0xd9]],
  ])("%s counts as damage, and is reported", async (_, marker) => {
    const bytes = file.slice();
    bytes.set(marker, scanOf(bytes, 2) + 20);
    expect(jpegTiles(bytes).damaged).toBe(1);
    expect((await warningsOf(bytes)).filter((code) => code === "decode/damaged")).toHaveLength(1);
  });

  test("garbage that is made of codes counts as damage where it ends elsewhere, and else where values leave the range", async () => {
    let [byEnd, byRange] = [0, 0];
    for (let tile = 0; tile < 6; tile++) {
      const bytes = file.slice();
      const at = scanOf(bytes, tile) + 30;
      for (let i = at; i < at + 3; i++) if (bytes[i] !== 0xff && bytes[i - 1] !== 0xff) bytes[i] ^= 0x14;
      if (jpegTiles(bytes).damaged > 0) byEnd++;
      else if ((await warningsOf(bytes)).includes("decode/damaged")) byRange++;
    }
    expect(byEnd).toBeGreaterThan(0);
    expect(byEnd + byRange).toBe(6);
    expect(await warningsOf(file)).not.toContain("decode/damaged");
  });
});
