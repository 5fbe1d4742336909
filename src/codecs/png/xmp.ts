import { crc32 } from "node:zlib";

/** Signature and IHDR, which stands first (PNG, 11.2.1). */
const headBytes = 33;

/** A PNG with an XMP packet as uncompressed international text (XMP specification, part 3, 1.1.5). */
export function withPngXmp(png: Uint8Array, packet: string): Uint8Array {
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${packet}`, "utf8");
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headBytes), length, body, check, png.subarray(headBytes)]);
}
