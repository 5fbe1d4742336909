import { crc32 } from "node:zlib";
import { integer, type Random } from "./random.ts";

/** A separate piece of a file: a box, chunk, segment or directory entry. */
export interface Part {
  readonly start: number;
  readonly end: number;
  /** The enclosing boxes, outermost first: their lengths change when the part is moved. */
  readonly parents: readonly number[];
}

/**
 * Changes parts of a format's structure: one is removed, duplicated, moved, damaged inside, or replaced by one of
 * another file; lengths of parents and checksums are corrected, so that the damage passes the first check. Files
 * without such a structure are returned unchanged.
 */
export function spliceStructure(file: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const parts = findParts(file);
  if (parts.length === 0) return file;
  const part = parts[integer(random, parts.length)];
  const own = file.slice(part.start, part.end);
  const foreign = findParts(other);
  const actions = [
    () => new Uint8Array(),
    () => Buffer.concat([own, own]),
    () => damage(own, random),
    () => damage(own, random),
    () => {
      const from = foreign[integer(random, foreign.length)];
      return from ? other.slice(from.start, from.end) : own;
    },
    () => {
      const from = parts[integer(random, parts.length)];
      return file.slice(from.start, from.end);
    },
  ];
  return mendChecksums(replacePart(file, part, actions[integer(random, actions.length)]()));
}

/** The parts of a JPEG, PNG, RIFF, TIFF or ISO base media file, as far as it can be parsed. */
export function findParts(file: Uint8Array): readonly Part[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 12) return [];
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSegments(bytes);
  if (isPng(bytes)) return pngChunks(bytes);
  if (bytes.toString("latin1", 0, 4) === "RIFF") return riffChunks(bytes);
  // JPEG XL's container begins with another signature.
  if (["ftyp", "JXL "].includes(bytes.toString("latin1", 4, 8))) return boxes(bytes, 0, bytes.length, []);
  return tiffEntries(bytes);
}

const maxParts = 512;

function isPng(bytes: Buffer): boolean {
  return bytes.readUInt32BE(0) === 0x89504e47;
}

function jpegSegments(bytes: Buffer): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && parts.length < maxParts; ) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    parts.push({ start: at, end: Math.min(end, bytes.length), parents: [] });
    // The data of a scan have no length: they end at the next marker that is neither a stuffed byte nor a restart.
    at = bytes[at + 1] === 0xda ? findMarker(bytes, end) : end;
  }
  return parts;
}

function findMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return bytes.length;
}

function pngChunks(bytes: Buffer): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 8; at + 12 <= bytes.length && parts.length < maxParts; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    parts.push({ start: at, end, parents: [] });
    at = end;
  }
  return parts;
}

function riffChunks(bytes: Buffer): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 12; at + 8 <= bytes.length && parts.length < maxParts; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size & 1);
    if (end > bytes.length) break;
    parts.push({ start: at, end, parents: [] });
    at = end;
  }
  return parts;
}

/** Boxes that contain boxes, and the number of bytes before the first. */
const containers: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  dinf: 0,
  iinf: 6,
  iref: 4,
  grpl: 0,
};

function boxes(bytes: Buffer, from: number, to: number, parents: readonly number[]): readonly Part[] {
  const parts: Part[] = [];
  for (let at = from; at + 8 <= to && parts.length < maxParts; ) {
    const size = bytes.readUInt32BE(at);
    const end = size === 0 ? to : at + size;
    if (end < at + 8 || end > to) break;
    parts.push({ start: at, end, parents });
    const skipped = containers[bytes.toString("latin1", at + 4, at + 8)];
    if (skipped !== undefined) parts.push(...boxes(bytes, at + 8 + skipped, end, [...parents, at]));
    at = end;
  }
  return parts;
}

/**
 * The twelve-byte entries of the directories in a classic TIFF; they are replaced in place by others of the same
 * length.
 */
function tiffEntries(bytes: Buffer): readonly Part[] {
  const littleEndian = bytes[0] === 0x49;
  if (!littleEndian && bytes[0] !== 0x4d) return [];
  const u16 = (at: number) => (littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const parts: Part[] = [];
  let directory = u32(4);
  for (let i = 0; i < 8 && directory > 0 && directory + 2 <= bytes.length; i++) {
    const end = directory + 2 + u16(directory) * 12;
    if (end + 4 > bytes.length) break;
    for (let at = directory + 2; at < end; at += 12) parts.push({ start: at, end: at + 12, parents: [] });
    directory = u32(end);
  }
  return parts;
}

function replacePart(file: Uint8Array, part: Part, piece: Uint8Array): Uint8Array {
  const isEntry = findKind(file) === "tiff";
  // A TIFF has offsets throughout the file, so its entries keep their positions.
  const fitted = isEntry ? resized(piece, part.end - part.start) : piece;
  const mutant = Buffer.concat([file.subarray(0, part.start), fitted, file.subarray(part.end)]);
  const grown = fitted.length - (part.end - part.start);
  for (const parent of part.parents) mutant.writeUInt32BE((mutant.readUInt32BE(parent) + grown) >>> 0, parent);
  return mutant;
}

function findKind(file: Uint8Array): "tiff" | "other" {
  const isIntel = file[0] === 0x49 && file[1] === 0x49;
  const isMotorola = file[0] === 0x4d && file[1] === 0x4d;
  return isIntel || isMotorola ? "tiff" : "other";
}

function resized(piece: Uint8Array, length: number): Uint8Array {
  const fitted = new Uint8Array(length);
  fitted.set(piece.subarray(0, length));
  return fitted;
}

function damage(piece: Uint8Array, random: Random): Uint8Array {
  const mutant = piece.slice();
  for (let count = 1 + integer(random, 4); count > 0 && mutant.length > 0; count--) {
    mutant[integer(random, mutant.length)] = random() < 0.5 ? integer(random, 256) : random() < 0.5 ? 0xff : 0;
  }
  return mutant;
}

/** A PNG with wrong checksums is refused before anything else is read. */
function mendChecksums(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  if (bytes.length < 12 || !isPng(bytes)) return bytes;
  for (const { start, end } of pngChunks(bytes))
    bytes.writeUInt32BE(crc32(bytes.subarray(start + 4, end - 4)), end - 4);
  return bytes;
}
