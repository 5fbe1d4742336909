import { fourCharacters } from "../four-characters.ts";
import { type MetadataBlock, mostBlocks } from "../metadata/index.ts";

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
