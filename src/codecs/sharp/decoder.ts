import type { Metadata, Sharp, SharpOptions } from "sharp";
import { EngineError } from "../../errors/index.ts";
import { type IntegerImage, swapsAxes, toOrientation } from "../../image/index.ts";
import type { JpegDc, KernelRunner } from "../../kernels/index.ts";
import type { Codec, DecodedImage, DecodeRequest, Format, Probe } from "../codec.ts";
import { type ColorPlan, type DeclaredSpace, planColor } from "../color/index.ts";
import { checkDecodeLimits } from "../decode-limits.ts";
import { type Excess, findExcess, type MetadataBlock } from "../metadata.ts";
import { type ForeignPixels, pour, type SampleExpansion } from "../pour.ts";
import { sharpLibrary, unsupportedAvif, wrapVipsError } from "./library.ts";

/** The format-specific part of a codec based on sharp. */
interface SharpFormat {
  readonly format: Format;
  /** sharp's own name of the format, as its metadata gives it. */
  readonly sharpName: string;
  /** Whether EXIF's orientation applies; in HEIF containers the decoder has already rotated the picture. */
  readonly usesExifOrientation: boolean;
  /** Whether the headers precede the pixels. */
  readonly headersFirst: boolean;
  matches(head: Uint8Array): boolean;
  /** Rewrites the file for libvips if its samples must be declared differently; `inspect` gets the original. */
  toReadable?(bytes: Uint8Array): Uint8Array;
  /** Throws for faults that libvips only reports on standard error. */
  check?(bytes: Uint8Array): void;
  /**
   * The picture at an eighth of its size, sRGB or what its profile says; `undefined` if the library must decode it.
   */
  decodeEighth?(bytes: Uint8Array, jpegDc: JpegDc): ForeignPixels | undefined;
  /** The metadata that libvips or ExifTool would read; all of the file when it cannot be located. */
  metadataBlocks(bytes: Uint8Array): readonly MetadataBlock[];
  /** The file without some of these blocks; absent where decoding cannot do without them. */
  hide?(bytes: Uint8Array, blocks: readonly MetadataBlock[]): Uint8Array;
  /** Whether the coded picture is damaged although libvips decodes it without a word. */
  isDamaged?(bytes: Uint8Array, image: IntegerImage, kernels: KernelRunner): boolean | Promise<boolean>;
  /** Reads facts that libvips does not report. */
  inspect(bytes: Uint8Array, metadata: Metadata, fileName?: string): Inspection;
}

/**
 * Planes that the decoder hands over as they are coded, although they are of limited ("video") range: 16 to 235 of 255.
 */
export interface LimitedPlanes {
  readonly alpha: boolean;
  /** The picture's only plane. Colour is brought to full range by the decoder. */
  readonly gray: boolean;
}

export interface Inspection {
  /** What else the file holds that is not decoded, in words. */
  readonly auxiliary?: string | undefined;
  /** The space that the container declares in addition to any ICC profile. */
  readonly space?: DeclaredSpace | undefined;
  /** Whether the declared space takes precedence over a profile. */
  readonly ignoresProfile?: boolean | undefined;
  /** Planes that the decoder returns as coded, in limited range. */
  readonly limited?: LimitedPlanes | undefined;
  /** Whether colours are premultiplied by alpha. */
  readonly isPremultiplied?: boolean | undefined;
}

/** A codec that decodes through libvips. */
export function createSharpCodec(format: SharpFormat): Codec {
  return {
    format: format.format,
    matches: (head) => format.matches(head),
    probesHead: format.headersFirst,
    probe: async (bytes, fileName) => {
      const sound = await withoutExcess(bytes, format);
      const metadata = await readHeader(sound.bytes, format);
      const probe = toProbe(metadata, format, format.inspect(sound.bytes, metadata, fileName));
      return sound.excess ? { ...probe, metadataExcess: sound.excess.reason } : probe;
    },
    findMetadata: format.format === "tiff" ? undefined : format.metadataBlocks,
    decode: (bytes, request) => decode(bytes, request, format),
  };
}

/**
 * What libvips may see of a file: all of it, or no metadata if they are too large (no pixel depends on them, and the
 * library reads them whole). Throws `limits/memory` when the picture cannot be separated from them.
 */
async function withoutExcess(
  bytes: Uint8Array,
  format: SharpFormat,
): Promise<{ readonly bytes: Uint8Array; readonly excess?: Excess }> {
  const blocks = format.metadataBlocks(bytes);
  const excess = await findExcess(blocks);
  if (excess === undefined || excess.isXmpAlone) return { bytes, ...(excess && { excess }) };
  if (format.hide && excess.isHidable) {
    // The profile says what the pixels mean, and stays unless it is itself too large.
    const isProfileSound = !(await findExcess(blocks.filter(({ kind }) => kind === "profile")));
    const hidden = isProfileSound ? blocks.filter(({ kind }) => kind !== "profile") : blocks;
    return { bytes: format.hide(bytes, hidden), excess };
  }
  throw new EngineError("limits/memory", `decode: the file ${excess.reason}`);
}

async function decode(given: Uint8Array, request: DecodeRequest, format: SharpFormat): Promise<DecodedImage> {
  const { bytes } = await withoutExcess(given, format);
  const metadata = await readHeader(bytes, format);
  checkDecodeLimits(metadata, bytesAPixel(metadata), request);
  const inspection = format.inspect(bytes, metadata, request.fileName);
  const { auxiliary } = inspection;
  if (auxiliary) request.warn("decode/auxiliary-ignored", `decode: ${auxiliary} ignored`);
  const bits = bitsOf(metadata);
  const color = colorOf(metadata, inspection);
  for (const [code, message] of color.warnings) request.warn(code, message);
  const opened = { bytes: format.toReadable?.(bytes) ?? bytes, metadata, color, request };
  const pixels = (await readEighth(opened, format)) ?? (await readPixels(opened, format.format));
  const orientation = format.usesExifOrientation ? toOrientation(metadata.orientation) : 1;
  const { gray = false, alpha = false } = inspection.limited ?? {};
  const poured = pour(pixels, {
    memory: request.memory,
    orientation,
    expand: expansionOf(metadata, gray),
    expandAlpha: expansionOf(metadata, alpha),
    isPremultiplied: inspection.isPremultiplied,
    convert: color.createConversion?.(bits),
  });
  if (request.minEdgePx === undefined && (await format.isDamaged?.(bytes, poured.image, request.kernels)))
    request.warn("decode/damaged", "decode: the coded picture is damaged, and shows garbage in places");
  if (poured.flattened) request.warn("decode/alpha-flattened", "decode: transparency flattened on white");
  const facts = {
    format: format.format,
    sourceBitDepth: sourceBitsOf(metadata),
    sourceColorSpace: color.name,
    source: "image" as const,
  };
  return { kind: "image", image: poured.image, facts, ...(poured.opaque && { opaque: poured.opaque }) };
}

/** Expansion of the library's samples to full scale. */
function expansionOf(metadata: Metadata, isLimited: boolean): SampleExpansion | undefined {
  const max = 2 ** bitsOf(metadata) - 1;
  if (isLimited) {
    const [black, white] = [16, 235].map((code) => (code * (max + 1)) / 256);
    return (sample) => Math.round((Math.min(white, Math.max(black, sample)) - black) * (max / (white - black)));
  }
  // libvips puts 10 and 12 bits at the top of a 16-bit word: the top bits repeated below make 1.0 full scale.
  const shift = max > 255 ? 16 - (metadata.bitsPerSample ?? 16) : 0;
  return shift === 4 || shift === 6 ? (sample) => sample | (sample >> (16 - shift)) : undefined;
}

/** The library's picture, which it may hold twice (progressive and interlaced files), and the result. */
function bytesAPixel(metadata: Metadata): number {
  return (2 * metadata.channels + 3) * (bitsOf(metadata) / 8);
}

/** Headers only; refuses what libvips takes for another format than the signature says. */
async function readHeader(bytes: Uint8Array, format: SharpFormat): Promise<Metadata> {
  format.check?.(bytes);
  let metadata: Metadata;
  try {
    metadata = await sharpLibrary()(format.toReadable?.(bytes) ?? bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    const refusesBrand = format.format === "avif" && /unsupported image format/.test(String(error));
    throw refusesBrand ? unsupportedAvif(error) : wrapVipsError(error, format.format);
  }
  if (metadata.format !== format.sharpName) {
    throw new EngineError("input/corrupt", `decode: expected ${format.format}, the bytes decode as ${metadata.format}`);
  }
  if (!["uchar", "ushort", "float"].includes(metadata.depth)) {
    throw new EngineError("unsupported/variant", `decode: samples of type ${metadata.depth} cannot be decoded`);
  }
  return metadata;
}

function toProbe(metadata: Metadata, format: SharpFormat, inspection: Inspection): Probe {
  const { width, height } = metadata;
  const turned = format.usesExifOrientation && swapsAxes(toOrientation(metadata.orientation));
  return {
    width: turned ? height : width,
    height: turned ? width : height,
    bitDepth: sourceBitsOf(metadata),
    colorSpace: colorOf(metadata, inspection).name,
  };
}

function bitsOf(metadata: Metadata): 8 | 16 {
  return metadata.depth === "uchar" ? 8 : 16;
}

/** One to four bits count as 8: the picture has no more than that. */
function sourceBitsOf(metadata: Metadata): number {
  if (metadata.depth === "uchar") return 8;
  return metadata.depth === "float" ? 32 : (metadata.bitsPerSample ?? 16);
}

const defaultNames: Readonly<Record<string, string>> = {
  cmyk: "CMYK",
  "b-w": "Gray",
  grey16: "Gray",
  scrgb: "Linear sRGB",
};

/** sharp's names for samples, and the profiles that go with them. */
const dataSpaces: Readonly<Record<string, string>> = {
  srgb: "RGB",
  rgb16: "RGB",
  cmyk: "CMYK",
  "b-w": "GRAY",
  grey16: "GRAY",
  lab: "Lab",
};

function colorOf(metadata: Metadata, { space, ignoresProfile }: Inspection): ColorPlan {
  return planColor({
    icc: ignoresProfile ? undefined : metadata.icc,
    declared: space,
    dataSpace: dataSpaces[metadata.space],
    libraryConverts: true,
    defaultName: defaultNames[metadata.space] ?? "sRGB",
  });
}

/** A file whose headers were read. */
interface Opened {
  readonly bytes: Uint8Array;
  readonly metadata: Metadata;
  readonly color: ColorPlan;
  readonly request: DecodeRequest;
}

/** Small copies from an eighth of the size, where the library would shrink as much while it loads. */
async function readEighth(
  { bytes, metadata, color, request: { minEdgePx, kernels } }: Opened,
  { decodeEighth }: SharpFormat,
): Promise<ForeignPixels | undefined> {
  const edge = Math.max(metadata.width, metadata.height);
  const { jpegDc } = kernels;
  if (!jpegDc || minEdgePx === undefined || edge < 9 * minEdgePx || color.byLibrary) return undefined;
  const eighth = decodeEighth?.(bytes, jpegDc);
  if (eighth === undefined) return undefined;
  const raw = { width: eighth.width, height: eighth.height, channels: 3 as const };
  const pipeline = fitInside(sharpLibrary()(eighth.data, { raw }), minEdgePx);
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

function fitInside(pipeline: Sharp, edgePx: number): Sharp {
  return pipeline.resize({ width: edgePx, height: edgePx, fit: "inside", withoutEnlargement: true });
}

/**
 * Warnings that viewers ignore: stray bytes that cameras and editors leave between segments, and remarks on chunks and
 * tags. Damage to the picture itself ("bad Huffman code") is not among them.
 */
const toleratedWarning = /^VipsJpeg: Corrupt JPEG data: \d+ extraneous bytes|^Warning treated as error/;

/** Of those, what libtiff says of lines of fax codings with the wrong length: it fills them with white. */
const damageWarning = /(Line length mismatch|Premature EOL) at line \d+/;

async function readPixels(opened: Opened, format: Format): Promise<ForeignPixels> {
  try {
    return await runPipeline(opened, "warning");
  } catch (error) {
    if (!(error instanceof Error && toleratedWarning.test(error.message))) throw wrapVipsError(error, format);
    if (damageWarning.test(error.message) && opened.request.minEdgePx === undefined)
      opened.request.warn("decode/damaged", "decode: lines of the coded picture are damaged, and show garbage");
  }
  try {
    return await runPipeline(opened, "error");
  } catch (error) {
    throw wrapVipsError(error, format);
  }
}

async function runPipeline(
  { bytes, metadata, color, request }: Opened,
  failOn: "warning" | "error",
): Promise<ForeignPixels> {
  const bits = bitsOf(metadata);
  const throughEmbedded = color.byLibrary && bits === 16 && metadata.space === "rgb16";
  const input: SharpOptions = {
    failOn,
    limitInputPixels: request.maxPixels,
    sequentialRead: true,
    ignoreIcc: !color.byLibrary || throughEmbedded,
  };
  let pipeline: Sharp = sharpLibrary()(bytes, input).toColourspace(bits === 8 ? "srgb" : "rgb16");
  if (throughEmbedded) pipeline = pipeline.withIccProfile("srgb");
  if (request.minEdgePx !== undefined) pipeline = fitInside(pipeline, request.minEdgePx);
  const { data, info } = await pipeline
    .raw({ depth: bits === 8 ? "uchar" : "ushort" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 1 && channels !== 3 && channels !== 4) {
    throw new EngineError("unsupported/variant", `decode: pictures of ${channels} channels cannot be decoded`);
  }
  const samples = bits === 8 ? data : new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  return { data: samples, width, height, channels };
}
