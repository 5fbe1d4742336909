import { cancelledError, type EngineError, type Warning, wrapError } from "../errors/index.ts";
import type { MetadataTool, RefusalOf } from "../pipeline/metadata-tool.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import { planBlocks } from "./plan-blocks.ts";
import { writeOwn } from "./write-own.ts";

/**
 * Metadata by our own code where it gives what the other tool would give, to the byte in a JPEG's head, and by that
 * tool everywhere else: so no perl starts for a picture of which everything is known.
 */
export class OwnFirst implements MetadataTool {
  readonly #other: MetadataTool;

  constructor(other: MetadataTool) {
    this.#other = other;
  }

  read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead?: () => void,
    refusalOf?: RefusalOf,
  ): Promise<readonly (TagRecord | EngineError)[]> {
    return this.#other.read(paths, signal, onRead, refusalOf);
  }

  async write(path: string, plan: RewritePlan, signal: AbortSignal): Promise<readonly Warning[]> {
    if (signal.aborted) throw cancelledError("metadata");
    const blocks = planBlocks(plan);
    if (blocks.missing.length > 0) return this.#other.write(path, plan, signal);
    const isWritten = await writeOwn(path, blocks).catch((thrown) => {
      throw wrapError(thrown, "io/write", "metadata", { path });
    });
    return isWritten ? [] : this.#other.write(path, plan, signal);
  }

  version(): Promise<string> {
    return this.#other.version();
  }

  close(): Promise<void> {
    return this.#other.close();
  }
}
