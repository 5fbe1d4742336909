import { createRequire } from "node:module";
import type sharp from "sharp";

type SharpLibrary = typeof sharp;

let library: SharpLibrary | undefined;

/**
 * sharp, loaded when the first picture needs it: the thread that only directs the others does without. `require` and
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
