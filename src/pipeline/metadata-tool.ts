import type { EngineError } from "../errors/index.ts";
import type { TagRecord } from "../stages/metadata/index.ts";

/** Reads and writes metadata of files; what the pipeline needs of ExifTool. */
export interface MetadataTool {
  /**
   * The tags of each path, in order; a file that cannot be read gives its error in its place. Rejects only with `cancelled`,
   * or `io/exiftool` when the tool itself cannot run.
   */
  read(paths: readonly string[], signal: AbortSignal): Promise<readonly (TagRecord | EngineError)[]>;
  /** The tool's own version, e.g. `13.59`. */
  version(): Promise<string>;
  /** Ends the tool's processes; work under way is rejected with `cancelled`. */
  close(): Promise<void>;
}
