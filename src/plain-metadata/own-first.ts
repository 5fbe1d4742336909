import { cancelledError, type EngineError, type Warning, wrapError } from "../errors/index.ts";
import type { MetadataTool, RefusalOf } from "../pipeline/tools.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import { planBlocks } from "./plan-blocks.ts";
import { readOwn } from "./read-own.ts";
import { writeOwn } from "./write-own.ts";

/**
 * Reads and writes metadata by our own code if it gives what the other tool would give (the same bytes in a JPEG's
 * head), and by that tool otherwise, so that perl does not start for pictures that our code can handle completely.
 */
export class OwnFirst implements MetadataTool {
  readonly #other: MetadataTool;

  constructor(other: MetadataTool) {
    this.#other = other;
  }

  async read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead: () => void = () => {},
    refusalOf: RefusalOf = async () => undefined,
  ): Promise<readonly (TagRecord | EngineError)[]> {
    const own: (TagRecord | undefined)[] = [];
    for (const path of paths) own.push(signal.aborted || !/\.jpe?g$/i.test(path) ? undefined : await readOwn(path));
    const places = paths.map((_, i) => i);
    const left = places.filter((i) => own[i] === undefined);
    const refused = (k: number) => refusalOf(left[k]);
    const others =
      left.length === 0
        ? Promise.resolve([])
        : this.#other.read(
            left.map((i) => paths[i]),
            signal,
            onRead,
            refused,
          );
    const ours = places.map(async (i) => {
      const tags = own[i];
      if (tags === undefined) return undefined;
      const refusal = await refusalOf(i);
      onRead();
      return refusal ?? tags;
    });
    const [read, found] = await Promise.all([others, Promise.all(ours)]);
    if (signal.aborted) throw cancelledError("metadata");
    let next = 0;
    return found.map((tags) => tags ?? read[next++]);
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
