import { EngineError } from "../errors/index.ts";
import type { DecodeRequest } from "./codec.ts";

/**
 * Refuses from the headers, before anything is allocated, a picture with too many pixels (`limits/pixels`) or one whose
 * decoding needs too much memory (`limits/memory`). `bytesAPixel` counts what stands in memory at once: what the
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
