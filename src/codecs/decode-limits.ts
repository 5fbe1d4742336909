import { EngineError } from "../errors/index.ts";
import type { DecodeRequest, Format } from "./codec.ts";

/**
 * What each library holds in addition to the result, bytes a pixel of 8 bits: measured with 12 and 24 megapixels, as
 * the process's peak. Its bounds ({@link checkDecodeLimits}) are those of files that ask for the most.
 */
const libraryBytes: Readonly<Record<Format, number>> = {
  jpeg: 4,
  png: 7,
  webp: 7,
  tiff: 7,
  avif: 16,
  heif: 12,
  jxl: 48,
  raw: 12,
};
/** Of these, 16-bit samples stay in memory unchanged. */
const widened: ReadonlySet<Format> = new Set(["png", "tiff"]);

/** What decoding takes in addition to the decoded picture, bytes a pixel. */
export function decodeBytesPerPixel(format: Format, bitDepth: number): number {
  return libraryBytes[format] * (bitDepth > 8 && widened.has(format) ? 2 : 1);
}

/**
 * Refuses from the headers, before anything is allocated, a picture with too many pixels (`limits/pixels`) or one whose
 * decoding needs too much memory (`limits/memory`). `bytesAPixel` counts what is in memory at once: what the
 * library holds and the result.
 */
export function checkDecodeLimits(
  { width, height }: { readonly width: number; readonly height: number },
  bytesAPixel: number,
  { maxPixels, maxDecodeBytes = Number.POSITIVE_INFINITY }: Pick<DecodeRequest, "maxPixels" | "maxDecodeBytes">,
): void {
  const pixels = width * height;
  if (pixels > maxPixels) {
    const message = `decode: at most ${maxPixels} pixels are allowed, the file has ${width} × ${height}`;
    throw new EngineError("limits/pixels", message, { width, height, maxPixels });
  }
  const bytes = pixels * bytesAPixel;
  if (bytes <= maxDecodeBytes) return;
  const megabytes = (value: number) => Math.ceil(value / 2 ** 20);
  const message = `decode: at most ${megabytes(maxDecodeBytes)} MB may be used, ${width} × ${height} pixels need ${megabytes(bytes)}`;
  throw new EngineError("limits/memory", message, { width, height, maxDecodeBytes });
}
