import { swapsAxes } from "../../image/index.ts";
import type { Codec, DecodedImage, DecodeRequest } from "../codec.ts";
import { type ColorPlan, declaredSpace, planColor } from "../color/index.ts";
import { checkDecodeLimits } from "../decode-limits.ts";
import { findExcess } from "../metadata.ts";
import { type ForeignPixels, pour } from "../pour.ts";
import { findHeifBlocks } from "./blocks.ts";
import { HEIF_BYTES_A_PIXEL, HeifFile, type HeifHeader, type HeifPixels } from "./file.ts";
import { HeifItems, readBrands } from "./items.ts";

/** ISO/IEC 23008-12, annex B: HEVC stills and sequences, other codings, and the brands that name only the container. */
const heifBrands = new Set([
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "hevx",
  "hevm",
  "hevs",
  "mif1",
  "mif2",
  "mif3",
  "msf1",
  "miaf",
]);

/** HEIC and HEIF with HEVC, decoded by libheif. Comes after AVIF in the registry, which shares the neutral brands. */
export const heifCodec: Codec = {
  format: "heif",
  probesHead: false,
  matches: (head) => {
    const [major] = readBrands(head);
    return major !== undefined && heifBrands.has(major);
  },
  async probe(bytes) {
    const file = new HeifFile(bytes, Number.MAX_SAFE_INTEGER, "headers");
    const header = file.header();
    const { width, height, bitDepth } = header;
    const size = swapsAxes(file.orientation()) ? { width: height, height: width } : { width, height };
    const excess = await findExcess(findHeifBlocks(bytes));
    const probe = { ...size, bitDepth, colorSpace: colorOf(header).name };
    return excess ? { ...probe, metadataExcess: excess.reason } : probe;
  },
  findMetadata: findHeifBlocks,
  async decode(bytes, request) {
    return decode(bytes, request);
  },
};

function decode(bytes: Uint8Array, request: DecodeRequest): DecodedImage {
  const file = new HeifFile(bytes, request.maxPixels);
  const header = file.header();
  const { auxiliaryCount } = header;
  checkDecodeLimits(header, HEIF_BYTES_A_PIXEL, request);
  if (auxiliaryCount > 0) {
    const message = `decode: ${auxiliaryCount} further picture(s) (gain map, depth, second view) ignored`;
    request.warn("decode/auxiliary-ignored", message);
  }
  const color = colorOf(header);
  for (const [code, message] of color.warnings) request.warn(code, message);
  const orientation = file.orientation();
  const pixels = readPixels(file, header, bytes, request);
  const bits = pixels.data instanceof Uint8Array ? 8 : 16;
  const expand = bits === 16 ? expandTo16(pixels.bitDepth) : undefined;
  const poured = pour(pixels, {
    memory: request.memory,
    orientation,
    convert: color.createConversion?.(bits),
    expand,
    expandAlpha: expand,
    isPremultiplied: header.hasAlpha && new HeifItems(bytes).isPremultiplied,
  });
  if (request.minEdgePx === undefined) warnOfDamage(file, bytes, request);
  if (poured.flattened) request.warn("decode/alpha-flattened", "decode: transparency flattened on white");
  const facts = {
    format: "heif" as const,
    sourceBitDepth: header.bitDepth,
    sourceColorSpace: color.name,
    source: "image" as const,
  };
  return { kind: "image", image: poured.image, facts };
}

function warnOfDamage(file: HeifFile, bytes: Uint8Array, request: DecodeRequest): void {
  const damaged = file.countDamagedTiles(bytes);
  if (damaged === 0) return;
  const message = `decode: ${damaged} coded part(s) of the picture are damaged, and show garbage`;
  request.warn("decode/damaged", message);
}

/**
 * Reads the embedded thumbnail if it is large enough, otherwise the picture, shrunk by averaging to less than twice the
 * edge.
 */
function readPixels(file: HeifFile, header: HeifHeader, bytes: Uint8Array, request: DecodeRequest): HeifPixels {
  const { minEdgePx, maxPixels } = request;
  if (minEdgePx === undefined) return file.decode(header);
  const thumbnail = readThumbnail(file, minEdgePx);
  if (thumbnail === "none") return shrink(file.decode(header), minEdgePx);
  // After a failure, the library's state is unreliable.
  return thumbnail === "broken" ? shrink(new HeifFile(bytes, maxPixels).decode(header), minEdgePx) : thumbnail;
}

/**
 * Reads the thumbnail; some cameras state a size that differs from its coded picture, although the photograph is sound.
 */
function readThumbnail(file: HeifFile, minEdgePx: number): HeifPixels | "none" | "broken" {
  try {
    return file.selectThumbnail(minEdgePx) ? file.decode(file.header()) : "none";
  } catch {
    return "broken";
  }
}

function shrink(pixels: HeifPixels, minEdgePx: number): HeifPixels {
  const factor = Math.floor(Math.max(pixels.width, pixels.height) / minEdgePx);
  return factor > 1 ? { ...pixels, ...boxShrink(pixels, factor) } : pixels;
}

/**
 * Expands code values of 9 to 15 bits to full scale by repeating the top bits below, so that the maximum becomes 65535.
 */
function expandTo16(bitDepth: number): ((sample: number) => number) | undefined {
  if (bitDepth >= 16 || bitDepth <= 8) return undefined;
  const up = 16 - bitDepth;
  const down = bitDepth - up;
  return (sample) => (sample << up) | (sample >> down);
}

function colorOf({ icc, cicp }: HeifHeader): ColorPlan {
  const declared = cicp && declaredSpace(cicp);
  return planColor({ icc, declared, dataSpace: "RGB", libraryConverts: false, defaultName: "sRGB" });
}

/**
 * Averages factor × factor blocks; an incomplete last block of a row or column is dropped. At least one pixel
 * remains.
 */
function boxShrink(source: ForeignPixels, factor: number): ForeignPixels {
  const { data, channels, strideSamples = source.width * channels } = source;
  const [stepX, stepY] = [Math.min(factor, source.width), Math.min(factor, source.height)];
  const width = Math.floor(source.width / stepX);
  const height = Math.floor(source.height / stepY);
  const count = width * height * channels;
  const target = data instanceof Uint8Array ? new Uint8Array(count) : new Uint16Array(count);
  const sums = new Float64Array(width * channels);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let j = 0; j < stepY; j++) addRow(data, (y * stepY + j) * strideSamples, sums, channels, stepX);
    for (let i = 0; i < sums.length; i++) target[y * sums.length + i] = Math.round(sums[i] / (stepX * stepY));
  }
  return { data: target, width, height, channels, strideSamples: width * channels };
}

function addRow(data: ForeignPixels["data"], start: number, sums: Float64Array, channels: number, stepX: number): void {
  for (let o = 0, i = start; o < sums.length; o += channels) {
    for (let k = 0; k < stepX; k++) {
      for (let c = 0; c < channels; c++) sums[o + c] += data[i++];
    }
  }
}
