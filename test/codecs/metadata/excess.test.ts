import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { getCodec } from "../../../src/codecs/index.ts";
import { PixelPool } from "../../../src/image/index.ts";
import { testContext } from "../../support/context.ts";
import {
  deflatedTexts,
  jpegWith,
  nestedXmp,
  overlappingExif,
  pngWith,
  smallPicture,
  tiffOfManyDirectories,
} from "../../support/metadata-bombs.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const xmpChunk = (packet: Uint8Array): [string, Uint8Array] => [
  "iTXt",
  Buffer.concat([latin1("XML:com.adobe.xmp\0\0\0\0\0"), packet]),
];
const exifSegment = (exif: Uint8Array): [number, Uint8Array] => [0xe1, Buffer.concat([latin1("Exif\0\0"), exif])];
const xmpSegment = (packet: Uint8Array): [number, Uint8Array] => [
  0xe1,
  Buffer.concat([latin1("http://ns.adobe.com/xap/1.0/\0"), packet]),
];

/** A WebP of the extended form with one chunk more, which the header announces. */
async function webpWith(name: string, data: Uint8Array): Promise<Buffer> {
  const webp = await sharp(await smallPicture("webp"))
    .withExif({ IFD0: { Make: "x" } })
    .webp()
    .toBuffer();
  const chunk = Buffer.concat([latin1(name), Buffer.alloc(4), data, Buffer.alloc(data.length % 2)]);
  chunk.writeUInt32LE(data.length, 4);
  const file = Buffer.concat([webp, chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

async function decodeSmall(bytes: Uint8Array) {
  const request = { memory: new PixelPool(0), kernels: testContext().kernels, maxPixels: 1e6, warn: () => undefined };
  const decoded = await getCodec(bytes).decode(bytes, request);
  return decoded.kind === "image" ? decoded.image : expect.unreachable("no picture");
}

describe("a file whose metadata are too much is decoded without them:", () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ["PNG texts that inflate to 240 MB", () => pngWith(deflatedTexts(60, 4)), /compressed metadata of more than 16 MB/],
    [
      "a PNG profile that inflates to 64 MB",
      () => pngWith([["iCCP", Buffer.concat([latin1("p\0\0"), deflateSync(Buffer.alloc(2 ** 26))])]]),
      /compressed metadata of more than 16 MB/,
    ],
    ["PNG values that overlap", () => pngWith([["eXIf", overlappingExif(4000, 200_000)]]), /hold 763 MB of metadata/],
    ["deep XMP in a PNG", () => pngWith([xmpChunk(nestedXmp(20_000))]), /XMP of more than 100 levels/],
    ["JPEG values that overlap", () => jpegWith([exifSegment(overlappingExif(2500, 35_000))]), /hold 84 MB/],
    ["deep XMP in a JPEG", () => jpegWith([xmpSegment(nestedXmp(5000))]), /XMP of more than 100 levels/],
    [
      "deep XMP of 16 bits a character",
      () => jpegWith([xmpSegment(Buffer.from(nestedXmp(2000).toString("latin1"), "utf16le"))]),
      /XMP of more than 100 levels/,
    ],
    ["WebP values that overlap", () => webpWith("EXIF", overlappingExif(4000, 200_000)), /hold 763 MB/],
    ["deep XMP in a WebP", () => webpWith("XMP ", nestedXmp(5000)), /XMP of more than 100 levels/],
  ])("%s", async (_what, make, reason) => {
    const bytes = await make();
    const probe = await getCodec(bytes).probe(bytes);
    expect(probe).toMatchObject({ width: 64, height: 48 });
    expect(probe.metadataExcess).toMatch(reason);
    const { width, height, data } = await decodeSmall(bytes);
    expect([width, height]).toEqual([64, 48]);
    expect(data[0]).toBeCloseTo(0x77, -1);
  });
});

test.each<[string, () => Promise<Buffer>, RegExp]>([
  ["directories of a TIFF", () => tiffOfManyDirectories(120_000), /more than 1000 directories/],
  [
    "texts of a PNG",
    () => pngWith(Array.from({ length: 20_000 }, (): [string, Uint8Array] => ["tEXt", latin1("k\0v")])),
    /more than 10000 blocks/,
  ],
])("too many %s give limits/memory", async (_what, make, message) => {
  const bytes = await make();
  const refused = { code: "limits/memory", message: expect.stringMatching(message) };
  await expect(getCodec(bytes).probe(bytes)).rejects.toMatchObject(refused);
  await expect(decodeSmall(bytes)).rejects.toMatchObject(refused);
});

describe("what photographs have is not too much:", () => {
  const xmp = nestedXmp(20);

  it.each<[string, () => Promise<Buffer>]>([
    ["ten megabytes of text in a PNG", () => pngWith(deflatedTexts(5, 2))],
    ["XMP in a PNG", () => pngWith([xmpChunk(xmp)])],
    ["XMP and EXIF in a JPEG", () => jpegWith([exifSegment(overlappingExif(100, 200)), xmpSegment(xmp)])],
    ["a TIFF of a hundred pages", () => tiffOfManyDirectories(100)],
    [
      "a long history of edits",
      () => jpegWith([xmpSegment(latin1(`<a ${'b="x>/y" '.repeat(5000)}/>`.padEnd(60_000)))]),
    ],
  ])("%s", async (_what, make) => {
    const bytes = await make();
    expect(await getCodec(bytes).probe(bytes)).not.toHaveProperty("metadataExcess");
  });

  it("a profile stays where the texts go", async () => {
    const p3 = await sharp(await smallPicture("png"))
      .withIccProfile("p3")
      .png()
      .toBuffer();
    const profile = p3.subarray(33, 33 + 12 + p3.readUInt32BE(33));
    expect(profile.subarray(4, 8).toString()).toBe("iCCP");
    const bomb = await pngWith([["iCCP", profile.subarray(8, -4)], ...deflatedTexts(60, 4)]);
    const probe = await getCodec(bomb).probe(bomb);
    expect(probe.metadataExcess).toBeDefined();
    expect(probe.colorSpace).toBe((await getCodec(p3).probe(p3)).colorSpace);
  });
});
