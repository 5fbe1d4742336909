import type { EngineError, Warning } from "../errors/index.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";

/** Why a file is not read; `undefined` if it is sound. Must not reject. */
export type RefusalOf = (index: number) => Promise<EngineError | undefined>;

/** Reads and writes metadata of files; what the pipeline needs of ExifTool. */
export interface MetadataTool {
  /**
   * The tags of each path, in order; a file that cannot be read gives its error in its place. Rejects only with
   * `cancelled`, or `io/exiftool` when the tool itself cannot run. `onRead` is called once for every path, when it is
   * done. `refusalOf` gives the error of a file, by its place in `paths`, that the tool must not touch.
   */
  read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead?: () => void,
    refusalOf?: RefusalOf,
  ): Promise<readonly (TagRecord | EngineError)[]>;
  /**
   * Gives a finished file exactly the plan's metadata, in place; the colour profile stays. Returns what could not be
   * written (`metadata/dropped`). Rejects with `io/write` when the file was not changed, `limits/time`, `cancelled` or
   * `io/exiftool`.
   */
  write(path: string, plan: RewritePlan, signal: AbortSignal): Promise<readonly Warning[]>;
  /** The tool's own version, e.g. `13.59`. */
  version(): Promise<string>;
  /** Ends the tool's processes; work under way is rejected with `cancelled`. */
  close(): Promise<void>;
}
