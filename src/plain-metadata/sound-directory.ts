import { TiffReader } from "../codecs/index.ts";

/** One entry of a directory with its values. */
export interface SoundEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
  /** Where the bytes begin, from the start of the block. */
  readonly at: number;
}

export interface SoundDirectory {
  readonly entries: readonly SoundEntry[];
  /** Where the next directory begins; 0 where none does. */
  readonly next: number;
}

/** More entries than a camera's EXIF has in a directory; longer ones are left to ExifTool. */
const mostEntries = 100;
/** Field types that EXIF has (Exif 3.0, 4.6.2). */
const exifTypes: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 9, 10]);

/**
 * A directory of an EXIF block with all its values; `undefined` if it is cut short or too long, has a tag twice or
 * another type than EXIF's, or where a value reaches outside.
 */
export function soundDirectoryAt(block: Buffer, at: number): SoundDirectory | undefined {
  const reader = TiffReader.open(block);
  const found = reader?.entriesAt(at, mostEntries);
  if (!reader || reader.isBig || !found?.isWhole || found.next === undefined) return undefined;
  const tags = new Set(found.entries.map(({ tag }) => tag));
  const isSound = found.entries.every(({ type, at, size }) => exifTypes.has(type) && reader.has(at, size));
  if (tags.size < found.entries.length || !isSound) return undefined;
  const entries = found.entries.map(({ tag, type, count, at, size }) => {
    return { tag, type, count, bytes: block.subarray(at, at + size), at };
  });
  return { entries, next: found.next };
}
