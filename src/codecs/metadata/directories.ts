import { type NumberView, type RandomAccess, viewOf } from "../random-access.ts";
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

/** Bytes of one value of each field type, BigTIFF's among them; 0 for numbers that nobody defines. */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];

/** How TIFF 6.0 and BigTIFF differ: the bytes of a directory's count, of an entry, and of an offset. */
const classic = { countBytes: 2, entryBytes: 12, offsetBytes: 4 } as const;
const big = { countBytes: 8, entryBytes: 20, offsetBytes: 8 } as const;
const bigMagic = 43;

/**
 * Walks the directories of a TIFF file, of a RAW built on it, or of an EXIF block, without reading a value.
 * `undefined` where the bytes begin otherwise. What points outside counts as absent.
 */
export function sumDirectories(bytes: Uint8Array | RandomAccess): DirectorySums | undefined {
  if (bytes.length < 8) return undefined;
  const view = viewOf(bytes);
  const order = view.getUint16(0);
  return order === 0x4949 || order === 0x4d4d ? new Walk(view, order === 0x4949) : undefined;
}

class Walk implements DirectorySums {
  directories = 0;
  entries = 0;
  valueBytes = 0;
  readonly xmp: Span[] = [];
  readonly #view: NumberView;
  readonly #little: boolean;
  readonly #layout: typeof classic | typeof big;
  readonly #queue: number[] = [];

  constructor(view: NumberView, little: boolean) {
    this.#view = view;
    this.#little = little;
    const isBig = view.getUint16(2, little) === bigMagic;
    this.#layout = isBig ? big : classic;
    this.#queue.push(this.#number(isBig ? 8 : 4, this.#layout.offsetBytes));
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
    const { countBytes, entryBytes, offsetBytes } = this.#layout;
    if (start < 8 || !this.#fits(start, countBytes)) return;
    this.directories++;
    const first = start + countBytes;
    const count = Math.min(this.#number(start, countBytes), Math.floor((this.#view.byteLength - first) / entryBytes));
    for (let i = 0; i < count && this.#isWithinBounds; i++) this.#takeEntry(first + i * entryBytes);
    this.#queue.push(this.#number(first + count * entryBytes, offsetBytes));
  }

  #takeEntry(at: number): void {
    this.entries++;
    const { offsetBytes } = this.#layout;
    const [tag, type] = [this.#number(at, 2), this.#number(at + 2, 2)];
    const values = this.#number(at + 4, offsetBytes);
    const size = (typeSizes[type] ?? 0) * values;
    const inPlace = at + 4 + offsetBytes;
    const place = size <= offsetBytes ? inPlace : this.#number(inPlace, offsetBytes);
    if (!this.#fits(place, size)) return;
    if (place !== inPlace) this.valueBytes += size;
    if (tag === xmpTag) this.xmp.push([place, place + size]);
    if (!pointerTags.has(tag)) return;
    const pointers = Math.min(values, mostDirectories + 1, mostEntries - this.#queue.length);
    for (let i = 0; i < pointers; i++) this.#queue.push(this.#number(place + i * offsetBytes, offsetBytes));
  }

  #fits(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.#view.byteLength;
  }

  /** An unsigned number of 2, 4 or 8 bytes; 0 outside. */
  #number(at: number, size: number): number {
    if (!this.#fits(at, size)) return 0;
    if (size === 2) return this.#view.getUint16(at, this.#little);
    if (size === 4) return this.#view.getUint32(at, this.#little);
    const [low, high] = this.#little ? [at, at + 4] : [at + 4, at];
    return this.#view.getUint32(low, this.#little) + this.#view.getUint32(high, this.#little) * 2 ** 32;
  }
}
