import type { FileBlocks } from "../metadata/index.ts";
import { findWebpBlocks } from "./blocks.ts";

/** RIFF's own head; the first chunk follows. */
const headBytes = 12;
const flags = { exif: 0x08, xmp: 0x04 };

/**
 * A WebP with an EXIF block and an XMP packet as its last chunks (RFC 9649, 2.7.1.5); `undefined` for one without the
 * extended head, which announces them and which a picture with a colour profile has, for one that has metadata besides
 * its profile, and for IPTC-IIM, which has no place in it.
 */
export function withWebpBlocks(webp: Uint8Array, { exif, iptc, xmp }: FileBlocks): Uint8Array | undefined {
  const file = Buffer.from(webp);
  const isExtended = file.toString("latin1", headBytes, headBytes + 4) === "VP8X";
  if (iptc.length > 0 || !isExtended || findWebpBlocks(webp).some(({ kind }) => kind !== "profile")) return undefined;
  const chunks = Buffer.concat([chunk("EXIF", exif), chunk("XMP ", xmp)]);
  file[headBytes + 8] |= (exif.length > 0 ? flags.exif : 0) | (xmp.length > 0 ? flags.xmp : 0);
  file.writeUInt32LE(file.length - 8 + chunks.length, 4);
  return Buffer.concat([file, chunks]);
}

/** Of even length; nothing for what is empty. */
function chunk(type: string, content: Uint8Array): Uint8Array {
  if (content.length === 0) return content;
  const bytes = Buffer.alloc(8 + content.length + (content.length % 2));
  bytes.write(type, "latin1");
  bytes.writeUInt32LE(content.length, 4);
  bytes.set(content, 8);
  return bytes;
}
