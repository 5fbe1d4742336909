import { EngineError } from "../errors/index.ts";
import type { DecodeRequest, Format } from "./codec.ts";

/**
 * Memory of each library in addition to the result, in bytes per 8-bit pixel: peak of the process, measured with 12 and
 * 24 megapixels. The limits ({@link checkDecodeLimits}) are for the most demanding files.
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
/** Formats whose 16-bit samples stay in memory unchanged. */
const widened: ReadonlySet<Format> = new Set(["png", "tiff"]);

/** Memory for decoding in addition to the decoded picture, in bytes per pixel. */
export function decodeBytesPerPixel(format: Format, bitDepth: number): number {
  return libraryBytes[format] * (bitDepth > 8 && widened.has(format) ? 2 : 1);
}

/**
 * Refuses from the headers, before anything is allocated, a picture with too many pixels (`limits/pixels`) or one whose
 * decoding needs too much memory (`limits/memory`). `bytesAPixel` is the peak in bytes per pixel: memory of the library
 * plus the result.
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
