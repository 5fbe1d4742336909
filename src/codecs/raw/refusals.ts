import { EngineError } from "../../errors/index.ts";
import type { Mosaic, PixelMemory } from "../../image/index.ts";
import type { DecodeRequest } from "../codec.ts";
import { jpegTiles, lossyCompression } from "../dng/index.ts";
import { LibRawFailure, type LibRawFile, type LibRawFrame, type LibRawMetadata, noDecoder } from "../libraw/index.ts";
import { type FoundNoise, findNoise, type SampleRows } from "../noisy-rows.ts";
import {
  type DeclaredExtent,
  directoriesExtent,
  extentOf,
  readTiffDirectories,
  type Span,
  type TiffDirectory,
} from "../tiff/index.ts";
import { countDamagedPieces } from "./lossless-layout.ts";
import { describeCamera, describeCoding, unreadableCoding } from "./variant.ts";

/** Maximum missing share at the end of the data (padding removed by a tool); beyond it the file counts as truncated. */
const toleratedMissing = 0.005;

/**
 * Decoders read ahead; only what they want beyond this many bytes past the end indicates a file that is cut short. In
 * small files, all but lossy ones (whose pieces are read in blocks), it is this share of the file.
 */
const readAheadBytes = 65536;
const readAheadShare = 0.01;

/**
 * Decoder that counts values at the end of the camera's curve as errors, although they are white samples of sound
 * files.
 */
const eagerDecoder = "nikon_load_raw()";

/**
 * Frame size in bytes for which there is always memory: if a smaller frame fails for lack of memory, a count in the
 * file is wrong.
 */
const certainFrameBytes = 512 * 2 ** 20;

/** Refuses a file that is truncated according to its container, or warns if very little is missing. */
export function refuseTruncated(bytes: Uint8Array, request: DecodeRequest): void {
  const extent = declaredExtent(bytes);
  if (!extent || extent.missingBytes === 0) return;
  const { declaredBytes, missingBytes } = extent;
  const message = `${missingBytes} of ${declaredBytes} bytes of sensor data are missing`;
  if (missingBytes > declaredBytes * toleratedMissing)
    throw new EngineError("input/corrupt", `decode: the RAW file is cut short, ${message}`);
  request.warn("decode/truncated", `decode: ${message}`);
}

/**
 * Refuses files that LibRaw cannot unpack or would unpack to noise. Returns whether parts of the sensor data are
 * damaged.
 */
export function refuseUnreadable(bytes: Uint8Array, metadata: LibRawMetadata, request: DecodeRequest): boolean {
  const { tiles, broken, damaged } = jpegTiles(bytes);
  if (broken > 0) {
    const message = `decode: the RAW file is broken, ${broken} of ${tiles} pieces of its sensor data are not the JPEGs that it names`;
    throw new EngineError("input/corrupt", message);
  }
  const coding = unreadableCoding(bytes, metadata);
  if (coding) throw unsupported(describeCamera(bytes, metadata), coding);
  const found = damaged + countDamagedPieces(bytes);
  if (found > 0) {
    const message = `decode: ${found} piece(s) of the sensor data are damaged, and show garbage`;
    request.warn("decode/damaged", message);
  }
  return found > 0;
}

/** Warns of damage that only the decoder detects: values beyond the samples' range. */
export function warnOfDamage(file: LibRawFile, request: DecodeRequest): void {
  const { decoder } = file.metadata();
  const errors = file.dataErrors();
  if (errors === 0 || (decoder === eagerDecoder && errors <= countBrightest(file))) return;
  const message = `decode: the sensor data is damaged (its decoder met ${errors} values that cannot be), and shows garbage from there on`;
  request.warn("decode/damaged", message);
}

function countBrightest(file: LibRawFile): number {
  const { data } = file.frame() ?? { data: new Uint16Array(0) };
  let [brightest, count] = [0, 0];
  for (const value of data) {
    if (value > brightest) [brightest, count] = [value, 1];
    else if (value === brightest) count++;
  }
  return count;
}

/** Rows of a mosaic, or of three-colour data. */
export function rowsOfMosaic({ data, width, pattern, black, white }: Mosaic): SampleRows {
  const range = white[1] - black[1];
  if (!pattern) return { data, rowSamples: width * 3, lag: 3, rowLag: 1, range };
  return { data, rowSamples: width, lag: pattern.width, rowLag: pattern.height, range };
}

/** What LibRaw develops, as it was unpacked: filters of cells of two columns, of up to four rows; else nothing. */
export function rowsOfFrame(
  { data, samples, stride }: LibRawFrame,
  { color_data }: LibRawMetadata,
  memory: PixelMemory,
): SampleRows | undefined {
  if (samples !== 1 || !(data instanceof Uint16Array)) return undefined;
  const copy = memory.u16(data.length);
  copy.set(data);
  return { data: copy, rowSamples: stride, lag: 2, rowLag: 4, range: color_data.maximum - color_data.black };
}

const noises: Readonly<Record<FoundNoise, string>> = {
  rows: "rows of it are noise from side to side",
  stretch: "a stretch of it is noise",
  scattered: "samples here and there are noise",
  throughout: "it is noise throughout",
};

/** Damage to data whose coding cannot detect it. */
export async function warnOfNoise(rows: SampleRows, { kernels, warn }: DecodeRequest): Promise<void> {
  const found = await findNoise(rows, kernels);
  if (found) warn("decode/damaged", `decode: the sensor data is damaged, ${noises[found]}`);
}

/** Refuses truncated files by the decoder's reads, if the container does not reveal it. */
export function refuseOverread(missingBytes: number, bytes: Uint8Array, { compression }: LibRawMetadata): void {
  const share = compression === lossyCompression ? 1 : readAheadShare;
  const ahead = Math.min(readAheadBytes, bytes.length * share);
  if (missingBytes <= Math.max(ahead, bytes.length * toleratedMissing)) return;
  const message = `decode: the RAW file is cut short, its sensor data continues for ${missingBytes} bytes past its end`;
  throw new EngineError("input/corrupt", message);
}

function frameBytes({ raw_width, raw_height, filters }: LibRawMetadata): number {
  return raw_width * raw_height * (filters === 0 ? 8 : 2);
}

/** Converts a failure of LibRaw to a typed error. */
export function toEngineError(thrown: unknown, bytes: Uint8Array, metadata: LibRawMetadata | undefined): EngineError {
  if (thrown instanceof EngineError) return thrown;
  if (!(thrown instanceof LibRawFailure)) throw thrown;
  if (thrown.reason === "memory" && !(metadata && frameBytes(metadata) < certainFrameBytes)) {
    const message = `decode: the RAW file needs more memory than its decoder has (${thrown.message})`;
    return new EngineError("limits/memory", message, {}, thrown);
  }
  const cut = (declaredExtent(bytes)?.missingBytes ?? 0) > 0;
  if (thrown.reason !== "unsupported" || cut) {
    const message = `decode: the RAW file is broken or cut short (${thrown.message})`;
    return new EngineError("input/corrupt", message, {}, thrown);
  }
  return unsupported(describeCamera(bytes, metadata), describeCoding(bytes), thrown);
}

/** The error for a file that no decoder supports. */
export function unsupported(camera: string, coding: string, cause?: unknown): EngineError {
  return noDecoder([camera, coding].filter((part) => part !== "").join(", "), cause);
}

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
const minPanasonicBytes = 0.5;
const variablePanasonicFormat = 8;

/**
 * Whether the file is cut short, from its container alone: for some makers LibRaw silently fills missing data with
 * zeros. `undefined` if the container does not state it.
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
  const bytesEach = isVariable ? minPanasonicBytes : fixedPanasonicBytes;
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
