import { fourCharacters } from "../four-characters.ts";
import { type FileBlocks, type MetadataBlock, mostBlocks } from "../metadata/index.ts";

/** `RIFF`, the length, `WEBP` (RFC 9649, 2.4). */
const headerBytes = 12;
/** Some writers put the name of JPEG's segment before the TIFF header. */
const exifName = "Exif\0\0";

const kinds: Readonly<Record<string, MetadataBlock["kind"]>> = { EXIF: "exif", "XMP ": "xmp", ICCP: "profile" };

/** The EXIF block, the XMP packet and the profile of a WebP, as far as it is whole. */
export function findWebpBlocks(webp: Uint8Array): MetadataBlock[] {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const blocks: MetadataBlock[] = [];
  let at = headerBytes;
  while (at + 8 <= webp.length && blocks.length <= mostBlocks) {
    const end = Math.min(webp.length, at + 8 + view.getUint32(at + 4, true));
    const kind = kinds[fourCharacters(webp, at)];
    if (kind) blocks.push({ kind, content: contentOf(webp.subarray(at + 8, end)), span: [at, end] });
    at = end + (end % 2);
  }
  return blocks;
}

function contentOf(data: Uint8Array): Uint8Array {
  const isNamed = Buffer.from(data.subarray(0, exifName.length)).toString("latin1") === exifName;
  return isNamed ? data.subarray(exifName.length) : data;
}

/** A copy whose blocks have a name that readers must pass over (2.7.1.6). */
export function hideWebpBlocks(webp: Uint8Array, blocks: readonly MetadataBlock[]): Uint8Array {
  const copy = Uint8Array.from(webp);
  for (const { span } of blocks) copy.set(Buffer.from("JUNK", "latin1"), span[0]);
  return copy;
}

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
