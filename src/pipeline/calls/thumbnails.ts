import { EngineError, type Warning, wrapError } from "../../errors/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import type { InputFile } from "../disk/index.ts";
import type { FailedFile } from "../finding/index.ts";
import type { thumbnailOptions } from "../options.ts";
import type { Tools } from "../tools.ts";

/** A small JPEG of one file: upright, display sRGB, without any metadata. */
export interface Thumbnail {
  /** The source, by its name: the path as given, or the name of bytes. */
  readonly path: string;
  /** The JPEG file. */
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** `preview` when it was made from the JPEG inside a RAW. */
  readonly source: "image" | "sensor" | "preview";
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
}

/**
 * Thumbnails of all files, in the order given; a file that fails gives its error in its place. No file is decoded
 * larger than it must be: JPEG shrinks while it loads, a RAW gives its embedded preview, HEIC its own thumbnail.
 * `onDone` is called once for every file. Rejects with `cancelled` alone.
 */
export function makeThumbnails(
  files: readonly InputFile[],
  { thumbnailEdgePx: edgePx, thumbnailQuality: quality }: OptionsOf<typeof thumbnailOptions>,
  tools: Tools,
  signal: AbortSignal,
  onDone: () => void = () => {},
): Promise<(Thumbnail | FailedFile)[]> {
  const { executor, limits } = tools;
  // Twice as many as run: no thread waits for the next file while this one is handed over.
  return mapConcurrently(files, executor.concurrency * 2, async ({ path, name }) => {
    try {
      return { path: name, ...(await executor.run("thumbnail", { path, name, limits, edgePx, quality }, signal)) };
    } catch (thrown) {
      if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
      return { file: name, error: wrapError(thrown, "internal", "thumbnail") };
    } finally {
      onDone();
    }
  });
}
