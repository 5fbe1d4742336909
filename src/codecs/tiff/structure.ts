import { type NumberView, type RandomAccess, RandomAccessView } from "../random-access.ts";
import { type TiffEntry, TiffReader } from "../tiff-reader.ts";

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
  13: (view, at, little) => view.getUint32(at, little),
};
/** BYTE, SHORT, LONG and IFD. */
const unsignedTypes: ReadonlySet<number> = new Set([1, 3, 4, 13]);

const subIfdsTag = 0x14a;
const maxDirectories = 64;
const maxValues = 65536;

/**
 * One directory. Nothing is read beyond the bytes that are there, however the offsets lie; what lies outside counts as
 * absent.
 */
export class TiffDirectory {
  /** The order of bytes in numbers within {@link bytes}, where a field's own definition states none. */
  readonly littleEndian: boolean;
  readonly #view: TiffReader["view"];
  readonly #entries: ReadonlyMap<number, TiffEntry>;

  constructor({ view, littleEndian }: TiffReader, entries: readonly TiffEntry[]) {
    this.#view = view;
    this.littleEndian = littleEndian;
    this.#entries = new Map(entries.map((entry) => [entry.tag, entry]));
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
    return unsignedTypes.has(this.#entries.get(tag)?.type ?? 0) ? this.reals(tag) : [];
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
    const { at, valueBytes } = entry;
    const count = Math.min(entry.count, maxValues);
    const read = realReaders[entry.type];
    if (!read || at + valueBytes * count > this.#view.byteLength) return [];
    return Array.from({ length: count }, (_, i) => read(this.#view, at + i * valueBytes, this.littleEndian));
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
}

/**
 * The directories of a TIFF-like file (also ORF, RW2 and their kind, whose magic number differs): the chain from the
 * header and all SubIFDs, as far as the bytes reach. Empty when the bytes do not begin as such a file, and for BigTIFF,
 * which no camera writes.
 */
export function readTiffDirectories(bytes: Uint8Array | RandomAccess): readonly TiffDirectory[] {
  const reader = TiffReader.open(bytes);
  if (!reader || reader.isBig) return [];
  const directories: TiffDirectory[] = [];
  const queue = [reader.first];
  const seen = new Set<number>();
  while (queue.length > 0 && directories.length < maxDirectories) {
    const offset = queue.shift() as number;
    const found = seen.has(offset) ? undefined : reader.entriesAt(offset);
    seen.add(offset);
    if (!found) continue;
    const directory = new TiffDirectory(reader, found.entries);
    directories.push(directory);
    queue.push(...directory.numbers(subIfdsTag), found.next ?? 0);
  }
  return directories;
}

/**
 * The one directory at an offset that an entry gave, as the Exif directory's does; `undefined` where the bytes do not
 * reach.
 */
export function readTiffDirectoryAt(bytes: Uint8Array | RandomAccess, offset: number): TiffDirectory | undefined {
  const reader = TiffReader.open(bytes);
  const found = reader?.entriesAt(offset);
  return reader && found && new TiffDirectory(reader, found.entries);
}
