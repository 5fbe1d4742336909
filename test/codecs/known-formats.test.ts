import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getCodec } from "../../src/codecs/index.ts";
import { hasPhotographs, sharedFixture } from "../support/shared-fixtures.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["GIF", latin("GIF89a\x01\0\x01\0")],
  ["BMP", Buffer.concat([latin("BM\x3a\0\0\0\0\0\0\0\x36\0\0\0"), Buffer.from([40, 0, 0, 0])])],
  ["Photoshop document (PSD, PSB)", latin("8BPS\0\x01\0\0")],
  ["JPEG 2000", latin("\0\0\0\x0cjP  \r\n\x87\n")],
  ["JPEG 2000", latin("\xff\x4f\xff\x51\0\x2f")],
  ["OpenEXR", latin("v/1\x01\x02\0\0\0")],
  ["PNM (PPM, PGM, PBM, PAM)", latin("P6\n2 2\n255\n")],
  ["PNM (PPM, PGM, PBM, PAM)", latin("P6 149 227 255\n")],
  ["SVG", latin('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["PDF", latin("%PDF-1.7\n")],
  ["video (MP4, MOV)", latin("\0\0\0\x18ftypmp42\0\0\0\0")],
])("a %s is refused as known, not supported", (format, bytes) => {
  expect(() => getCodec(bytes)).toThrow(
    expect.objectContaining({
      code: "unsupported/format",
      context: { format },
      message: expect.stringContaining(format),
    }),
  );
});

test.each([["BM, a diary"], ["P6 is not far"], ["Photo"], ["<?xml version='1.0'?><note/>"]])(
  "%j is no image",
  (text) => {
    expect(() => getCodec(latin(text))).toThrow(expect.objectContaining({ code: "input/not-an-image" }));
  },
);

test.skipIf(!hasPhotographs("standard/mozjpeg"))("a real PPM is refused as known, not supported", () => {
  const bytes = readFileSync(sharedFixture("standard/mozjpeg/monkey16.ppm"));
  expect(() => getCodec(bytes)).toThrow(expect.objectContaining({ code: "unsupported/format" }));
});
