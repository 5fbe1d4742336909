import type { RandomAccess, Span } from "./read-bytes.ts";
import { type TiffEntry, TiffReader } from "./tiff-reader.ts";

// Counts the structure of metadata, XMP elements and TIFF directories, without reading a value.

/**
 * Maximum depth of XMP elements. Real packets have ten levels, and ExifTool's time grows with the square of the depth.
 */
export const maxDepth = 100;
/** Maximum number of elements and attributes; a picture with a long history of edits has tens of thousands. */
export const maxNodes = 100_000;

const [LESS, GREATER, SLASH, EQUALS, QUOTE, APOSTROPHE] = [..."<>/=\"'"].map((char) => char.charCodeAt(0));
const [BANG, QUESTION] = [..."!?"].map((char) => char.charCodeAt(0));

/**
 * Counts elements of XMP packets and their depth without parsing them. Zero bytes are skipped, so that UTF-16 and
 * UTF-32 look like ASCII. Counts are approximate if XMP is not well-formed.
 */
export class XmpScan {
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
export interface DirectorySums {
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
export const maxDirectories = 1000;
/** Maximum number of entries in all directories; a camera writes several hundred. */
export const maxEntries = 50_000;

/** Directories that a value points to: SubIFDs, Exif, GPS, Interoperability (TIFF/EP, Exif 2.32). */
const pointerTags = new Set([0x014a, 0x8769, 0x8825, 0xa005]);
const xmpTag = 0x02bc;

/**
 * Walks the directories of a TIFF file, of a RAW built on it, or of an EXIF block, without reading a value.
 * `undefined` if the bytes begin differently. Offsets outside the bytes count as absent.
 */
export function sumDirectories(bytes: Uint8Array | RandomAccess): DirectorySums | undefined {
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
