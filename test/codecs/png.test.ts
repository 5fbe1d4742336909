import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { decode } from "../support/decode.ts";

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
};

/** A grey and a saturated pixel, with these chunks before the picture. */
async function pngWith(chunks: Readonly<Record<string, Buffer>>): Promise<Uint8Array> {
  const raw = { width: 2, height: 1, channels: 3 as const };
  const plain = await sharp(Uint8Array.of(128, 128, 128, 200, 100, 50), { raw })
    .png()
    .toBuffer();
  const made = Object.entries(chunks).map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
  });
  // Behind the signature and IHDR.
  return Buffer.concat([plain.subarray(0, 33), ...made, plain.subarray(33)]);
}

const pixelsOf = async (chunks: Readonly<Record<string, Buffer>>) => [
  ...(await decode(await pngWith(chunks))).image.data,
];

const srgbChromaticities = numbers(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000);
const adobeChromaticities = numbers(31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000);

describe("a PNG without a profile", () => {
  test.each([
    ["says nothing", {}],
    ["says sRGB", { sRGB: Buffer.of(0), gAMA: numbers(100_000) }],
    ["says sRGB's gamma and primaries", { gAMA: numbers(45_455), cHRM: srgbChromaticities }],
    ["says a gamma of 0", { gAMA: numbers(0) }],
    ["says primaries on one line", { gAMA: numbers(45_455), cHRM: numbers(31270, 32900, 1, 1, 2, 2, 3, 3) }],
  ])("that %s shows its samples", async (_, chunks) => {
    expect(await pixelsOf(chunks)).toEqual([128, 128, 128, 200, 100, 50]);
  });

  test("that says linear light is shown so", async () => {
    const [grey] = await pixelsOf({ gAMA: numbers(100_000) });
    expect(grey).toBe(188);
  });

  test("of the primaries of Adobe RGB is more saturated in sRGB, and grey stays grey", async () => {
    const [r, g, b, red, green, blue] = await pixelsOf({ gAMA: numbers(45_470), cHRM: adobeChromaticities });
    // A pure power of 2.2 next to sRGB's curve.
    expect([r, g, b]).toEqual([129, 129, 129]);
    expect([red, green, blue]).toEqual([227, 100, 42]);
  });

  test("goes by cICP before all else", async () => {
    const { facts } = await decode(await pngWith({ cICP: Buffer.of(12, 13, 0, 1), gAMA: numbers(100_000) }));
    expect(facts.sourceColorSpace).toBe("Display P3 sRGB");
  });
});
