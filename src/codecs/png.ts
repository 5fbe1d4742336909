import { crc32, inflateSync } from "node:zlib";
import { calibratedSpace, type DeclaredSpace, declaredSpace } from "./color/index.ts";
import { cutOut, type FileBlocks, type MetadataBlock, maxBlocks } from "./metadata.ts";
import { fourCharacters } from "./read-bytes.ts";
import { createSharpCodec } from "./sharp/index.ts";

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** PNG (ISO/IEC 15948); for an animation, the first frame. */
export const pngCodec = createSharpCodec({
  format: "png",
  sharpName: "png",
  usesExifOrientation: true,
  headersFirst: false,
  matches: (head) => signature.every((byte, i) => head[i] === byte),
  metadataBlocks: findPngBlocks,
  isDamaged: namesColorsBeyondPalette,
  hide: (bytes, blocks) =>
    cutOut(
      bytes,
      blocks.map(({ span }) => span),
    ),
  inspect: (bytes, { pages = 1 }) => ({
    ...(pages > 1 && { auxiliary: `${pages - 1} further frame(s)` }),
    space: spaceOf(bytes),
  }),
});

/** Unit of the encoding exponent in gAMA, and its valid range. */
const gammaUnit = 100_000;
const minExponent = 0.2;
const maxExponent = 5;

/** Colour space in the chunks before the picture, in the order of the standard: cICP, sRGB, gAMA with cHRM. */
function spaceOf(bytes: Uint8Array): DeclaredSpace | undefined {
  const chunks = headChunks(bytes);
  const cicp = chunks.get("cICP");
  // Matrix 0 is RGB, the only one that PNG allows.
  if (cicp?.byteLength === 4 && cicp.getUint8(2) === 0)
    return declaredSpace({ primaries: cicp.getUint8(0), transfer: cicp.getUint8(1) });
  const gamma = chunks.get("gAMA");
  if (chunks.has("sRGB") || gamma?.byteLength !== 4) return undefined;
  const exponent = gammaUnit / gamma.getUint32(0);
  if (!(exponent >= minExponent && exponent <= maxExponent)) return undefined;
  const own = chunks.get("cHRM");
  const xy = own?.byteLength === 32 ? Array.from({ length: 8 }, (_, i) => own.getUint32(i * 4) / gammaUnit) : undefined;
  return calibratedSpace({ exponent, xy });
}

function headChunks(bytes: Uint8Array): ReadonlyMap<string, DataView> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, DataView>();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = fourCharacters(bytes, at + 4);
    if (type === "IDAT" || at + 12 + length > bytes.length) break;
    chunks.set(type, new DataView(bytes.buffer, bytes.byteOffset + at + 8, length));
    at += 12 + length;
  }
  return chunks;
}

const signatureBytes = 8;
/** Length, type and checksum (ISO/IEC 15948, 5.3). */
const framingBytes = 12;

type Content = Omit<MetadataBlock, "span">;

/** Readers of the types of chunk. */
const readers: Readonly<Record<string, (data: Uint8Array) => Content>> = {
  tEXt: (content) => ({ kind: "text", content }),
  zTXt: (data) => ({ kind: "text", content: afterName(data, 1), isDeflated: true }),
  iTXt: readInternationalText,
  iCCP: (data) => ({ kind: "profile", content: afterName(data, 1), isDeflated: true }),
  eXIf: (content) => ({ kind: "exif", content }),
  // From a draft of the standard: a zero, the length, a zlib stream. ExifTool reads it.
  zxIf: (data) => ({ kind: "exif", content: data.subarray(5), isDeflated: true }),
};

/** The texts, the profile and the EXIF block of a PNG, up to the first damaged chunk. */
function findPngBlocks(png: Uint8Array): MetadataBlock[] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const blocks: MetadataBlock[] = [];
  let at = signatureBytes;
  while (at + framingBytes <= png.length && blocks.length <= maxBlocks) {
    const end = Math.min(png.length, at + framingBytes + view.getUint32(at));
    const read = readers[fourCharacters(png, at + 4)];
    if (read) blocks.push({ ...read(png.subarray(at + 8, Math.max(at + 8, end - 4))), span: [at, end] });
    at = end;
  }
  return blocks;
}

/** The data after the keyword, its zero byte and `skip` bytes. */
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

/** Bytes of the signature and IHDR, which comes first (PNG, 11.2.1). */
const headBytes = 33;
/** Uncompressed international text (XMP specification, part 3, 1.1.5). */
const xmpName = "XML:com.adobe.xmp\0\0\0\0\0";

/**
 * A PNG with an EXIF block and an XMP packet before its picture; `undefined` for one with metadata other than its
 * profile, and for IPTC-IIM, which the format does not support.
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

/** IHDR of an indexed picture, the number of its palette's entries, and its coded samples. */
interface Indexed {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly isInterlaced: boolean;
  readonly entries: number;
  readonly coded: readonly Uint8Array[];
}

const indexedColor = 3;

/** Adam7 (ISO/IEC 15948, 8.2): first column, first row, steps across and down. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/**
 * Whether a pixel of the first picture has an index beyond the palette, which is an error in the standard (11.2.3) and
 * is shown as black by decoders.
 */
function namesColorsBeyondPalette(png: Uint8Array): boolean {
  const indexed = readIndexed(png);
  // A full palette has no index beyond it.
  if (!indexed || indexed.entries >= 1 << indexed.depth) return false;
  const { width, height, depth, isInterlaced } = indexed;
  const passes = (isInterlaced ? adam7 : [[0, 0, 1, 1]])
    .map(([x, y, across, down]) => ({ columns: Math.ceil((width - x) / across), rows: Math.ceil((height - y) / down) }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
  const sizes = passes.map(({ columns, rows }) => (1 + Math.ceil((columns * depth) / 8)) * rows);
  const data = inflated(
    indexed.coded,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  if (!data) return false;
  let at = 0;
  return passes.some(({ columns, rows }, i) => {
    const pass = data.subarray(at, at + sizes[i]);
    at += sizes[i];
    return hasIndexFrom(indexed.entries, pass, { columns, rows, depth });
  });
}

function readIndexed(png: Uint8Array): Indexed | undefined {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < 33 || png[25] !== indexedColor) return undefined;
  const coded: Uint8Array[] = [];
  let entries = 0;
  for (let at = 8; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const type = fourCharacters(png, at + 4);
    if (at + 12 + length > png.length) break;
    if (type === "PLTE") entries = Math.floor(length / 3);
    if (type === "IDAT") coded.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return { width, height, depth: png[24], isInterlaced: png[28] === 1, entries, coded };
}

/** The filtered rows; undefined if their number of bytes does not match the picture. */
function inflated(coded: readonly Uint8Array[], length: number): Uint8Array | undefined {
  try {
    const data = inflateSync(Buffer.concat(coded), { maxOutputLength: length });
    return data.length === length ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Reverses the filters of `pass` in place (9.2), and checks every index. */
function hasIndexFrom(
  entries: number,
  pass: Uint8Array,
  { columns, rows, depth }: { columns: number; rows: number; depth: number },
): boolean {
  const rowBytes = pass.length / rows;
  const perByte = 8 / depth;
  const mask = (1 << depth) - 1;
  for (let y = 0; y < rows; y++) {
    const row = pass.subarray(y * rowBytes, (y + 1) * rowBytes);
    const above = y > 0 ? pass.subarray((y - 1) * rowBytes, y * rowBytes) : new Uint8Array(rowBytes);
    unfilter(row, above);
    for (let x = 0; x < columns; x++) {
      const shift = 8 - depth * ((x % perByte) + 1);
      if (((row[1 + Math.floor(x / perByte)] >> shift) & mask) >= entries) return true;
    }
  }
  return false;
}

function unfilter(row: Uint8Array, above: Uint8Array): void {
  const filter = row[0];
  if (filter === 0) return;
  for (let i = 1; i < row.length; i++) {
    const left = i > 1 ? row[i - 1] : 0;
    const corner = i > 1 ? above[i - 1] : 0;
    row[i] += predicted(filter, left, above[i], corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
