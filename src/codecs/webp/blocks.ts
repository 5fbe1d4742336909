import { fourCharacters } from "../four-characters.ts";
import { type MetadataBlock, mostBlocks } from "../metadata/index.ts";

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
