import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { madeRaws } from "../../../fixtures/raw/index.ts";
import { getCodec, type RandomAccess } from "../../../src/codecs/index.ts";
import { hasPhotographs, hasSharedFixtures, sharedFixtures } from "../../support/shared-fixtures.ts";
import { bayerRggb, buildDng } from "../../support/small-dng.ts";

async function describeHead(bytes: Uint8Array): Promise<unknown> {
  return getCodec(bytes)
    .probe(bytes)
    .catch((error: Error) => error.name);
}

test("a JPEG's beginning gives the same facts as the whole file, wherever it is cut, or is refused", async () => {
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: "#406080" } });
  const exif = { IFD0: { Make: "Built" } };
  const whole = await picture.jpeg().withExif(exif).withMetadata({ orientation: 8 }).withIccProfile("p3").toBuffer();
  const facts = await getCodec(whole).probe(whole);
  let told = 0;
  for (let length = 4; length < whole.length; length += 7) {
    const found = await describeHead(whole.subarray(0, length));
    if (found !== "EngineError") expect(found).toEqual(facts);
    if (found !== "EngineError") told++;
  }
  expect(facts).toMatchObject({ width: 300, height: 400 });
  expect(told).toBeGreaterThan(20);
});

test.skipIf(!hasPhotographs("standard", "metadata", "hostile", "pano360"))(
  "real files of formats that allow it give the same facts from their first 64 KB",
  async () => {
    const files = ["standard", "metadata", "hostile", "pano360"].flatMap(sharedFixtures);
    let compared = 0;
    for (const file of files) {
      const bytes = readFileSync(file);
      const head = bytes.subarray(0, 65_536);
      if (bytes.length <= head.length || !("ok" in known(bytes))) continue;
      const found = await describeHead(head);
      if (found === "EngineError") continue;
      expect(found, file).toEqual(await describeHead(bytes));
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  },
);

/** Whether a codec takes the file and claims to read its headers from the beginning. */
function known(bytes: Uint8Array): { ok: true } | object {
  try {
    return getCodec(bytes).probesHead ? { ok: true } : {};
  } catch {
    return {};
  }
}

/** Keeps count of what is read. */
function partsOf(bytes: Uint8Array): RandomAccess & { bytesRead: number } {
  return {
    length: bytes.length,
    bytesRead: 0,
    readInto(target, offset) {
      expect(offset + target.length).toBeLessThanOrEqual(bytes.length);
      target.set(bytes.subarray(offset, offset + target.length));
      this.bytesRead += target.length;
    },
  };
}

test("parts of a RAW tell the same as the whole file, or are refused", async () => {
  const files = await Promise.all(Object.values(madeRaws).map(async ({ write }) => write()));
  if (hasSharedFixtures) files.push(...sharedFixtures("raw").map((file) => new Uint8Array(readFileSync(file))));
  let told = 0;
  for (const bytes of files) {
    const { probe, probeParts } = getCodec(bytes);
    const found = await probeParts?.(partsOf(bytes)).catch(() => undefined);
    if (found === undefined) continue;
    expect(found).toEqual(await probe(bytes));
    told++;
  }
  expect(told).toBeGreaterThan(files.length / 2);
});

test("of a large RAW little is read for its headers, wherever they stand", async () => {
  const dng = buildDng({ width: 2400, height: 1600, pattern: bayerRggb, sample: () => 500 });
  const file = partsOf(dng);
  expect(dng.length).toBeGreaterThan(4_000_000);
  expect(await getCodec(dng).probeParts?.(file)).toMatchObject({ width: 2400, height: 1600 });
  expect(file.bytesRead).toBeLessThan(1_500_000);
});
