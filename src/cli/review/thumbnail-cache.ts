import { stat } from "node:fs/promises";
import type { Engine } from "../../engine.ts";
import type { Thumbnail } from "../../pipeline/calls/index.ts";
import type { ThumbnailMaker } from "../pages/write-shoot-page.ts";

/** Memory for small JPEGs in bytes: 3,000 of 20 kB. */
const maxBytes = 64 * 2 ** 20;

/** Caches small pictures of files until the files change; over the byte limit, the least recently used are dropped. */
export class ThumbnailCache implements ThumbnailMaker {
  readonly #maker: ThumbnailMaker;
  readonly #maxBytes: number;
  /** Cached thumbnails, the most recently used last. */
  readonly #made = new Map<string, Thumbnail>();
  #bytes = 0;

  constructor(maker: ThumbnailMaker, limit = maxBytes) {
    this.#maker = maker;
    this.#maxBytes = limit;
  }

  /** Like the engine's, cached for paths; files that fail are tried again each time. */
  thumbnailAll: Engine["thumbnailAll"] = async (sources, options) => {
    const keys = await Promise.all(sources.map((source) => (typeof source === "string" ? keyOf(source, options) : "")));
    const known = keys.map((key) => this.#made.get(key));
    const missing = [...sources.keys()].filter((i) => !known[i]);
    if (missing.length === 0)
      return known.flatMap((thumbnail, i) => (thumbnail ? [this.#use(keys[i], thumbnail)] : []));
    const made = await this.#maker.thumbnailAll(
      missing.map((i) => sources[i]),
      options,
    );
    const fresh = new Map(missing.map((i, k) => [i, made[k]]));
    return sources.map((_, i) => {
      const thumbnail = known[i] ?? fresh.get(i)!;
      return "error" in thumbnail ? thumbnail : this.#use(keys[i], thumbnail);
    });
  };

  #use(key: string, thumbnail: Thumbnail): Thumbnail {
    if (key === "") return thumbnail;
    if (!this.#made.delete(key)) this.#bytes += thumbnail.bytes.length;
    this.#made.set(key, thumbnail);
    for (const [oldest, { bytes }] of this.#made) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#made.delete(oldest);
      this.#bytes -= bytes.length;
    }
    return thumbnail;
  }
}

/** Key of a file's current state and the requested thumbnail; empty if the file does not exist. */
async function keyOf(path: string, options: Parameters<Engine["thumbnailAll"]>[1]): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return "";
  const { thumbnailEdgePx, thumbnailQuality } = options ?? {};
  return JSON.stringify([path, found.ino, found.size, found.mtimeMs, found.ctimeMs, thumbnailEdgePx, thumbnailQuality]);
}
