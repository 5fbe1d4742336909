import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { EngineError, wrapError } from "../errors/index.ts";
import { swapsAxes, toOrientation } from "../image/index.ts";
import type { Codec, DecodedImage, DecodeRequest, Format, Probe } from "./codec.ts";
import { type IccProfile, parseIccProfile } from "./icc-profile.ts";
import { type ForeignPixels, pour } from "./pour.ts";
import { createConversion, type RowConversion } from "./rgb-conversion.ts";

// One picture a thread and many threads: more vips threads a picture gain nothing, and a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** What a format adds to the common way through sharp. */
export interface SharpFormat {
  readonly format: Format;
  /** sharp's own name of the format, as its metadata gives it. */
  readonly sharpName: string;
  /** Whether EXIF's orientation counts; in HEIF containers the decoder has applied the turn already. */
  readonly usesExifOrientation: boolean;
  matches(head: Uint8Array): boolean;
  /** What else the file holds that is not decoded, in words; `undefined` when nothing. */
  findAuxiliary(bytes: Uint8Array, metadata: Metadata): string | undefined;
  /** The space that the container declares beside any ICC profile. */
  findDeclaredSpace?(bytes: Uint8Array): DeclaredSpace | undefined;
}

export interface DeclaredSpace {
  readonly name: string;
  /** `undefined` when it is sRGB. */
  createConversion?(bits: 8 | 16): RowConversion;
  /** Whether highlights above diffuse white are compressed by the conversion. */
  readonly isHdr?: boolean;
}

/** A codec that decodes through libvips. */
export function createSharpCodec(format: SharpFormat): Codec {
  return {
    format: format.format,
    matches: (head) => format.matches(head),
    probe: async (bytes) => toProbe(await readHeader(bytes, format), format, bytes),
    decode: (bytes, request) => decode(bytes, request, format),
  };
}

async function decode(bytes: Uint8Array, request: DecodeRequest, format: SharpFormat): Promise<DecodedImage> {
  const metadata = await readHeader(bytes, format);
  const { width, height } = metadata;
  if (width * height > request.maxPixels) {
    const message = `decode: at most ${request.maxPixels} pixels are allowed, the file has ${width} × ${height}`;
    throw new EngineError("limits/pixels", message, { width, height });
  }
  const auxiliary = format.findAuxiliary(bytes, metadata);
  if (auxiliary) request.warn("decode/auxiliary-ignored", `decode: ${auxiliary} ignored`);
  const bits = bitsOf(metadata);
  const color = planColor(metadata, bits, format.findDeclaredSpace?.(bytes), request);
  const pixels = await readPixels(bytes, metadata, color, request);
  const orientation = format.usesExifOrientation ? toOrientation(metadata.orientation) : 1;
  const shift = bits === 16 ? 16 - (metadata.bitsPerSample ?? 16) : 0;
  // libvips puts 10 and 12 bits at the top of a 16-bit word: the top bits repeated below make 1.0 full scale.
  const expand = shift === 4 || shift === 6 ? (sample: number) => sample | (sample >> (16 - shift)) : undefined;
  const poured = pour(pixels, {
    memory: request.memory,
    orientation,
    ...(expand && { expand }),
    convert: color.convert,
  });
  if (poured.flattened) request.warn("decode/alpha-flattened", "decode: transparency flattened on white");
  const facts = {
    format: format.format,
    sourceBitDepth: sourceBitsOf(metadata),
    sourceColorSpace: color.name,
    source: "image" as const,
  };
  return { kind: "image", image: poured.image, facts };
}

/** Headers only; refuses what libvips takes for another format than the signature says. */
async function readHeader(bytes: Uint8Array, format: SharpFormat): Promise<Metadata> {
  let metadata: Metadata;
  try {
    metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw wrapVipsError(error);
  }
  if (metadata.format !== format.sharpName) {
    throw new EngineError("input/corrupt", `decode: expected ${format.format}, the bytes decode as ${metadata.format}`);
  }
  if (!["uchar", "ushort", "float"].includes(metadata.depth)) {
    throw new EngineError("unsupported/variant", `decode: samples of type ${metadata.depth} cannot be decoded`);
  }
  return metadata;
}

function toProbe(metadata: Metadata, format: SharpFormat, bytes: Uint8Array): Probe {
  const { width, height } = metadata;
  const turned = format.usesExifOrientation && swapsAxes(toOrientation(metadata.orientation));
  const profile = metadata.icc && parseIccProfile(metadata.icc);
  return {
    width: turned ? height : width,
    height: turned ? width : height,
    bitDepth: sourceBitsOf(metadata),
    colorSpace: profile?.name ?? format.findDeclaredSpace?.(bytes)?.name ?? defaultSpaceName(metadata),
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

function defaultSpaceName(metadata: Metadata): string {
  const names: Readonly<Record<string, string>> = { cmyk: "CMYK", "b-w": "Gray", grey16: "Gray", scrgb: "Linear sRGB" };
  return names[metadata.space] ?? "sRGB";
}

interface ColorPlan {
  readonly name: string;
  /** `ignore`: samples are taken as they are; `lcms`: libvips converts by the embedded profile. */
  readonly profile: "ignore" | "lcms";
  readonly convert?: RowConversion;
}

/**
 * Matrix profiles are converted here, in the pass that copies anyway: lcms costs 400 ms at 24 MP, and sharp takes 16-bit pictures
 * through Display P3. Tables, CMYK, Lab and grey profiles go to lcms.
 */
function planColor(
  metadata: Metadata,
  bits: 8 | 16,
  declared: DeclaredSpace | undefined,
  request: DecodeRequest,
): ColorPlan {
  const fallback = defaultSpaceName(metadata);
  if (!metadata.icc) {
    if (declared?.isHdr) request.warn("decode/hdr-tone-mapped", `decode: ${declared.name} mapped to standard range`);
    const convert = declared?.createConversion?.(bits);
    return {
      name: declared?.name ?? fallback,
      profile: metadata.space === "cmyk" ? "lcms" : "ignore",
      ...(convert && { convert }),
    };
  }
  const profile = parseIccProfile(metadata.icc);
  if (!profile || !suits(profile, metadata)) {
    const found = profile ? `${profile.name} (${profile.dataSpace})` : "broken";
    request.warn(
      "decode/profile-ignored",
      `decode: the embedded profile is ${found} and the samples are ${metadata.space}`,
    );
    return { name: fallback, profile: metadata.space === "cmyk" ? "lcms" : "ignore" };
  }
  if (profile.isSrgb) return { name: profile.name, profile: "ignore" };
  if (profile.rgb) return { name: profile.name, profile: "ignore", convert: createConversion(profile.rgb, bits) };
  return { name: profile.name, profile: "lcms" };
}

/** Whether the profile describes samples such as these; grey at 16 bits is one that sharp cannot convert. */
function suits(profile: IccProfile, metadata: Metadata): boolean {
  const wanted: Readonly<Record<string, string>> = {
    srgb: "RGB",
    rgb16: "RGB",
    cmyk: "CMYK",
    "b-w": "GRAY",
    lab: "Lab",
  };
  return profile.dataSpace === wanted[metadata.space];
}

async function readPixels(
  bytes: Uint8Array,
  metadata: Metadata,
  color: ColorPlan,
  request: DecodeRequest,
): Promise<ForeignPixels> {
  try {
    return await runPipeline(bytes, metadata, color, request, "warning");
  } catch (error) {
    // Some cameras and editors leave stray bytes between segments; every viewer steps over them.
    const strayBytesOnly =
      error instanceof Error && /^VipsJpeg: Corrupt JPEG data: \d+ extraneous bytes/.test(error.message);
    if (!strayBytesOnly) throw wrapVipsError(error);
  }
  try {
    return await runPipeline(bytes, metadata, color, request, "error");
  } catch (error) {
    throw wrapVipsError(error);
  }
}

async function runPipeline(
  bytes: Uint8Array,
  metadata: Metadata,
  color: ColorPlan,
  request: DecodeRequest,
  failOn: "warning" | "error",
): Promise<ForeignPixels> {
  const bits = bitsOf(metadata);
  const throughEmbedded = color.profile === "lcms" && bits === 16 && metadata.space === "rgb16";
  const input: SharpOptions = {
    failOn,
    limitInputPixels: request.maxPixels,
    sequentialRead: true,
    ignoreIcc: color.profile === "ignore" || throughEmbedded,
  };
  let pipeline: Sharp = sharp(bytes, input).toColourspace(bits === 8 ? "srgb" : "rgb16");
  if (throughEmbedded) pipeline = pipeline.withIccProfile("srgb");
  if (request.minEdgePx !== undefined) {
    const edge = request.minEdgePx;
    pipeline = pipeline.resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true });
  }
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

/** libvips says in words what is wrong; the words decide the code. */
export function wrapVipsError(error: unknown): EngineError {
  const text = error instanceof Error ? error.message : String(error);
  if (/pixel limit|exceeds? .*limit|too many pixels|Security limit/i.test(text)) {
    return wrapError(error, "limits/pixels", "decode");
  }
  if (
    !/unsupported image format/.test(text) &&
    /not supported|unsupported|not configured|not a whole number/i.test(text)
  ) {
    return wrapError(error, "unsupported/variant", "decode");
  }
  return wrapError(error, "input/corrupt", "decode");
}
