import { EngineError } from "../errors/index.ts";
import { type Codec, sniffBytes } from "./codec.ts";
import { avifCodec, heifCodec, isAvif, loadLibheif, withAvifBlocks } from "./heif/index.ts";
import { jpegCodec, withJpegBlocks } from "./jpeg/index.ts";
import { jxlCodec, loadJxl } from "./jxl/index.ts";
import { loadLibRaw } from "./libraw/index.ts";
import type { FileBlocks } from "./metadata.ts";
import { pngCodec, withPngBlocks } from "./png.ts";
import { rawCodec } from "./raw/index.ts";
import { fourCharacters } from "./read-bytes.ts";
import { sharpLibrary } from "./sharp/index.ts";
import { tiffCodec, withTiffBlocks } from "./tiff/index.ts";
import { webpCodec, withWebpBlocks } from "./webp.ts";

/** Codecs in order: the first that matches the leading bytes is used, so narrower signatures come first. */
export const codecs: readonly Codec[] = [
  jpegCodec,
  pngCodec,
  webpCodec,
  rawCodec,
  avifCodec,
  heifCodec,
  jxlCodec,
  tiffCodec,
];

/** Throws `input/empty`, `unsupported/format` or `input/not-an-image`; the file name is ignored. */
export function getCodec(bytes: Uint8Array): Codec {
  if (bytes.length === 0) throw new EngineError("input/empty", "decode: the file has no bytes");
  const head = bytes.subarray(0, sniffBytes);
  const codec = codecs.find((candidate) => candidate.matches(head));
  // A TIFF's directories may be at the end, and only they identify undeveloped data; the walk over them is bounded.
  if (codec === tiffCodec && rawCodec.matches(bytes)) return rawCodec;
  if (codec) return codec;
  refuseKnownFormat(head);
  const start = Buffer.from(head.subarray(0, 8)).toString("hex");
  throw new EngineError("input/not-an-image", `decode: the first bytes (${start}) are of no known image format`, {
    start,
  });
}

/** A known format that is not supported. */
interface KnownFormat {
  readonly name: string;
  matches(head: Uint8Array): boolean;
}

/** The first bytes, as characters of one byte each, at an offset. */
const beginning =
  (text: string, offset = 0) =>
  (head: Uint8Array): boolean =>
    head.length >= offset + text.length && [...text].every((char, i) => head[offset + i] === char.charCodeAt(0));

const either =
  (...tests: readonly ((head: Uint8Array) => boolean)[]) =>
  (head: Uint8Array): boolean =>
    tests.some((test) => test(head));

const videoBrands = new Set(["isom", "iso2", "mp41", "mp42", "avc1", "qt  ", "M4V ", "3gp4", "3gp5", "XAVC", "crxv"]);

/** Formats that photographers bring and that are not decoded, each with its signature. */
const knownFormats: readonly KnownFormat[] = [
  { name: "GIF", matches: either(beginning("GIF87a"), beginning("GIF89a")) },
  { name: "BMP", matches: isBmp },
  { name: "Photoshop document (PSD, PSB)", matches: either(beginning("8BPS\0\x01"), beginning("8BPS\0\x02")) },
  { name: "JPEG 2000", matches: either(beginning("\0\0\0\x0cjP  \r\n"), beginning("\xff\x4f\xff\x51")) },
  { name: "JPEG XR", matches: beginning("II\xbc") },
  { name: "OpenEXR", matches: beginning("v/1\x01") },
  { name: "Radiance HDR", matches: either(beginning("#?RADIANCE"), beginning("#?RGBE")) },
  { name: "PNM (PPM, PGM, PBM, PAM)", matches: isPnm },
  { name: "PFM", matches: either(beginning("PF\n"), beginning("Pf\n")) },
  { name: "GIMP document (XCF)", matches: beginning("gimp xcf ") },
  { name: "DDS", matches: beginning("DDS \x7c\0\0\0") },
  { name: "ICO", matches: (head) => beginning("\0\0\x01\0")(head) && head[4] > 0 && head[5] === 0 },
  { name: "PDF", matches: beginning("%PDF-") },
  { name: "SVG", matches: either(beginning("<svg"), isSvgDocument) },
  {
    name: "video (MP4, MOV)",
    matches: (head) => fourCharacters(head, 4) === "ftyp" && videoBrands.has(fourCharacters(head, 8)),
  },
];

/** BITMAPFILEHEADER, then the size of one of the headers that Windows and OS/2 define. */
function isBmp(head: Uint8Array): boolean {
  return beginning("BM")(head) && [12, 40, 52, 56, 64, 108, 124].includes(head[14]) && head[15] === 0;
}

/** Netpbm: `P1` to `P6`, white space, and a number or a comment; or `P7` and a line break. */
function isPnm(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 8)).toString("latin1");
  return /^P[1-6]\s+[\d#]/.test(text) || text.startsWith("P7\nWIDT");
}

function isSvgDocument(head: Uint8Array): boolean {
  if (!beginning("<?xml")(head) && !beginning("<!DOCTYPE svg")(head)) return false;
  return Buffer.from(head.subarray(0, 1024)).includes("<svg");
}

/** Throws `unsupported/format` for a file of a format that is known and not decoded. */
function refuseKnownFormat(head: Uint8Array): void {
  const known = knownFormats.find((one) => one.matches(head));
  if (!known) return;
  const message = `decode: the file is a ${known.name}, which is known but not supported; export the picture to JPEG, PNG or TIFF`;
  throw new EngineError("unsupported/format", message, { format: known.name });
}

/**
 * A file of a result's format as our encoders leave it, with these metadata; `undefined` for other formats, if the
 * format does not support a block, and if the file has metadata other than its profile.
 */
export function withBlocks(file: Uint8Array, blocks: FileBlocks): Uint8Array | undefined {
  const start = Buffer.from(file.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8")) return withJpegBlocks(file, blocks);
  if (start.startsWith("\x89PNG")) return withPngBlocks(file, blocks);
  if (start.startsWith("II*\0")) return withTiffBlocks(file, blocks);
  if (isAvif(file)) return withAvifBlocks(file, blocks);
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? withWebpBlocks(file, blocks) : undefined;
}

/** A decoding library and its purpose. */
export interface LibraryCheck {
  readonly library: string;
  readonly formats: string;
  /** Why it does not load; absent if it loads. */
  readonly reason?: string;
}

const libraries = [
  { library: "sharp", formats: "JPEG, PNG, WebP, AVIF and TIFF", load: sharpLibrary },
  { library: "LibRaw", formats: "camera RAW", load: loadLibRaw },
  { library: "libheif", formats: "HEIC and HEIF", load: loadLibheif },
  { library: "jxl-oxide", formats: "JPEG XL", load: loadJxl },
];

/** Loads each library that decodes, on this thread. */
export function checkLibraries(): LibraryCheck[] {
  return libraries.map(({ library, formats, load }) => {
    try {
      load();
      return { library, formats };
    } catch (thrown) {
      const reason = (thrown instanceof Error ? thrown.message : String(thrown)).split("\n", 1)[0];
      return { library, formats, reason };
    }
  });
}
