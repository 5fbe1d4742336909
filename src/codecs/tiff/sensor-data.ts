import type { TiffDirectory } from "./structure.ts";

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
  // Not as arguments of one call: a file may list more of them than a call takes.
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
