import type { RandomAccess } from "../random-access.ts";
import { type TiffEntry, TiffReader } from "../tiff-reader.ts";
import type { Span } from "./blocks.ts";

/** What the directories of a TIFF structure amount to; counting ends beyond {@link mostDirectories} and the like. */
export interface DirectorySums {
  readonly directories: number;
  readonly entries: number;
  /** Of all values that lie outside their entries and within the structure, bytes. */
  readonly valueBytes: number;
  /** Where XMP packets stand. */
  readonly xmp: readonly Span[];
}

/** A photograph has ten, a document of a hundred pages a hundred. ExifTool reads some thousands a second. */
export const mostDirectories = 1000;
/** Of all directories together; a camera writes some hundreds. */
export const mostEntries = 50_000;

/** Directories that a value points to: SubIFDs, Exif, GPS, Interoperability (TIFF/EP, Exif 2.32). */
const pointerTags = new Set([0x014a, 0x8769, 0x8825, 0xa005]);
const xmpTag = 0x02bc;

/**
 * Walks the directories of a TIFF file, of a RAW built on it, or of an EXIF block, without reading a value.
 * `undefined` where the bytes begin otherwise. What points outside counts as absent.
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
