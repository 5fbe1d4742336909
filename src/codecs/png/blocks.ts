import { crc32 } from "node:zlib";
import { fourCharacters } from "../four-characters.ts";
import { type FileBlocks, type MetadataBlock, mostBlocks } from "../metadata/index.ts";

const signatureBytes = 8;
/** Length, type and checksum (ISO/IEC 15948, 5.3). */
const framingBytes = 12;

type Content = Omit<MetadataBlock, "span">;

/** What each type of chunk holds. */
const readers: Readonly<Record<string, (data: Uint8Array) => Content>> = {
  tEXt: (content) => ({ kind: "text", content }),
  zTXt: (data) => ({ kind: "text", content: afterName(data, 1), isDeflated: true }),
  iTXt: readInternationalText,
  iCCP: (data) => ({ kind: "profile", content: afterName(data, 1), isDeflated: true }),
  eXIf: (content) => ({ kind: "exif", content }),
  // Of a draft: a zero, the length, a zlib stream. ExifTool reads it.
  zxIf: (data) => ({ kind: "exif", content: data.subarray(5), isDeflated: true }),
};

/** The texts, the profile and the EXIF block of a PNG, as far as it is whole. */
export function findPngBlocks(png: Uint8Array): MetadataBlock[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const blocks: MetadataBlock[] = [];
  let at = signatureBytes;
  while (at + framingBytes <= png.length && blocks.length <= mostBlocks) {
    const end = Math.min(png.length, at + framingBytes + view.getUint32(at));
    const read = readers[fourCharacters(png, at + 4)];
    if (read) blocks.push({ ...read(png.subarray(at + 8, Math.max(at + 8, end - 4))), span: [at, end] });
    at = end;
  }
  return blocks;
}

/** What follows the keyword, its zero and `skip` bytes. */
function afterName(data: Uint8Array, skip: number): Uint8Array {
  const end = data.indexOf(0);
  return data.subarray(end < 0 ? data.length : end + 1 + skip);
}

/** Keyword, flag of compression, method, language and keyword in it, text (11.3.4.5). */
function readInternationalText(data: Uint8Array): Content {
  const flagged = afterName(data, 0);
  const isXmp = Buffer.from(data.subarray(0, 18)).toString("latin1") === "XML:com.adobe.xmp\0";
  const content = afterName(afterName(flagged.subarray(2), 0), 0);
  return { kind: isXmp ? "xmp" : "text", content, isDeflated: flagged[0] === 1 };
}

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
