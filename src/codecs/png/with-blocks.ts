import { crc32 } from "node:zlib";
import type { FileBlocks } from "../metadata/index.ts";
import { findPngBlocks } from "./blocks.ts";

/** Signature and IHDR, which stands first (PNG, 11.2.1). */
const headBytes = 33;
/** Uncompressed international text (XMP specification, part 3, 1.1.5). */
const xmpName = "XML:com.adobe.xmp\0\0\0\0\0";

/**
 * A PNG with an EXIF block and an XMP packet before its picture; `undefined` for one that has metadata besides its
 * profile, and for IPTC-IIM, which has no place in it.
 */
export function withPngBlocks(png: Uint8Array, { exif, iptc, xmp }: FileBlocks): Uint8Array | undefined {
  if (iptc.length > 0 || findPngBlocks(png).some(({ kind }) => kind !== "profile")) return undefined;
  const chunks = [
    ...(xmp.length === 0 ? [] : chunk("iTXt", Buffer.concat([Buffer.from(xmpName, "latin1"), xmp]))),
    ...(exif.length === 0 ? [] : chunk("eXIf", exif)),
  ];
  return Buffer.concat([png.subarray(0, headBytes), ...chunks, png.subarray(headBytes)]);
}

function chunk(type: string, content: Uint8Array): Uint8Array[] {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return [length, body, check];
}
