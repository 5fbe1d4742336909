import { isLosslessDamaged, isScanDamaged } from "../jpeg/index.ts";
import { mainDirectory } from "./tags.ts";

const tag = { compression: 259, stripOffsets: 273, stripBytes: 279, tileOffsets: 324, tileBytes: 325 } as const;

/** Values of TIFF's Compression for DNGs with lossless and lossy JPEG. */
const losslessJpeg = 7;
const lossyJpeg = 34892;

/** Markers of a JPEG (ITU-T T.81, table B.1): its start, the frame headers that LibRaw reads here, the scan header. */
const startOfImage = 0xffd8;
const startsOfFrame = [0xffc0, 0xffc1, 0xffc2, 0xffc3];
const startOfScan = 0xffda;
const restartInterval = 0xffdd;
const endOfImage = 0xd9;
const firstMarker = 0xff01;

/** Maximum padding in bytes after a JPEG within its range of the file. */
const paddingBytes = 64;

/** The JPEG tiles of a DNG's sensor data. */
interface JpegTiles {
  readonly tiles: number;
  /**
   * Number of tiles with a broken header: LibRaw stops there without an error, and the rest of the picture stays black.
   */
  readonly broken: number;
  /** Number of tiles whose coded data does not match their header: LibRaw decodes garbage from there on. */
  readonly damaged: number;
}

export function jpegTiles(bytes: Uint8Array): JpegTiles {
  const main = mainDirectory(bytes);
  const compression = main?.number(tag.compression);
  if (!main || (compression !== losslessJpeg && compression !== lossyJpeg)) return { tiles: 0, broken: 0, damaged: 0 };
  const isTiled = main.has(tag.tileOffsets);
  const places = main.numbers(isTiled ? tag.tileOffsets : tag.stripOffsets);
  const lengths = main.numbers(isTiled ? tag.tileBytes : tag.stripBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scans = places.map((at) => findScan(view, at));
  // Broken files refer to the same bytes repeatedly, so no more bytes are checked than the file has.
  let left = bytes.length;
  const isDamaged = scans.map((scan, i) => {
    const end = Math.min(places[i] + lengths[i], bytes.length);
    if (!scan || !(end > scan.start)) return false;
    left -= end - scan.start;
    if (left < 0) return false;
    const piece = bytes.subarray(places[i], end);
    return compression === lossyJpeg
      ? isScanDamaged(piece)
      : hasStrayMarker(bytes, scan, end) || isLosslessDamaged(piece);
  });
  return {
    tiles: places.length,
    broken: scans.filter((scan) => scan === undefined).length,
    damaged: isDamaged.filter(Boolean).length,
  };
}

interface Scan {
  /** Offset of the coded data. */
  readonly start: number;
  readonly hasRestarts: boolean;
}

/** Finds the scan after the segments from the start of the image, if a frame of non-zero size precedes it. */
function findScan(view: DataView, start: number): Scan | undefined {
  if (start + 2 > view.byteLength || view.getUint16(start) !== startOfImage) return undefined;
  let hasFrame = false;
  let hasRestarts = false;
  for (let at = start + 2; at + 10 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker < firstMarker) return undefined;
    if (marker === startOfScan) return hasFrame ? { start: at + 2 + view.getUint16(at + 2), hasRestarts } : undefined;
    if (marker === restartInterval) hasRestarts = view.getUint16(at + 4) > 0;
    if (startsOfFrame.includes(marker)) hasFrame = view.getUint16(at + 5) > 0 && view.getUint16(at + 7) > 0;
  }
  return undefined;
}

/**
 * Whether coded data contains an invalid marker: 0xFF may only precede 0, a restart marker or the end, and only padding
 * follows the end.
 */
function hasStrayMarker(bytes: Uint8Array, { start, hasRestarts }: Scan, end: number): boolean {
  const last = end - 1;
  for (let at = bytes.indexOf(0xff, start); at >= 0 && at < last; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === 0 || code === 0xff || (hasRestarts && code >= 0xd0 && code <= 0xd7)) continue;
    if (code !== endOfImage) return true;
    const rest = bytes.subarray(at + 2, last + 1);
    return rest.length > paddingBytes && rest.some((value) => value !== 0 && value !== 0xff);
  }
  return false;
}
