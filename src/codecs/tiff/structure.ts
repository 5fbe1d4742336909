import { type NumberView, type RandomAccess, RandomAccessView } from "../read-bytes.ts";
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

const tag = {
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  stripByteCounts: 279,
  tileOffsets: 324,
  tileByteCounts: 325,
  subIfds: 330,
  cfaPattern: 33422,
  dngVersion: 50706,
  cr2Slices: 50752,
} as const;

const cfaPhotometric = 32803;
const linearRawPhotometric = 34892;

/** Values of the Compression field that only camera makers write (Sony, Samsung, Nikon, Kodak, Pentax). */
const makerCompressions = new Set([32767, 32769, 32770, 32772, 34713, 65000, 65535]);

/**
 * Whether a TIFF directory describes undeveloped data: DNG, colour filter array, linear RAW, or a maker's own
 * compression.
 */
export function holdsSensorData(directory: TiffDirectory): boolean {
  const photometric = directory.number(tag.photometric);
  if (photometric === cfaPhotometric || photometric === linearRawPhotometric) return true;
  if (directory.has(tag.dngVersion) || directory.has(tag.cfaPattern)) return true;
  return makerCompressions.has(directory.number(tag.compression) ?? 0);
}

/** How many bytes the container says its sensor data has, and how many of them lie beyond the end of the file. */
export interface DeclaredExtent {
  readonly declaredBytes: number;
  readonly missingBytes: number;
}

/** Whether the sensor data of a TIFF is cut short, by its directories; `undefined` when they do not say. */
export function directoriesExtent(
  directories: readonly TiffDirectory[],
  fileBytes: number,
): DeclaredExtent | undefined {
  // Not as arguments of one call: a file may list more of them than a call accepts.
  const outside = directories
    .flatMap((one) => one.numbers(tag.subIfds))
    .reduce((most, at) => Math.max(most, at + 2 - fileBytes), 0);
  if (outside > 0) return { declaredBytes: outside, missingBytes: outside };
  const spans = directories
    .filter((one) => holdsSensorData(one) || one.has(tag.cr2Slices))
    .flatMap((one) => spansOf(one, fileBytes));
  return spans.length > 0 ? extentOf(spans, fileBytes) : undefined;
}

/** A stretch of the file, in bytes. */
export type Span = readonly [offset: number, length: number];

/** What of these stretches lies within a file of that length. */
export function extentOf(spans: readonly Span[], fileBytes: number): DeclaredExtent {
  let declaredBytes = 0;
  let missingBytes = 0;
  for (const [offset, length] of spans) {
    declaredBytes += length;
    missingBytes += Math.min(length, Math.max(0, offset + length - fileBytes));
  }
  return { declaredBytes, missingBytes };
}

function spansOf(directory: TiffDirectory, fileBytes: number): readonly Span[] {
  const places = [tag.stripOffsets, tag.stripByteCounts, tag.tileOffsets, tag.tileByteCounts];
  // A list of places that itself lies beyond the end.
  if (places.some((one) => directory.has(one) && directory.numbers(one).length === 0)) return [[fileBytes, fileBytes]];
  const strips = zip(directory.numbers(tag.stripOffsets), directory.numbers(tag.stripByteCounts));
  return strips.length > 0 ? strips : zip(directory.numbers(tag.tileOffsets), directory.numbers(tag.tileByteCounts));
}

function zip(offsets: readonly number[], lengths: readonly number[]): readonly Span[] {
  return offsets.length === lengths.length ? offsets.map((offset, i) => [offset, lengths[i]] as const) : [];
}
