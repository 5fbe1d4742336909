import { type RandomAccess, type RandomAccessView, viewOf } from "./read-bytes.ts";

/** One entry of a directory (TIFF 6.0, section 2), its values unread. Offsets count from the start of the bytes. */
export interface TiffEntry {
  readonly tag: number;
  /** Field type; 1 to 13 and 16 to 18 are defined. */
  readonly type: number;
  /** Number of values. */
  readonly count: number;
  /** Offset of the entry. */
  readonly start: number;
  /** Offset of its last field, which holds values that fit in it, or their offset. */
  readonly field: number;
  /** Offset of the first value, which may be outside the bytes. */
  readonly at: number;
  /** Bytes of one value; 0 for undefined types. */
  readonly valueBytes: number;
  /** Bytes of all values. */
  readonly size: number;
}

export interface TiffEntries {
  readonly entries: readonly TiffEntry[];
  /** Whether all declared entries were read: they are within the bytes, and not more than requested. */
  readonly isWhole: boolean;
  /** Offset of the next directory, 0 if there is none; `undefined` if the field is outside the bytes. */
  readonly next: number | undefined;
}

/** Bytes of one value of each field type, by type number, including those of BigTIFF; 0 for undefined numbers. */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8] as const;

/** How TIFF 6.0 and BigTIFF differ: bytes of the header, of a directory's count, of an entry, and of an offset. */
const classic = { headBytes: 4, countBytes: 2, entryBytes: 12, offsetBytes: 4 } as const;
const big = { headBytes: 8, countBytes: 8, entryBytes: 20, offsetBytes: 8 } as const;
const bigMagic = 43;

/** Maximum number of entries that are read; directories of cameras and programs have fewer. */
const maxEntries = 1024;

/** Bytes of the header, in which no directory can begin. */
const minOffset = 8;

/**
 * Reads the directories of a TIFF file, of a RAW built on it (whose magic number may differ), or of an EXIF block. It
 * never reads outside the bytes, even if offsets are wrong. It reads one directory at a time: callers that follow
 * offsets must not follow one twice.
 */
export class TiffReader {
  readonly view: DataView | RandomAccessView;
  /** Byte order of numbers. */
  readonly littleEndian: boolean;
  /** Whether this is a BigTIFF, with offsets of 8 bytes. */
  readonly isBig: boolean;
  readonly #layout: typeof classic | typeof big;

  private constructor(view: DataView | RandomAccessView, littleEndian: boolean) {
    this.view = view;
    this.littleEndian = littleEndian;
    this.isBig = view.getUint16(2, littleEndian) === bigMagic;
    this.#layout = this.isBig ? big : classic;
  }

  /** `undefined` unless the bytes begin with a byte-order mark. */
  static open(bytes: Uint8Array | RandomAccess): TiffReader | undefined {
    if (bytes.length < minOffset) return undefined;
    const view = viewOf(bytes);
    const order = view.getUint16(0);
    return order === 0x4949 || order === 0x4d4d ? new TiffReader(view, order === 0x4949) : undefined;
  }

  /** Offset of the first directory. */
  get first(): number {
    return this.offsetAt(this.#layout.headBytes) ?? 0;
  }

  /** Bytes of an offset: 4, or 8 in a BigTIFF. */
  get offsetBytes(): number {
    return this.#layout.offsetBytes;
  }

  /** The offset stored at `at`; `undefined` if that is outside the bytes. */
  offsetAt(at: number): number | undefined {
    return this.has(at, this.offsetBytes) ? this.#unsigned(at, this.offsetBytes) : undefined;
  }

  /** Whether the bytes contain `size` bytes from `at`. */
  has(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.view.byteLength;
  }

  /** The directory at an offset, with at most `most` of its entries; `undefined` if a directory cannot begin there. */
  entriesAt(offset: number, most = maxEntries): TiffEntries | undefined {
    const { countBytes, entryBytes } = this.#layout;
    if (offset < minOffset || !this.has(offset, countBytes)) return undefined;
    const declared = this.#unsigned(offset, countBytes);
    const first = offset + countBytes;
    const count = Math.min(declared, most, Math.floor((this.view.byteLength - first) / entryBytes));
    const entries = Array.from({ length: count }, (_, i) => this.#entryAt(first + i * entryBytes));
    return { entries, isWhole: count === declared, next: this.offsetAt(first + declared * entryBytes) };
  }

  #entryAt(start: number): TiffEntry {
    const { offsetBytes } = this.#layout;
    const type = this.#unsigned(start + 2, 2);
    const count = this.#unsigned(start + 4, offsetBytes);
    const valueBytes = typeSizes[type] ?? 0;
    const size = valueBytes * count;
    const field = start + 4 + offsetBytes;
    const at = size <= offsetBytes ? field : this.#unsigned(field, offsetBytes);
    return { tag: this.#unsigned(start, 2), type, count, start, field, at, valueBytes, size };
  }

  #unsigned(at: number, size: number): number {
    if (size === 2) return this.view.getUint16(at, this.littleEndian);
    if (size === 4) return this.view.getUint32(at, this.littleEndian);
    const [low, high] = this.littleEndian ? [at, at + 4] : [at + 4, at];
    return this.view.getUint32(low, this.littleEndian) + this.view.getUint32(high, this.littleEndian) * 2 ** 32;
  }
}
