import { loadLibheif } from "./heif/index.ts";
import { loadJxl } from "./jxl/index.ts";
import { loadLibRaw } from "./libraw/index.ts";
import { sharpLibrary } from "./sharp/index.ts";

/** A library that decodes, and what it is needed for. */
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
