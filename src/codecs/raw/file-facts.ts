import type { LibRawMetadata } from "../libraw/index.ts";
import { type NumberView, type RandomAccess, viewOf } from "../read-bytes.ts";
import { readTiffDirectories, readTiffDirectoryAt } from "../tiff/index.ts";

const tag = { exif: 0x8769, width: 0xa002, height: 0xa003 } as const;

/** Size of the camera's own picture, from EXIF (PixelXDimension, PixelYDimension). */
export function readExifSize(bytes: Uint8Array | RandomAccess): { width: number; height: number } | undefined {
  const exifAt = readTiffDirectories(bytes)[0]?.number(tag.exif);
  const exif = exifAt === undefined ? undefined : readTiffDirectoryAt(bytes, exifAt);
  const [width, height] = [exif?.number(tag.width), exif?.number(tag.height)];
  return width && height ? { width, height } : undefined;
}

/**
 * Corrects the metadata to the camera's own crop: LibRaw starts crops at even rows and columns, and so drops the first
 * one of a sensor with odd borders.
 */
export function withCameraCrop(metadata: LibRawMetadata, bytes: Uint8Array | RandomAccess): LibRawMetadata {
  const [inset, ...others] = metadata.raw_inset_crops;
  const exif = metadata.dng_version === 0 && inset.cwidth > 0 ? readExifSize(bytes) : undefined;
  if (!exif) return metadata;
  const left = exif.width - inset.cwidth === 1 && inset.cleft > metadata.left_margin ? 1 : 0;
  const top = exif.height - inset.cheight === 1 && inset.ctop > metadata.top_margin ? 1 : 0;
  const crop = {
    cleft: inset.cleft - left,
    ctop: inset.ctop - top,
    cwidth: inset.cwidth + left,
    cheight: inset.cheight + top,
  };
  return { ...metadata, raw_inset_crops: [crop, ...others] };
}

/**
 * CIFF records (Canon, CIFF specification 1.0, section 3): ImageProps, ExifInformation in it, ColorInfo1 of the EOS D30
 * in that.
 */
const path = [0x300a, 0x300b, 0x0032] as const;
const colorInfoBytes = 768;

/** Offset in ColorInfo1 of the responses to daylight: red, green, green, blue; 1024 is a gain of 1. */
const daylightAt = 4;

const maxEntries = 512;

/** Bytes of a heap or of a record. */
interface Span {
  readonly at: number;
  readonly length: number;
}

/**
 * The metadata with the daylight that the file of an EOS D30 states. LibRaw ignores it and computes one from a general
 * matrix. That is the only source if the camera chose the white balance, because the file does not state it.
 */
export function withCiffDaylight(metadata: LibRawMetadata, bytes: Uint8Array | RandomAccess): LibRawMetadata {
  if (metadata.normalized_model !== "EOS D30") return metadata;
  const view = viewOf(bytes);
  const info = findRecord(view);
  if (info?.length !== colorInfoBytes) return metadata;
  const [red, green, other, blue] = [0, 2, 4, 6].map((at) => view.getUint16(info.at + daylightAt + at, true));
  if (!(red > 0 && green > 0 && other > 0 && blue > 0)) return metadata;
  const { color_data } = metadata;
  return { ...metadata, color_data: { ...color_data, pre_mul: [1024 / red, 2048 / (green + other), 1024 / blue, 0] } };
}

/** `undefined` if the path is incomplete or leads outside the bytes. All Canon cameras use little-endian byte order. */
function findRecord(view: NumberView): Span | undefined {
  if (view.byteLength < 26) return undefined;
  const header = view.getUint32(2, true);
  let found: Span | undefined = { at: header, length: view.byteLength - header };
  for (const tag of path) found = found && recordOf(view, found, tag);
  return found;
}

/** A heap ends with the offset of its directory: a count, then tag, length and offset of each record. */
function recordOf(view: NumberView, heap: Span, tag: number): Span | undefined {
  const end = heap.at + heap.length;
  if (heap.length < 6 || end > view.byteLength) return undefined;
  const directory = heap.at + view.getUint32(end - 4, true);
  if (directory + 2 > end) return undefined;
  const count = Math.min(view.getUint16(directory, true), maxEntries);
  for (let at = directory + 2; at < directory + 2 + count * 10 && at + 10 <= end; at += 10) {
    if (view.getUint16(at, true) !== tag) continue;
    const record = { length: view.getUint32(at + 2, true), at: heap.at + view.getUint32(at + 6, true) };
    return record.at + record.length <= end ? record : undefined;
  }
  return undefined;
}

/** SonyRawImageSize (ExifTool, SubIFD tag 0x7038). */
const rawImageSize = 0x7038;

/**
 * Excludes padding from the visible area: Sony rounds lossless compressed frames up to whole tiles and
 * states the true size in a tag that LibRaw does not read.
 */
export function withoutPadding(metadata: LibRawMetadata, bytes: Uint8Array | RandomAccess): LibRawMetadata {
  if (metadata.normalized_make !== "Sony") return metadata;
  for (const directory of readTiffDirectories(bytes)) {
    const [trueWidth, trueHeight] = directory.numbers(rawImageSize);
    const width = Math.min(metadata.width, trueWidth - metadata.left_margin);
    const height = Math.min(metadata.height, trueHeight - metadata.top_margin);
    // Tiles of 512 pixels add less than 512; a smaller size does not belong to this frame.
    if (width > metadata.width - 512 && height > metadata.height - 512 && width > 0 && height > 0) {
      return { ...metadata, width, height };
    }
  }
  return metadata;
}
