import {
  type DeclaredExtent,
  directoriesExtent,
  extentOf,
  readTiffDirectories,
  type Span,
  type TiffDirectory,
} from "../tiff/index.ts";

const tag = {
  panasonicWidth: 2,
  panasonicHeight: 3,
  panasonicFormat: 0x2d,
  panasonicOffset: 0x118,
} as const;

/**
 * Panasonic's codings of fixed length need at least this many bytes a photosite (16 for 14); that of format 8 is of
 * variable length.
 */
const fixedPanasonicBytes = 16 / 14;
const leastPanasonicBytes = 0.5;
const variablePanasonicFormat = 8;

/**
 * Whether the file is cut short, from its container alone: LibRaw fills missing data with zeros in silence for some
 * makers. `undefined` where the container does not tell.
 */
export function declaredExtent(bytes: Uint8Array): DeclaredExtent | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 128) return undefined;
  const first = String.fromCharCode(...bytes.subarray(0, 15));
  if (first === "FUJIFILMCCD-RAW") return extentOf([[view.getUint32(100), view.getUint32(104)]], bytes.length);
  if (first.startsWith("FOVb")) return x3fExtent(view);
  if (first.startsWith("ftypcrx", 4)) return extentOf(mediaDataBoxes(view), bytes.length);
  const directories = readTiffDirectories(bytes);
  if (first.startsWith("IIU\0")) return panasonicExtent(directories, bytes.length);
  return directoriesExtent(directories, bytes.length);
}

/** RW2 states where the data begins, not how long it is. */
function panasonicExtent(directories: readonly TiffDirectory[], fileBytes: number): DeclaredExtent | undefined {
  const [first] = directories;
  const offset = first?.number(tag.panasonicOffset);
  const width = first?.number(tag.panasonicWidth);
  const height = first?.number(tag.panasonicHeight);
  if (!offset || !width || !height) return undefined;
  const isVariable = first.number(tag.panasonicFormat) === variablePanasonicFormat;
  const bytesEach = isVariable ? leastPanasonicBytes : fixedPanasonicBytes;
  return extentOf([[offset, Math.floor(width * height * bytesEach)]], fileBytes);
}

const x3fDirectory = 0x53454364; // SECd
const maxX3fSections = 256;
/** IMAG and IMA2. */
const x3fImages = 0x494d;

/**
 * An X3F ends with the offset of its directory, which lists offset, length and kind of every section (Foveon, "X3F RAW
 * file format", 1.03): a file without one has lost its end.
 */
function x3fExtent(view: DataView): DeclaredExtent {
  const end = view.byteLength;
  const at = view.getUint32(end - 4, true);
  if (at + 12 > end || view.getUint32(at) !== x3fDirectory) return { declaredBytes: 1, missingBytes: 1 };
  const count = Math.min(view.getUint32(at + 8, true), maxX3fSections);
  const spans: Span[] = [];
  for (let i = 0; i < count && at + 24 + i * 12 <= end; i++) {
    const entry = at + 12 + i * 12;
    if (view.getUint32(entry + 8) >>> 16 !== x3fImages) continue;
    spans.push([view.getUint32(entry, true), view.getUint32(entry + 4, true)]);
  }
  return extentOf(spans, at);
}

/** The media data boxes of an ISO base media file (ISO/IEC 14496-12, 4.2). */
function mediaDataBoxes(view: DataView): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + 16 <= view.byteLength && spans.length < 64; ) {
    const size32 = view.getUint32(at);
    const size = size32 === 1 ? Number(view.getBigUint64(at + 8)) : size32;
    if (view.getUint32(at + 4) === 0x6d646174) spans.push([at, size]);
    if (size < 8) break;
    at += size;
  }
  return spans;
}
