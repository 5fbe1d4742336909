import { type FileBlocks, type MetadataBlock, maxBlocks } from "./metadata.ts";
import { fourCharacters } from "./read-bytes.ts";
import { createSharpCodec, sharpLibrary } from "./sharp/index.ts";

/** WebP (RFC 9649); for an animation, the first frame. */
export const webpCodec = createSharpCodec({
  format: "webp",
  sharpName: "webp",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => fourCharacters(head, 0) === "RIFF" && fourCharacters(head, 8) === "WEBP",
  metadataBlocks: findWebpBlocks,
  hide: hideWebpBlocks,
  isDamaged: hasDataLeft,
  inspect: (_bytes, { pages = 1 }) => (pages > 1 ? { auxiliary: `${pages - 1} further frame(s)` } : {}),
});

/** `RIFF`, the length, `WEBP` (RFC 9649, 2.4). */
const headerBytes = 12;
/** Some writers put the name of JPEG's segment before the TIFF header. */
const exifName = "Exif\0\0";

const kinds: Readonly<Record<string, MetadataBlock["kind"]>> = { EXIF: "exif", "XMP ": "xmp", ICCP: "profile" };

/** The EXIF block, the XMP packet and the profile of a WebP, as far as it is whole. */
function findWebpBlocks(webp: Uint8Array): MetadataBlock[] {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const blocks: MetadataBlock[] = [];
  let at = headerBytes;
  while (at + 8 <= webp.length && blocks.length <= maxBlocks) {
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

/** A copy whose blocks have a name that readers must skip (2.7.1.6). */
function hideWebpBlocks(webp: Uint8Array, blocks: readonly MetadataBlock[]): Uint8Array {
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

const chunkHeadBytes = 8;
/** Bytes before the chunks of an animation's frame (RFC 9649, 2.7.1.1). */
const frameHeadBytes = 16;

/**
 * Writers end the coded data with up to this many unused bytes: at most 3 in the files of libwebp, libvpx
 * and others that were tried.
 */
const unneededBytes = 8;

/** Edge in pixels of the test decode, which reads all data; the library scales while it decodes. */
const smallEdgePx = 16;

/**
 * Whether the first picture can be decoded without the last bytes of its coded data. Neither coding of WebP has a
 * checksum, and both decode garbage to a picture, but that ends before the data does. Costs a second decode.
 */
async function hasDataLeft(webp: Uint8Array): Promise<boolean> {
  const chunk = findPicture(webp, headerBytes);
  if (!chunk || chunk.length <= chunkHeadBytes + unneededBytes) return false;
  try {
    const size = { width: smallEdgePx, height: smallEdgePx, fit: "fill" } as const;
    const options = { failOn: "warning", limitInputPixels: false } as const;
    await sharpLibrary()(withoutTail(chunk), options).resize(size).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The chunk of coded data; for an animation, that of its first frame. */
function findPicture(webp: Uint8Array, from: number): Uint8Array | undefined {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = from; at + chunkHeadBytes <= webp.length; ) {
    const end = at + chunkHeadBytes + view.getUint32(at + 4, true);
    const type = fourCharacters(webp, at);
    if (type === "VP8 " || type === "VP8L") return webp.subarray(at, end);
    if (type === "ANMF") return findPicture(webp.subarray(0, end), at + chunkHeadBytes + frameHeadBytes);
    at = end + (end % 2);
  }
  return undefined;
}

/** A file with only this chunk, without its last bytes. */
function withoutTail(chunk: Uint8Array): Uint8Array {
  const length = chunk.length - chunkHeadBytes - unneededBytes;
  const file = Buffer.alloc(headerBytes + chunkHeadBytes + length + (length % 2));
  file.write("RIFF", "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WEBP", 8, "latin1");
  file.set(chunk.subarray(0, chunkHeadBytes + length), headerBytes);
  file.writeUInt32LE(length, headerBytes + 4);
  return file;
}
