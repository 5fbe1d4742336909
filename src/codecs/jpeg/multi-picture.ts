/** Types of individual images (CIPA DC-007, 5.2.3.3.1) that only repeat the first one in small. */
const LARGE_THUMBNAIL_CLASS = 0x01;

const ENTRY_COUNT_TAG = 0xb001;
const ENTRY_TAG = 0xb002;
const ENTRY_BYTES = 16;

/**
 * How many pictures beside the first a JPEG announces in its multi-picture index (CIPA DC-007), previews not counted.
 * 0 where there is no index or it is broken: the pictures are not used, so a broken index costs nothing.
 */
export function countFurtherPictures(jpeg: Uint8Array): number {
  const start = findIndex(jpeg);
  if (start === undefined) return 0;
  const view = new DataView(jpeg.buffer, jpeg.byteOffset + start, jpeg.byteLength - start);
  try {
    return countEntries(view);
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
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

function countEntries(view: DataView): number {
  const littleEndian = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, littleEndian);
  const fields = view.getUint16(directory, littleEndian);
  let count = 0;
  let entries: number | undefined;
  for (let i = 0; i < fields; i++) {
    const field = directory + 2 + i * 12;
    const tag = view.getUint16(field, littleEndian);
    if (tag === ENTRY_COUNT_TAG) count = view.getUint32(field + 8, littleEndian);
    if (tag === ENTRY_TAG) entries = view.getUint32(field + 8, littleEndian);
  }
  if (entries === undefined) return 0;
  let further = 0;
  for (let i = 1; i < Math.min(count, 64); i++) {
    const attribute = view.getUint32(entries + i * ENTRY_BYTES, littleEndian);
    if (((attribute >> 16) & 0xff) !== LARGE_THUMBNAIL_CLASS) further++;
  }
  return further;
}
