import { seededRandom } from "../../fixtures/scene/random.ts";
import { type DecodedImage, type DecodedMosaic, getCodec } from "../../src/codecs/index.ts";
import { readTiffDirectories, type Span } from "../../src/codecs/tiff/index.ts";
import { EngineError, type WarningCode } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { testContext } from "./context.ts";

/** A damaged copy of a file and a description of the damage. */
export interface Damaged {
  readonly how: string;
  readonly bytes: Uint8Array;
}

/** The result of a damaged file compared with the intact one. */
export type DamageOutcome =
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "warned"; readonly code: string }
  /** No visible difference. */
  | { readonly kind: "sound" }
  /** Delivered as if it were intact; `off` is the share of the area with a difference. */
  | { readonly kind: "silent"; readonly off: number };

/** Minimum share of the area, and minimum difference out of 255 levels, of a visible difference. */
const visibleShare = 0.01;
const visibleLevels = 16;

/** Warnings that the picture is incomplete or wrong. */
const tellingWarnings: ReadonlySet<WarningCode> = new Set<WarningCode>([
  "decode/damaged",
  "decode/truncated",
  "decode/preview-used",
]);

/** Prefixes of the file in `count` lengths: half of them evenly spaced, half denser towards the beginning. */
export function cutShort(bytes: Uint8Array, count: number): readonly Damaged[] {
  const even = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, i) => {
    const share = i < even ? (i + 0.5) / even : (200 / bytes.length) ** ((i - even + 0.5) / (count - even));
    const length = Math.min(bytes.length - 1, Math.floor(bytes.length * share));
    return { how: `cut to ${length}`, bytes: new Uint8Array(bytes.subarray(0, length)) };
  });
}

/** Changes one in a hundred bytes of the file's data: at scattered positions, or in one stretch. */
export function garbled(bytes: Uint8Array, seed: number): readonly Damaged[] {
  const random = seededRandom(seed);
  const spans = dataSpans(bytes);
  const total = spans.reduce((sum, [, length]) => sum + length, 0);
  const count = Math.max(1, Math.round(total / 100));
  const change = (copy: Uint8Array, place: number) => {
    const at = placeIn(spans, place);
    copy[at] = (copy[at] + 1 + Math.floor(random() * 255)) & 255;
  };
  const scattered = new Uint8Array(bytes);
  for (let i = 0; i < count; i++) change(scattered, Math.floor(random() * total));
  const stretch = new Uint8Array(bytes);
  const from = Math.floor(random() * (total - count));
  for (let i = 0; i < count; i++) change(stretch, from + i);
  return [
    { how: `1 % scattered, seed ${seed}`, bytes: scattered },
    { how: `1 % in one stretch, seed ${seed}`, bytes: stretch },
  ];
}

function placeIn(spans: readonly Span[], place: number): number {
  let left = place;
  for (const [offset, length] of spans) {
    if (left < length) return offset + left;
    left -= length;
  }
  throw new RangeError(`place ${place} lies beyond the data`);
}

/** Ranges of the picture's coded data as far as a simple parser finds them; otherwise the middle of the file. */
export function dataSpans(bytes: Uint8Array): readonly Span[] {
  const spans = spansByContainer(bytes).filter(([at, length]) => length > 0 && at + length <= bytes.length);
  return spans.length > 0 ? spans : [[Math.floor(bytes.length * 0.2), Math.floor(bytes.length * 0.7)]];
}

function spansByContainer(bytes: Uint8Array): readonly Span[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.toString("latin1", 0, 12);
  if (start.startsWith("\xff\xd8")) return jpegScans(file);
  if (start.startsWith("\x89PNG")) return chunks(file, "IDAT");
  if (start.startsWith("RIFF")) return riffChunks(file);
  if (start.slice(4, 8) === "ftyp") return chunks(file, "mdat");
  if (start.slice(4, 8) === "JXL ") return chunks(file, "jxlc");
  if (start.startsWith("II*\0") || start.startsWith("MM\0*")) return tiffPieces(bytes);
  return [];
}

function jpegScans(file: Buffer): readonly Span[] {
  for (let at = 2; at + 4 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const from = at + 2 + file.readUInt16BE(at + 2);
    if (file[at + 1] === 0xda) return [[from, file.lastIndexOf(Buffer.from([0xff, 0xd9])) - from]];
  }
  return [];
}

/** The contents of PNG's chunks, or of the boxes of an ISO base media file. */
function chunks(file: Buffer, kind: "IDAT" | "mdat" | "jxlc"): readonly Span[] {
  const spans: Span[] = [];
  const isPng = kind === "IDAT";
  for (let at = isPng ? 8 : 0; at + 8 <= file.length; ) {
    const size = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === kind) spans.push([at + 8, isPng ? size : size - 8]);
    at += isPng ? size + 12 : Math.max(8, size);
  }
  return spans;
}

function riffChunks(file: Buffer): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 12; at + 8 <= file.length; at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) & 1)) {
    if (file.toString("latin1", at, at + 3) === "VP8" && file[at + 3] !== 0x58)
      spans.push([at + 8, file.readUInt32LE(at + 4)]);
  }
  return spans;
}

/** Strips or tiles of the directory whose data are largest. */
function tiffPieces(bytes: Uint8Array): readonly Span[] {
  const pieces = readTiffDirectories(bytes).map((one) => {
    const tiled = one.has(324);
    const lengths = one.numbers(tiled ? 325 : 279);
    return one.numbers(tiled ? 324 : 273).map((at, i): Span => [at, lengths[i] ?? 0]);
  });
  const sizeOf = (spans: readonly Span[]) => spans.reduce((sum, [, length]) => sum + length, 0);
  return pieces.sort((a, b) => sizeOf(b) - sizeOf(a))[0] ?? [];
}

export interface Attempt {
  readonly warnings: readonly WarningCode[];
  readonly decoded: DecodedImage | DecodedMosaic;
}

/** Decodes any file; throws the codec's errors. */
export async function attempt(bytes: Uint8Array): Promise<Attempt> {
  const warnings: WarningCode[] = [];
  const decoded = await getCodec(bytes).decode(bytes, {
    memory: new PixelPool(),
    kernels: testContext().kernels,
    maxPixels: 200_000_000,
    warn: (code) => warnings.push(code),
  });
  return { warnings, decoded };
}

/** Result of a damaged copy of a file whose picture is `sound`. */
export async function outcomeOf(bytes: Uint8Array, sound: Attempt): Promise<DamageOutcome> {
  let found: Attempt;
  try {
    found = await attempt(bytes);
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.kind !== "internal") return { kind: "refused", code: thrown.code };
    throw thrown;
  }
  const code = found.warnings.find((one) => tellingWarnings.has(one) && !sound.warnings.includes(one));
  if (code) return { kind: "warned", code };
  const off = shareOff(found.decoded, sound.decoded);
  return off < visibleShare ? { kind: "sound" } : { kind: "silent", off };
}

/** Side of the square cells whose means are compared; noise in single samples does not count. */
const cellPx = 8;

/**
 * Share of the cells whose mean differs by at least {@link visibleLevels} of 255 (for a mosaic, of the square root of
 * light).
 */
function shareOff(a: DecodedImage | DecodedMosaic, b: DecodedImage | DecodedMosaic): number {
  const [one, other] = [cellMeans(a), cellMeans(b)];
  if (one.width !== other.width || one.means.length !== other.means.length) return 1;
  return one.means.filter((mean, i) => Math.abs(mean - other.means[i]) >= visibleLevels).length / one.means.length;
}

/** Mean level of each cell and channel. */
function cellMeans(decoded: DecodedImage | DecodedMosaic) {
  const { width, height, channels, data, curve } = levelsOf(decoded);
  const across = Math.ceil(width / cellPx);
  const sums = new Float64Array(across * Math.ceil(height / cellPx) * channels);
  const counts = new Uint32Array(sums.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = (Math.floor(y / cellPx) * across + Math.floor(x / cellPx)) * channels;
      for (let c = 0; c < channels; c++, i++) {
        sums[cell + c] += curve[data[i]];
        counts[cell + c]++;
      }
    }
  }
  return { width, means: sums.map((sum, i) => sum / counts[i]) };
}

function levelsOf(decoded: DecodedImage | DecodedMosaic) {
  if (decoded.kind === "image") {
    const { width, height, data } = decoded.image;
    const max = data instanceof Uint8Array ? 255 : 65_535;
    const curve = Float32Array.from({ length: max + 1 }, (_, i) => (i * 255) / max);
    return { width, height, channels: 3, data, curve };
  }
  const { width, height, data, pattern, black, white } = decoded.mosaic;
  const range = white[1] - black[1];
  const light = (value: number) => Math.min(1, Math.max(0, (value - black[1]) / range));
  const curve = Float32Array.from({ length: 65_536 }, (_, i) => Math.sqrt(light(i)) * 255);
  return { width, height, channels: pattern ? 1 : 3, data, curve };
}
