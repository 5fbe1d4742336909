import { createRequire } from "node:module";
import type sharp from "sharp";
import { EngineError, wrapError } from "../../errors/index.ts";
import type { Format } from "../codec.ts";

type SharpLibrary = typeof sharp;

let library: SharpLibrary | undefined;

/**
 * sharp, loaded when the first picture needs it, since the main thread does not. `require` and
 * not `import`, because Node searches the CommonJS parts of an imported package for names, which takes longer than all
 * the rest of loading it.
 */
export function sharpLibrary(): SharpLibrary {
  if (library) return library;
  const loaded = createRequire(import.meta.url)("sharp") as SharpLibrary;
  // One picture a thread and many threads: more vips threads a picture gain nothing, and a cache would only hold
  // memory.
  loaded.cache(false);
  loaded.concurrency(1);
  // Of a JPEG with a gain map the standard picture counts, which libjpeg reads in two thirds of libultrahdr's time.
  loaded.block({ operation: ["VipsForeignLoadUhdr"] });
  library = loaded;
  return loaded;
}

/** Derives the error code from the text of libvips' message. */
export function wrapVipsError(error: unknown, format: Format): EngineError {
  if (error instanceof EngineError) return error;
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
  const message = `decode: the ${nameOf(format)} file is broken or cut short (libvips: ${firstWords(text)})`;
  return new EngineError("input/corrupt", message, {}, error);
}

/** libvips knows AVIF by its first brand, `avif`; a sequence begins with another. */
export function unsupportedAvif(error: unknown): EngineError {
  const message =
    "decode: an AVIF of this kind (a sequence, say) cannot be decoded; export the picture to JPEG or TIFF";
  return new EngineError("unsupported/variant", message, {}, error);
}

function nameOf(format: Format): string {
  return format === "webp" ? "WebP" : format.toUpperCase();
}

/** Without sharp's own words before those of libvips. */
function firstWords(text: string): string {
  return text.split("\n", 1)[0].replace(/^Input buffer (has corrupt header: |contains )/, "");
}
