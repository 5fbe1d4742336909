import { mainDirectory } from "./dng-tags.ts";

const tag = { compression: 259, stripOffsets: 273, tileOffsets: 324 } as const;

/** TIFF's Compression of DNGs whose sensor data are lossless JPEGs. */
const losslessJpeg = 7;

/** Markers of a JPEG (ITU-T T.81, table B.1): its start, the frame headers that LibRaw reads here, the scan header. */
const startOfImage = 0xffd8;
const startsOfFrame = [0xffc0, 0xffc1, 0xffc3];
const startOfScan = 0xffda;
const firstMarker = 0xff01;

/**
 * How many JPEGs a DNG says hold its sensor data, and how many of them have no sound head: at such a one LibRaw stops without a word, and
 * the rest of the picture stays black.
 */
export function losslessTiles(bytes: Uint8Array): { readonly tiles: number; readonly broken: number } {
  const main = mainDirectory(bytes);
  if (main?.number(tag.compression) !== losslessJpeg) return { tiles: 0, broken: 0 };
  const tiles = main.has(tag.tileOffsets) ? main.numbers(tag.tileOffsets) : main.numbers(tag.stripOffsets);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { tiles: tiles.length, broken: tiles.filter((at) => !leadsToScan(view, at)).length };
}

/** Whether segments follow one another from the start of the image to a scan, with a frame of some size before it. */
function leadsToScan(view: DataView, start: number): boolean {
  if (start + 2 > view.byteLength || view.getUint16(start) !== startOfImage) return false;
  let hasFrame = false;
  for (let at = start + 2; at + 10 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker < firstMarker) return false;
    if (marker === startOfScan) return hasFrame;
    if (startsOfFrame.includes(marker)) hasFrame = view.getUint16(at + 5) > 0 && view.getUint16(at + 7) > 0;
  }
  return false;
}
