import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { isScanDamaged } from "../../../src/codecs/jpeg/index.ts";

/** Where the last scan's head stands: its marker. */
function scanOf(jpeg: Buffer): number {
  return jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
}

describe.each([false, true])("a JPEG (progressive: %s)", async (progressive) => {
  const noise = { create: { width: 64, height: 48, channels: 3 as const, background: "#345" } };
  const sound = await sharp({
    ...noise,
    create: { ...noise.create, noise: { type: "gaussian", mean: 128, sigma: 40 } },
  })
    .jpeg({ progressive, quality: 95 })
    .toBuffer();

  test("is sound as it was written", () => {
    expect(isScanDamaged(sound)).toBe(false);
  });

  test("is damaged where its last scan ends early", () => {
    const cut = Buffer.concat([sound.subarray(0, scanOf(sound) + 30), Buffer.from([0xff, 0xd9])]);
    expect(isScanDamaged(cut)).toBe(true);
  });

  test("of a scan without components is left to the decoder", () => {
    const odd = Buffer.from(sound);
    odd.fill(0, scanOf(odd) + 4, scanOf(odd) + 8);
    expect(isScanDamaged(odd)).toBe(false);
  });
});
