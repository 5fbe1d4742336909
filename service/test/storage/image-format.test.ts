import { describe, expect, test } from "vitest";
import { sniffImageFormat } from "../../src/storage/image-format.ts";
import { shootFile } from "../support/test-service.ts";

const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1`, "latin1");

describe("the format of an upload, by its first bytes", () => {
  test.each([
    ["IMG_0012.JPG", "jpeg"],
    ["IMG_0009.DNG", "tiff"],
    ["IMG_0013.TIF", "tiff"],
  ])("of %s is %s", async (name, format) => {
    expect(sniffImageFormat((await shootFile(name)).subarray(0, 4096))).toBe(format);
  });

  test.each([
    ["PNG", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "png"],
    ["WebP", Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"), "webp"],
    ["AVIF", box("avif"), "avif"],
    ["HEIC", box("heic"), "heif"],
    ["JPEG XL in a box", Buffer.from("\0\0\0\x0cJXL \r\n\x87\n", "latin1"), "jxl"],
    ["bare JPEG XL", Buffer.from("\xff\x0a\xfa\x1f\x41\x90\x08\0\0\0\0\0", "latin1"), "jxl"],
    ["Canon CR3", box("crx "), "raw"],
    ["Fujifilm RAF", Buffer.from("FUJIFILMCCD-RAW 0201"), "raw"],
    ["Sigma X3F", Buffer.from("FOVb\0\0\0\0\0\0\0\0"), "raw"],
    ["Panasonic RW2", Buffer.from("IIU\0\x18\0\0\0\0\0\0\0"), "tiff"],
    ["Olympus ORF", Buffer.from("IIRO\x08\0\0\0\0\0\0\0"), "tiff"],
    ["an MP4 film", Buffer.from("\0\0\0\x18ftypisom\0\0\0\0mp42", "latin1"), undefined],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0"), undefined],
    ["eleven bytes of a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]), undefined],
    ["nothing", Buffer.alloc(0), undefined],
  ])("of %s", (_what, head, format) => {
    expect(sniffImageFormat(head)).toBe(format);
  });
});
