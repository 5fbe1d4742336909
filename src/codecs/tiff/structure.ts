import { type NumberView, type RandomAccess, RandomAccessView, viewOf } from "../random-access.ts";

/** One entry of an image file directory (TIFF 6.0, section 2): where its values lie, not yet read. */
interface TiffEntry {
  readonly type: number;
  readonly count: number;
  /** Offset of the first value in the file. */
  readonly at: number;
}

/** Bytes of one value of each field type, by type number; 0 for the numbers that TIFF does not define. */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** How a value of each numeric field type is read. */
const realReaders: Readonly<Record<number, (view: NumberView, at: number, little: boolean) => number>> = {
  1: (view, at) => view.getUint8(at),
  3: (view, at, little) => view.getUint16(at, little),
  4: (view, at, little) => view.getUint32(at, little),
  5: (view, at, little) => view.getUint32(at, little) / view.getUint32(at + 4, little),
  6: (view, at) => view.getInt8(at),
  8: (view, at, little) => view.getInt16(at, little),
  9: (view, at, little) => view.getInt32(at, little),
  10: (view, at, little) => view.getInt32(at, little) / view.getInt32(at + 4, little),
  11: (view, at, little) => view.getFloat32(at, little),
  12: (view, at, little) => view.getFloat64(at, little),
};

const subIfdsTag = 0x14a;
const maxDirectories = 64;
const maxEntries = 1024;
const maxValues = 65536;

/**
 * One directory. Nothing is read beyond the bytes that are there, however the offsets lie; what lies outside counts as
 * absent.
 */
export class TiffDirectory {
  /** The order of bytes in numbers within {@link bytes}, where a field's own definition states none. */
  readonly littleEndian: boolean;
  readonly #view: DataView | RandomAccessView;
  readonly #entries: ReadonlyMap<number, TiffEntry>;

  constructor(view: DataView | RandomAccessView, littleEndian: boolean, entries: ReadonlyMap<number, TiffEntry>) {
    this.#view = view;
    this.littleEndian = littleEndian;
    this.#entries = entries;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  /** The first value of a BYTE, SHORT or LONG field. */
  number(tag: number): number | undefined {
    return this.numbers(tag)[0];
  }

  /**
   * All values of a BYTE, SHORT, LONG or IFD field; empty when the field is absent, of another type, or outside the
   * bytes.
   */
  numbers(tag: number): readonly number[] {
    const entry = this.#entries.get(tag);
    if (!entry) return [];
    const size = typeSizes[entry.type] ?? 0;
    const count = Math.min(entry.count, maxValues);
    if (![1, 3, 4, 13].includes(entry.type) || entry.at + size * count > this.#view.byteLength) return [];
    return Array.from({ length: count }, (_, i) => this.#unsigned(entry.at + i * size, size));
  }

  /** An ASCII field without its trailing zeros and spaces. */
  text(tag: number): string {
    const entry = this.#entries.get(tag);
    if (entry?.type !== 2 || entry.at + entry.count > this.#view.byteLength) return "";
    let text = "";
    for (let i = 0; i < Math.min(entry.count, 256); i++) text += String.fromCharCode(this.#view.getUint8(entry.at + i));
    return text.replace(/[\0 ]+$/, "");
  }

  /**
   * All values of any numeric field, fractions divided; empty when the field is absent, no number, or outside the
   * bytes.
   */
  reals(tag: number): readonly number[] {
    const entry = this.#entries.get(tag);
    if (!entry) return [];
    const size = typeSizes[entry.type] ?? 0;
    const count = Math.min(entry.count, maxValues);
    const read = realReaders[entry.type];
    if (!read || entry.at + size * count > this.#view.byteLength) return [];
    return Array.from({ length: count }, (_, i) => read(this.#view, entry.at + i * size, this.littleEndian));
  }

  /**
   * The bytes of a BYTE or UNDEFINED field, as a view; `undefined` when the field is absent, reaches outside, or has
   * more than `most`.
   */
  bytes(tag: number, most = Number.POSITIVE_INFINITY): Uint8Array | undefined {
    const entry = this.#entries.get(tag);
    if (!entry || (entry.type !== 1 && entry.type !== 7) || entry.count > most) return undefined;
    if (entry.at + entry.count > this.#view.byteLength) return undefined;
    if (this.#view instanceof RandomAccessView) return this.#view.bytes(entry.at, entry.count);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + entry.at, entry.count);
  }

  #unsigned(at: number, size: number): number {
    if (size === 1) return this.#view.getUint8(at);
    return size === 2 ? this.#view.getUint16(at, this.littleEndian) : this.#view.getUint32(at, this.littleEndian);
  }
}

/**
 * The directories of a TIFF-like file (also ORF, RW2 and their kind, whose magic number differs): the chain from the
 * header and all SubIFDs, as far as the bytes reach. Empty when the bytes do not begin as such a file.
 */
export function readTiffDirectories(bytes: Uint8Array | RandomAccess): readonly TiffDirectory[] {
  if (bytes.length < 8) return [];
  const view = viewOf(bytes);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return [];
  const littleEndian = order === 0x4949;
  const directories: TiffDirectory[] = [];
  const queue = [view.getUint32(4, littleEndian)];
  const seen = new Set<number>();
  while (queue.length > 0 && directories.length < maxDirectories) {
    const offset = queue.shift() as number;
    if (offset < 8 || offset + 2 > bytes.length || seen.has(offset)) continue;
    seen.add(offset);
    const { directory, next } = readDirectory(view, littleEndian, offset);
    directories.push(directory);
    queue.push(...directory.numbers(subIfdsTag), next);
  }
  return directories;
}

/**
 * The one directory at an offset that an entry gave, as the Exif directory's does; `undefined` where the bytes do not
 * reach.
 */
export function readTiffDirectoryAt(bytes: Uint8Array | RandomAccess, offset: number): TiffDirectory | undefined {
  if (bytes.length < 8 || offset < 8 || offset + 2 > bytes.length) return undefined;
  const view = viewOf(bytes);
  return readDirectory(view, view.getUint16(0) === 0x4949, offset).directory;
}

function readDirectory(view: DataView | RandomAccessView, littleEndian: boolean, offset: number) {
  const count = Math.min(view.getUint16(offset, littleEndian), maxEntries);
  const entries = new Map<number, TiffEntry>();
  for (let i = 0; i < count; i++) {
    const at = offset + 2 + i * 12;
    if (at + 12 > view.byteLength) break;
    const type = view.getUint16(at + 2, littleEndian);
    const values = view.getUint32(at + 4, littleEndian);
    const inline = (typeSizes[type] ?? 0) * values <= 4;
    entries.set(view.getUint16(at, littleEndian), {
      type,
      count: values,
      at: inline ? at + 8 : view.getUint32(at + 8, littleEndian),
    });
  }
  const end = offset + 2 + count * 12;
  const next = end + 4 <= view.byteLength ? view.getUint32(end, littleEndian) : 0;
  return { directory: new TiffDirectory(view, littleEndian, entries), next };
}
