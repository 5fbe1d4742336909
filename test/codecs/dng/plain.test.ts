import { describe, expect, test } from "vitest";
import { type DngFile, encodeDngFile } from "../../../fixtures/dng/dng-file.ts";
import { xTransCell } from "../../../fixtures/raw/fuji.ts";
import { getCodec, type RandomAccess } from "../../../src/codecs/index.ts";
import { EngineError, type Warning } from "../../../src/errors/index.ts";
import { type Mosaic, PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import { seededRandom } from "../../support/random.ts";

const bayer: DngFile = {
  width: 66,
  height: 49,
  pattern: { columns: 2, rows: 2, colors: [0, 1, 1, 2] },
  bits: 16,
  sample: (x, y) => 600 + 150 * x + 70 * y + (x % 2) * 31,
  black: { columns: 1, rows: 1, levels: [512] },
  white: 15300,
  asShotNeutral: [0.5, 1, 0.7],
  colorMatrix: [0.64, -0.1, -0.07, -0.4, 1.24, 0.17, -0.05, 0.15, 0.56],
};

interface Decoded {
  readonly mosaic: Omit<Mosaic, "data"> & { readonly data: readonly number[] };
  readonly facts: unknown;
  readonly warnings: readonly Warning[];
}

function request() {
  const warnings: Warning[] = [];
  const warn = (code: Warning["code"], message: string) => warnings.push({ code, message });
  return { memory: new PixelPool(0), kernels: testContext().kernels, maxPixels: 1e7, warn, warnings };
}

function partsOf(bytes: Uint8Array): RandomAccess {
  return {
    length: bytes.length,
    readInto(target, offset) {
      expect(offset + target.length).toBeLessThanOrEqual(bytes.length);
      target.set(bytes.subarray(offset, offset + target.length));
    },
  };
}

async function byParts(bytes: Uint8Array): Promise<Decoded | undefined> {
  const asked = request();
  const decoded = await getCodec(bytes).decodeParts?.(partsOf(bytes), asked);
  return decoded && { ...plain(decoded.mosaic), facts: decoded.facts, warnings: asked.warnings };
}

async function byLibRaw(bytes: Uint8Array): Promise<Decoded> {
  const asked = request();
  const decoded = await getCodec(bytes).decode(bytes, asked);
  if (decoded.kind !== "mosaic") throw new Error("expected a mosaic");
  return { ...plain(decoded.mosaic), facts: decoded.facts, warnings: asked.warnings };
}

const plain = (mosaic: Mosaic) => ({ mosaic: { ...mosaic, data: [...mosaic.data] } });

describe("samples of a DNG that need no unpacking", () => {
  test.each<[string, Partial<DngFile>]>([
    ["a Bayer frame", {}],
    ["big-endian samples", { bigEndian: true }],
    ["X-Trans", { pattern: { columns: 6, rows: 6, colors: xTransCell } }],
    ["a border that is not shown", { activeArea: [4, 6, 47, 64] }],
    ["a crop and an orientation", { crop: { x: 4, y: 2, width: 56, height: 44 }, orientation: 6 }],
    ["black levels of every place, row and column", { black: { columns: 2, rows: 2, levels: [500, 510, 520, 530] } }],
  ])("are those that LibRaw reads: %s", async (_, change) => {
    const bytes = encodeDngFile({ ...bayer, ...change });
    const found = await byParts(bytes);
    expect(found).toBeDefined();
    expect(found).toEqual(await byLibRaw(bytes));
  });

  test.each<[string, Partial<DngFile>]>([
    ["packed samples", { bits: 12, white: 4000, sample: (x, y) => x * 20 + y }],
    ["areas that no light reaches", { activeArea: [4, 6, 47, 64], maskedAreas: [[0, 0, 49, 6]] }],
    ["tiles", { tile: { width: 32, height: 32 } }],
    ["lossless JPEG", { coding: "lossless-jpeg" }],
    ["values that mean others", { linearization: Array.from({ length: 65536 }, (_, i) => i >> 1) }],
  ])("are left to LibRaw: %s", async (_, change) => {
    expect(await byParts(encodeDngFile({ ...bayer, ...change }))).toBeUndefined();
  });

  test("are left to LibRaw where the file says nothing of black", async () => {
    const { black: _, ...unsaid } = bayer;
    expect(await byParts(encodeDngFile(unsaid))).toBeUndefined();
  });

  test("are left to LibRaw where the file is cut short", async () => {
    const bytes = encodeDngFile(bayer);
    expect(await byParts(bytes.subarray(0, bytes.length - 1000))).toBeUndefined();
  });

  test("are left to LibRaw where the strips leave a gap", async () => {
    const bytes = encodeDngFile(bayer);
    const counts = bytes.findIndex((_, i) => bytes[i] === 0x17 && bytes[i + 1] === 1 && bytes[i + 2] === 4);
    bytes[counts + 8]--;
    expect(await byParts(bytes)).toBeUndefined();
  });

  test("never come otherwise than by LibRaw when bytes of the file are changed", async () => {
    const whole = encodeDngFile(bayer);
    const random = seededRandom(77);
    let [same, left] = [0, 0];
    for (let round = 0; round < 300; round++) {
      const bytes = whole.slice();
      // The directory stands first.
      for (let i = 0; i < 1 + (round % 3); i++) bytes[Math.floor(random() * 420)] = Math.floor(random() * 256);
      const found = await byParts(bytes).catch((thrown: unknown) => {
        expect(thrown).toBeInstanceOf(EngineError);
        return undefined;
      });
      if (!found) left++;
      else {
        same++;
        expect(found).toEqual(await byLibRaw(bytes));
      }
    }
    expect(same).toBeGreaterThan(50);
    expect(left).toBeGreaterThan(50);
  });
});
