import { TiffReader } from "../tiff-reader.ts";

/** Types of individual images (CIPA DC-007, 5.2.3.3.1) that only repeat the first one in small. */
const LARGE_THUMBNAIL_CLASS = 0x01;

const ENTRY_COUNT_TAG = 0xb001;
const ENTRY_TAG = 0xb002;
const ENTRY_BYTES = 16;
/** More pictures than any camera writes into a file. */
const MOST_PICTURES = 64;

/**
 * How many pictures besides the first a JPEG announces in its multi-picture index (CIPA DC-007), previews not counted.
 * 0 when the index is absent or broken: the pictures are not used, so a broken index costs nothing.
 */
export function countFurtherPictures(jpeg: Uint8Array): number {
  const start = findIndex(jpeg);
  if (start === undefined) return 0;
  const reader = TiffReader.open(jpeg.subarray(start));
  return reader ? countEntries(reader) : 0;
}

/** Offset of the TIFF header within the APP2 segment marked `MPF\0`. */
function findIndex(jpeg: Uint8Array): number | undefined {
  let at = 2;
  while (at + 8 < jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1];
    if (marker === 0xda) return undefined;
    const isMpf = jpeg[at + 4] === 0x4d && jpeg[at + 5] === 0x50 && jpeg[at + 6] === 0x46 && jpeg[at + 7] === 0;
    if (marker === 0xe2 && isMpf) return at + 8;
    at += 2 + ((jpeg[at + 2] << 8) | jpeg[at + 3]);
  }
  return undefined;
}

function countEntries(reader: TiffReader): number {
  const directory = reader.entriesAt(reader.first);
  if (!directory?.isWhole) return 0;
  const fieldOf = (tag: number) => {
    const entry = directory.entries.findLast((each) => each.tag === tag);
    return entry && reader.offsetAt(entry.field);
  };
  const count = fieldOf(ENTRY_COUNT_TAG) ?? 0;
  const entries = fieldOf(ENTRY_TAG);
  if (entries === undefined) return 0;
  const counted = Math.min(count, MOST_PICTURES);
  if (!reader.has(entries, counted * ENTRY_BYTES)) return 0;
  let further = 0;
  for (let i = 1; i < counted; i++) {
    const attribute = reader.view.getUint32(entries + i * ENTRY_BYTES, reader.littleEndian);
    if (((attribute >> 16) & 0xff) !== LARGE_THUMBNAIL_CLASS) further++;
  }
  return further;
}
