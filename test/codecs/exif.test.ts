import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readExifDisplay } from "../../src/codecs/exif.ts";
import { getCodec } from "../../src/codecs/index.ts";
import { decode } from "../support/decode.ts";

/** An EXIF block of three directories: orientation, then the way to the interoperability index. */
function exifBlock(orientation: number, index: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(8 + 30 + 18 + 18);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  const directory = (at: number, entries: readonly (readonly [tag: number, type: number])[]) => {
    view.setUint16(at, entries.length, littleEndian);
    entries.forEach(([tag, type], i) => {
      view.setUint16(at + 2 + i * 12, tag, littleEndian);
      view.setUint16(at + 4 + i * 12, type, littleEndian);
      view.setUint32(at + 6 + i * 12, type === 2 ? 4 : 1, littleEndian);
    });
  };
  directory(8, [
    [0x0112, 3],
    [0x8769, 4],
  ]);
  view.setUint16(18, orientation, littleEndian);
  view.setUint32(30, 38, littleEndian);
  directory(38, [[0xa005, 4]]);
  view.setUint32(48, 56, littleEndian);
  directory(56, [[0x0001, 2]]);
  bytes.set(Buffer.from(`${index}\0`, "latin1"), 66);
  return bytes;
}

async function jpegWith(exif: Uint8Array): Promise<Buffer> {
  const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: "#4080c0" } });
  return withExif(await plain.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer(), exif);
}

function withExif(file: Buffer, exif: Uint8Array): Buffer {
  const head = Buffer.from("\xff\xe1\0\0Exif\0\0", "latin1");
  head.writeUInt16BE(8 + exif.length, 2);
  return Buffer.concat([file.subarray(0, 2), head, exif, file.subarray(2)]);
}

test.each([true, false])("orientation and the Adobe RGB mark are read (little-endian: %s)", (littleEndian) => {
  expect(readExifDisplay(exifBlock(8, "R03", littleEndian))).toEqual({
    orientation: 8,
    isAdobeRgb: true,
    isUncalibrated: false,
  });
  const prefixed = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exifBlock(3, "R98", littleEndian)]);
  expect(readExifDisplay(prefixed)).toEqual({ orientation: 3, isAdobeRgb: false, isUncalibrated: false });
});

/** As {@link exifBlock}, with ColorSpace in place of the way to the interoperability index. */
function colorSpaceBlock(value: number, littleEndian: boolean): Uint8Array {
  const block = exifBlock(1, "R98", littleEndian);
  const view = new DataView(block.buffer);
  view.setUint16(40, 0xa001, littleEndian);
  view.setUint16(42, 3, littleEndian);
  view.setUint16(48, value, littleEndian);
  return block;
}

test.each([true, false])(
  "ColorSpace 2 is Adobe RGB too, and 65535 uncalibrated (little-endian: %s)",
  (littleEndian) => {
    for (const [value, isAdobeRgb, isUncalibrated] of [
      [1, false, false],
      [2, true, false],
      [0xffff, false, true],
    ] as const) {
      const facts = readExifDisplay(colorSpaceBlock(value, littleEndian));
      expect(facts).toEqual({ orientation: 1, isAdobeRgb, isUncalibrated });
    }
  },
);

test("a block cut short anywhere has fewer facts, never an error", () => {
  const whole = exifBlock(6, "R03", true);
  for (let length = 0; length < whole.length; length++) {
    expect(readExifDisplay(whole.subarray(0, length)).isAdobeRgb).toBe(length >= 70);
  }
});

test("a camera's Adobe RGB file without a profile is shown in its own colours", async () => {
  const plain = await decode(await jpegWith(exifBlock(1, "R98", false)));
  const { image, facts, warnings } = await decode(await jpegWith(exifBlock(1, "R03", false)));
  expect(plain.facts.sourceColorSpace).toBe("sRGB");
  expect(facts.sourceColorSpace).toBe("Adobe RGB");
  expect(warnings.map(({ code }) => code)).toEqual(["decode/space-declared"]);
  // Adobe RGB's green is wider: the same numbers mean less red in sRGB.
  expect(image.data[0]).toBeLessThan(plain.image.data[0] - 20);
  expect(Math.abs(image.data[2] - plain.image.data[2])).toBeLessThan(8);
});

describe("a file whose only sign of Adobe RGB is its name", () => {
  const declared = [
    { code: "decode/space-declared", message: expect.stringMatching(/taken as Adobe RGB without a profile: its name/) },
  ];

  test.each([
    ["_MG_0001.JPG", 0xffff, "Adobe RGB"],
    ["IMG_0001.JPG", 0xffff, "sRGB"],
    [undefined, 0xffff, "sRGB"],
    ["_MG_0001.JPG", 1, "sRGB"],
  ])("%s with ColorSpace %i is decoded as %s", async (fileName, value, space) => {
    const file = await jpegWith(colorSpaceBlock(value, true));
    const { facts, warnings } = await decode(file, { ...(fileName && { fileName }) });
    expect(facts.sourceColorSpace).toBe(space);
    expect((await getCodec(file).probe(file, fileName)).colorSpace).toBe(space);
    expect(warnings).toEqual(space === "sRGB" ? [] : declared);
  });

  test("small copies are shown in the same colours", async () => {
    const file = await jpegWith(colorSpaceBlock(0xffff, true));
    const [whole, small] = [
      await decode(file, { fileName: "_A.JPG" }),
      await decode(file, { fileName: "_A.JPG", minEdgePx: 4 }),
    ];
    expect(Math.abs(whole.image.data[0] - small.image.data[0])).toBeLessThan(3);
  });

  test.each(["srgb", "p3"])("an embedded profile (%s) goes first", async (profile) => {
    const plain = sharp({ create: { width: 8, height: 8, channels: 3, background: "#4080c0" } });
    const tagged = await plain.jpeg().withIccProfile(profile, { attach: true }).toBuffer();
    const file = withExif(tagged, colorSpaceBlock(0xffff, true));
    const { facts, warnings } = await decode(file, { fileName: "_MG_0001.JPG" });
    expect(facts.sourceColorSpace).not.toBe("Adobe RGB");
    expect(warnings).toEqual([]);
  });
});
