import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { bytesOf, type RandomAccess } from "./read-bytes.ts";
import { type TiffEntry, TiffReader } from "./tiff-reader.ts";

/** Offsets of the first byte and of the byte after the last. */
export type Span = readonly [begin: number, end: number];

/** A metadata block of a file: a chunk, a segment, an item. */
export interface MetadataBlock {
  /** Kind of block; `other` is not parsed, only its size is checked. */
  readonly kind: "exif" | "xmp" | "profile" | "text" | "other";
  /** Content without framing and name; an EXIF block begins with its TIFF header. */
  readonly content: Uint8Array;
  /** Whether the content is a zlib stream. */
  readonly isDeflated?: boolean;
  /** Range in the file, including the framing. */
  readonly span: Span;
}

/** Maximum number of collected blocks; {@link findExcess} refuses files with more. */
export const maxBlocks = 10_000;

/** A copy of the file without these ranges, which are ascending and do not overlap. */
export function cutOut(bytes: Uint8Array, spans: readonly Span[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [begin, end] of spans) {
    parts.push(bytes.subarray(at, begin));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** Metadata of a result before framing for its format; empty blocks are omitted. */
export interface FileBlocks {
  /** A TIFF structure, big-endian: directories 0 and Exif. */
  readonly exif: Uint8Array;
  /** Records of IPTC-IIM, if the format supports them. */
  readonly iptc: Uint8Array;
  /** An XMP packet in UTF-8. */
  readonly xmp: Uint8Array;
}

const MB = 2 ** 20;

/** Maximum inflated size of all texts and profiles of a file in bytes; the largest printer profiles have 4 MB. */
const maxInflatedBytes = 16 * MB;
/** Maximum size of all XMP packets in bytes; depth maps and second pictures in XMP have several MB. */
const maxXmpBytes = 16 * MB;
/** Maximum size of all blocks in the file, in bytes. */
const maxBlockBytes = 64 * MB;
/**
 * Maximum excess of value bytes over the size of the structure: values of sound files do not overlap, but some writers
 * share a few.
 */
const maxSharedBytes = 16 * MB;

/** Why the metadata of a file are not read. */
export interface Excess {
  /** The fault, as the end of a sentence that begins with "the file". */
  readonly reason: string;
  /**
   * Whether only the text of its XMP is excessive, which decoders do not parse; otherwise decoders must not read the
   * metadata either.
   */
  readonly isXmpAlone: boolean;
  /** Whether all blocks are known. */
  readonly isHidable: boolean;
}

/**
 * Detects metadata that would take more memory or time to read than those of any photograph, and reads no more than the
 * limits. `undefined` if all are within the limits.
 */
export async function findExcess(blocks: readonly MetadataBlock[]): Promise<Excess | undefined> {
  if (blocks.length > maxBlocks)
    return { ...harmful(`has more than ${maxBlocks} blocks of metadata`), isHidable: false };
  const bytes = blocks.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > maxBlockBytes)
    return harmful(`has ${megabytes(bytes)} MB of metadata, of at most ${megabytes(maxBlockBytes)}`);
  const meter = new Meter();
  for (const block of blocks) {
    const excess = await meter.take(block);
    if (excess) return excess;
  }
  return undefined;
}

/** Like {@link findExcess}, for a TIFF structure: a TIFF file, or a RAW built on it. */
export function findDirectoryExcess(file: Uint8Array | RandomAccess): Excess | undefined {
  return new Meter().takeDirectories(file);
}

/** Running totals for the blocks of one file. */
class Meter {
  #inflatedBytes = 0;
  #xmpBytes = 0;
  readonly #xmp = new XmpScan();

  async take({ kind, content, isDeflated }: MetadataBlock): Promise<Excess | undefined> {
    const plain = isDeflated ? await this.#inflate(content) : content;
    if (plain === undefined) return harmful(`has compressed metadata of more than ${megabytes(maxInflatedBytes)} MB`);
    if (kind === "xmp") return this.#takeXmp(plain);
    return kind === "exif" ? this.takeDirectories(plain) : undefined;
  }

  takeDirectories(file: Uint8Array | RandomAccess): Excess | undefined {
    const sums = sumDirectories(file);
    if (sums === undefined) return undefined;
    const reason = directoryReason(sums, file.length);
    if (reason !== undefined) return harmful(reason);
    for (const [begin, end] of sums.xmp) {
      const excess = this.#countXmp(end - begin) ?? this.#takeXmp(bytesOf(file, begin, end));
      if (excess) return excess;
    }
    return undefined;
  }

  /** Inflates; `undefined` beyond the limit, and empty for a broken stream. */
  async #inflate(content: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const maxOutputLength = maxInflatedBytes - this.#inflatedBytes + 1;
      const plain = await promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)(content, {
        maxOutputLength,
      });
      this.#inflatedBytes += plain.length;
      return this.#inflatedBytes > maxInflatedBytes ? undefined : plain;
    } catch (thrown) {
      return (thrown as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? undefined : new Uint8Array();
    }
  }

  #countXmp(bytes: number): Excess | undefined {
    return this.#xmpBytes + bytes > maxXmpBytes
      ? ofXmp(`has more than ${megabytes(maxXmpBytes)} MB of XMP`)
      : undefined;
  }

  #takeXmp(packet: Uint8Array): Excess | undefined {
    const excess = this.#countXmp(packet.length);
    if (excess) return excess;
    this.#xmpBytes += packet.length;
    this.#xmp.take(packet);
    const { deepest, nodes } = this.#xmp;
    if (deepest > maxDepth) return ofXmp(`has XMP of more than ${maxDepth} levels`);
    if (nodes > maxNodes) return ofXmp(`has XMP of more than ${maxNodes} elements`);
    return undefined;
  }
}

function directoryReason({ directories, entries, valueBytes }: DirectorySums, length: number): string | undefined {
  if (directories > maxDirectories) return `has more than ${maxDirectories} directories of metadata`;
  if (entries > maxEntries) return `has more than ${maxEntries} entries in its directories of metadata`;
  if (valueBytes <= length + maxSharedBytes) return undefined;
  return `says that ${megabytes(length)} MB hold ${megabytes(valueBytes)} MB of metadata`;
}

function harmful(reason: string): Excess {
  return { reason, isXmpAlone: false, isHidable: true };
}

function ofXmp(reason: string): Excess {
  return { reason, isXmpAlone: true, isHidable: true };
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / MB);
}

/**
 * Maximum depth of XMP elements. Real packets have ten levels, and ExifTool's time grows with the square of the depth.
 */
const maxDepth = 100;
/** Maximum number of elements and attributes; a picture with a long history of edits has tens of thousands. */
const maxNodes = 100_000;

const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [..."<>/=\"'"].map((char) => char.charCodeAt(0));
const [BANG, QUESTION] = [..."!?"].map((char) => char.charCodeAt(0));

/**
 * Counts elements of XMP packets and their depth without parsing them. Zero bytes are skipped, so that UTF-16 and
 * UTF-32 look like ASCII. Counts are approximate if XMP is not well-formed.
 */
class XmpScan {
  depth = 0;
  deepest = 0;
  nodes = 0;
  #isInTag = false;
  #quote = 0;
  /** First and last character of the current tag. */
  #first = 0;
  #last = 0;

  /** Scans further bytes of the packet, or another packet. */
  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === 0) continue;
      if (!this.#isInTag) {
        if (byte === LESS) this.#begin();
      } else if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === GREATER) {
        this.#end();
      } else {
        if (byte === EQUALS) this.nodes++;
        if ((byte === QUOTE || byte === APOSTROPHE) && this.#isElement) this.#quote = byte;
        if (this.#first === 0) this.#first = byte;
        this.#last = byte;
      }
    }
  }

  get #isElement(): boolean {
    return this.#first !== BANG && this.#first !== QUESTION && this.#first !== SLASH;
  }

  #begin(): void {
    this.#isInTag = true;
    this.#first = 0;
    this.#last = 0;
  }

  #end(): void {
    this.#isInTag = false;
    if (this.#first === SLASH) this.depth = Math.max(0, this.depth - 1);
    if (!this.#isElement) return;
    this.nodes++;
    if (this.#last === SLASH) return;
    this.depth++;
    this.deepest = Math.max(this.deepest, this.depth);
  }
}

/** Totals for the directories of a TIFF structure; counting ends beyond the limits, such as {@link maxDirectories}. */
interface DirectorySums {
  readonly directories: number;
  readonly entries: number;
  /** Total bytes of values outside their entries and within the structure. */
  readonly valueBytes: number;
  /** Ranges of XMP packets. */
  readonly xmp: readonly Span[];
}

/**
 * Maximum number of directories. A photograph has ten, a document of 100 pages 100. ExifTool reads a few thousand per
 * second.
 */
const maxDirectories = 1000;
/** Maximum number of entries in all directories; a camera writes several hundred. */
const maxEntries = 50_000;

/** Directories that a value points to: SubIFDs, Exif, GPS, Interoperability (TIFF/EP, Exif 2.32). */
const pointerTags = new Set([0x014a, 0x8769, 0x8825, 0xa005]);
const xmpTag = 0x02bc;

/**
 * Walks the directories of a TIFF file, of a RAW built on it, or of an EXIF block, without reading a value.
 * `undefined` if the bytes begin differently. Offsets outside the bytes count as absent.
 */
function sumDirectories(bytes: Uint8Array | RandomAccess): DirectorySums | undefined {
  const reader = TiffReader.open(bytes);
  return reader && new Walk(reader);
}

class Walk implements DirectorySums {
  directories = 0;
  entries = 0;
  valueBytes = 0;
  readonly xmp: Span[] = [];
  readonly #reader: TiffReader;
  readonly #queue: number[];

  constructor(reader: TiffReader) {
    this.#reader = reader;
    this.#queue = [reader.first];
    const seen = new Set<number>();
    for (let i = 0; i < this.#queue.length && this.#isWithinBounds; i++) {
      if (!seen.has(this.#queue[i])) this.#takeDirectory(this.#queue[i]);
      seen.add(this.#queue[i]);
    }
  }

  get #isWithinBounds(): boolean {
    return this.directories <= maxDirectories && this.entries <= maxEntries;
  }

  #takeDirectory(start: number): void {
    const directory = this.#reader.entriesAt(start, maxEntries + 1 - this.entries);
    if (!directory) return;
    this.directories++;
    for (const entry of directory.entries) this.#takeEntry(entry);
    if (directory.next !== undefined) this.#queue.push(directory.next);
  }

  #takeEntry({ tag, count, field, at, size }: TiffEntry): void {
    this.entries++;
    if (!this.#reader.has(at, size)) return;
    if (at !== field) this.valueBytes += size;
    if (tag === xmpTag) this.xmp.push([at, at + size]);
    if (!pointerTags.has(tag)) return;
    const pointers = Math.min(count, maxDirectories + 1, maxEntries - this.#queue.length);
    for (let i = 0; i < pointers; i++) {
      const offset = this.#reader.offsetAt(at + i * this.#reader.offsetBytes);
      if (offset !== undefined) this.#queue.push(offset);
    }
  }
}
