import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { bytesOf, type RandomAccess } from "./read-bytes.ts";
import { type TiffEntry, TiffReader } from "./tiff-reader.ts";

/** From the first byte to the one behind the last. */
export type Span = readonly [begin: number, end: number];

/** Metadata as a file holds them: a chunk, a segment, an item. */
export interface MetadataBlock {
  /** `other` is not parsed: only its size counts. */
  readonly kind: "exif" | "xmp" | "profile" | "text" | "other";
  /** Without the framing and the name; of an EXIF block from its TIFF header on. */
  readonly content: Uint8Array;
  /** The content is a zlib stream. */
  readonly isDeflated?: boolean;
  /** Its place in the file, with its framing. */
  readonly span: Span;
}

/** More are not collected: {@link findExcess} refuses them by their number. */
export const mostBlocks = 10_000;

/** A file without these stretches, which rise and do not overlap. */
export function cutOut(bytes: Uint8Array, spans: readonly Span[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [begin, end] of spans) {
    parts.push(bytes.subarray(at, begin));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** The metadata of a result, before its format frames them; empty blocks are omitted. */
export interface FileBlocks {
  /** A TIFF structure, big-endian: directories 0 and Exif. */
  readonly exif: Uint8Array;
  /** Records of IPTC-IIM, where the format has a place for them. */
  readonly iptc: Uint8Array;
  /** An XMP packet in UTF-8. */
  readonly xmp: Uint8Array;
}

const MB = 2 ** 20;

/** What all texts and profiles of a file may inflate to, bytes; the largest profiles of printers have 4 MB. */
const mostInflatedBytes = 16 * MB;
/** Of all XMP packets; depth maps and second pictures in XMP have some megabytes. */
const mostXmpBytes = 16 * MB;
/** Of all blocks as they are in the file. */
const mostBlockBytes = 64 * MB;
/** Values of sound files do not overlap, so they have no more bytes than the structure; sloppy writers share some. */
const mostSharedBytes = 16 * MB;

/** Why the metadata of a file are not read. */
export interface Excess {
  /** What is wrong with them, to follow on "the file". */
  readonly reason: string;
  /**
   * Whether only the text of its XMP is too much, which decoders do not look into; else they must not see the metadata
   * either.
   */
  readonly isXmpAlone: boolean;
  /** Whether all blocks are known. */
  readonly isHidable: boolean;
}

/**
 * Looks for metadata that would take more memory or time to read than any photograph's, by reading no more of them than
 * the bounds. `undefined` where there are none.
 */
export async function findExcess(blocks: readonly MetadataBlock[]): Promise<Excess | undefined> {
  if (blocks.length > mostBlocks)
    return { ...harmful(`has more than ${mostBlocks} blocks of metadata`), isHidable: false };
  const bytes = blocks.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > mostBlockBytes)
    return harmful(`has ${megabytes(bytes)} MB of metadata, of at most ${megabytes(mostBlockBytes)}`);
  const meter = new Meter();
  for (const block of blocks) {
    const excess = await meter.take(block);
    if (excess) return excess;
  }
  return undefined;
}

/** The same of a TIFF structure: a TIFF file, or a RAW built on it. */
export function findDirectoryExcess(file: Uint8Array | RandomAccess): Excess | undefined {
  return new Meter().takeDirectories(file);
}

/** What the blocks of one file amount to so far. */
class Meter {
  #inflatedBytes = 0;
  #xmpBytes = 0;
  readonly #xmp = new XmpScan();

  async take({ kind, content, isDeflated }: MetadataBlock): Promise<Excess | undefined> {
    const plain = isDeflated ? await this.#inflate(content) : content;
    if (plain === undefined) return harmful(`has compressed metadata of more than ${megabytes(mostInflatedBytes)} MB`);
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

  /** `undefined` beyond the bound; a broken stream has no bytes. */
  async #inflate(content: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const maxOutputLength = mostInflatedBytes - this.#inflatedBytes + 1;
      const plain = await promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)(content, {
        maxOutputLength,
      });
      this.#inflatedBytes += plain.length;
      return this.#inflatedBytes > mostInflatedBytes ? undefined : plain;
    } catch (thrown) {
      return (thrown as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? undefined : new Uint8Array();
    }
  }

  #countXmp(bytes: number): Excess | undefined {
    return this.#xmpBytes + bytes > mostXmpBytes
      ? ofXmp(`has more than ${megabytes(mostXmpBytes)} MB of XMP`)
      : undefined;
  }

  #takeXmp(packet: Uint8Array): Excess | undefined {
    const excess = this.#countXmp(packet.length);
    if (excess) return excess;
    this.#xmpBytes += packet.length;
    this.#xmp.take(packet);
    const { deepest, nodes } = this.#xmp;
    if (deepest > mostDepth) return ofXmp(`has XMP of more than ${mostDepth} levels`);
    if (nodes > mostNodes) return ofXmp(`has XMP of more than ${mostNodes} elements`);
    return undefined;
  }
}

function directoryReason({ directories, entries, valueBytes }: DirectorySums, length: number): string | undefined {
  if (directories > mostDirectories) return `has more than ${mostDirectories} directories of metadata`;
  if (entries > mostEntries) return `has more than ${mostEntries} entries in its directories of metadata`;
  if (valueBytes <= length + mostSharedBytes) return undefined;
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

/** Real packets have ten levels. ExifTool's time rises with the square of the depth. */
const mostDepth = 100;
/** Elements and attributes; a picture with a long history of edits has some ten thousands. */
const mostNodes = 100_000;

const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [..."<>/=\"'"].map((char) => char.charCodeAt(0));
const [BANG, QUESTION] = [..."!?"].map((char) => char.charCodeAt(0));

/**
 * Counts how deep and how many the elements of XMP packets are, without understanding them. Zero bytes are skipped,
 * by which UTF-16 and UTF-32 look like ASCII. What is not well-formed counts about.
 */
class XmpScan {
  depth = 0;
  deepest = 0;
  nodes = 0;
  #isInTag = false;
  #quote = 0;
  /** The first character of the tag, and the last one seen in it. */
  #first = 0;
  #last = 0;

  /** Takes what follows in the packet, or another packet. */
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

/** What the directories of a TIFF structure amount to; counting ends beyond {@link mostDirectories} and the like. */
interface DirectorySums {
  readonly directories: number;
  readonly entries: number;
  /** Of all values that lie outside their entries and within the structure, bytes. */
  readonly valueBytes: number;
  /** Where XMP packets stand. */
  readonly xmp: readonly Span[];
}

/** A photograph has ten, a document of a hundred pages a hundred. ExifTool reads some thousands a second. */
const mostDirectories = 1000;
/** Of all directories together; a camera writes some hundreds. */
const mostEntries = 50_000;

/** Directories that a value points to: SubIFDs, Exif, GPS, Interoperability (TIFF/EP, Exif 2.32). */
const pointerTags = new Set([0x014a, 0x8769, 0x8825, 0xa005]);
const xmpTag = 0x02bc;

/**
 * Walks the directories of a TIFF file, of a RAW built on it, or of an EXIF block, without reading a value.
 * `undefined` where the bytes begin otherwise. What points outside counts as absent.
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
    return this.directories <= mostDirectories && this.entries <= mostEntries;
  }

  #takeDirectory(start: number): void {
    const directory = this.#reader.entriesAt(start, mostEntries + 1 - this.entries);
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
    const pointers = Math.min(count, mostDirectories + 1, mostEntries - this.#queue.length);
    for (let i = 0; i < pointers; i++) {
      const offset = this.#reader.offsetAt(at + i * this.#reader.offsetBytes);
      if (offset !== undefined) this.#queue.push(offset);
    }
  }
}
