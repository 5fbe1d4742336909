import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const MB = 2 ** 20;

/** A grey picture of 64 × 48 in the requested format. */
export function smallPicture(format: "png" | "jpeg" | "webp" | "tiff"): Promise<Buffer> {
  const create = { width: 64, height: 48, channels: 3 as const, background: "#777" };
  return sharp({ create }).toFormat(format).toBuffer();
}

/** A PNG with further chunks behind its header, each `[type, data]`. */
export async function pngWith(chunks: readonly (readonly [type: string, data: Uint8Array])[]): Promise<Buffer> {
  const png = await smallPicture("png");
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks.map(pngChunk), png.subarray(headerEnd)]);
}

function pngChunk([type, data]: readonly [string, Uint8Array]): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Texts of a PNG that inflate to `megabytes` each. */
export function deflatedTexts(count: number, megabytes: number): [string, Uint8Array][] {
  const text = deflateSync(Buffer.alloc(megabytes * MB, "a"), { level: 9 });
  return Array.from({ length: count }, (_, i) => ["zTXt", Buffer.concat([Buffer.from(`k${i}\0\0`, "latin1"), text])]);
}

/** An XMP packet with nested elements of this depth. */
export function nestedXmp(depth: number): Buffer {
  const head = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
  const body = `<rdf:Description xmlns:a="http://a/">${"<a:b>".repeat(depth)}x${"</a:b>".repeat(depth)}</rdf:Description>`;
  return Buffer.from(`${head}${body}</rdf:RDF></x:xmpmeta>`, "latin1");
}

/** A JPEG with segments behind SOI, each `[marker, data]`. */
export async function jpegWith(segments: readonly (readonly [marker: number, data: Uint8Array])[]): Promise<Buffer> {
  const jpeg = await smallPicture("jpeg");
  const parts = segments.map(([marker, data]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
}

/** An EXIF block with one directory whose `count` entries all refer to the same `bytes` of text. */
export function overlappingExif(count: number, bytes: number): Buffer {
  const directory = 2 + count * 12 + 4;
  const exif = Buffer.alloc(8 + directory + bytes, "a");
  exif.write("II*\0\x08\0\0\0", 0, "latin1");
  exif.writeUInt16LE(count, 8);
  for (let i = 0; i < count; i++) {
    const at = 10 + i * 12;
    exif.writeUInt16LE(0x100 + i, at);
    exif.writeUInt16LE(2, at + 2);
    exif.writeUInt32LE(bytes, at + 4);
    exif.writeUInt32LE(8 + directory, at + 8);
  }
  exif.writeUInt32LE(0, 8 + directory - 4);
  return exif;
}

/** A TIFF whose directory is followed by `count` more of one entry each. */
export async function tiffOfManyDirectories(count: number): Promise<Buffer> {
  const tiff = await smallPicture("tiff");
  const first = tiff.readUInt32LE(4);
  const linkAt = first + 2 + tiff.readUInt16LE(first) * 12;
  const start = tiff.length + (tiff.length % 2);
  const chain = Buffer.alloc(count * 18);
  for (let i = 0; i < count; i++) {
    const at = i * 18;
    chain.writeUInt16LE(1, at);
    chain.writeUInt16LE(0x100, at + 2);
    chain.writeUInt16LE(3, at + 4);
    chain.writeUInt32LE(1, at + 6);
    chain.writeUInt32LE(1, at + 10);
    chain.writeUInt32LE(i + 1 < count ? start + at + 18 : 0, at + 14);
  }
  const bomb = Buffer.concat([tiff, Buffer.alloc(start - tiff.length), chain]);
  bomb.writeUInt32LE(start, linkAt);
  return bomb;
}
