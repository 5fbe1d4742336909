import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type RandomAccess, readExifTags } from "../codecs/index.ts";
import { cancelledError, type EngineError, type Warning, wrapError } from "../errors/index.ts";
import type { MetadataTool, RefusalOf } from "../pipeline/tools.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import { planBlocks, writeOwn } from "./plan-blocks.ts";
import { readOwn } from "./read-own.ts";

/**
 * Reads and writes metadata with this package's code if that gives the same result as the other tool (in a JPEG's head,
 * the same bytes), and with that tool otherwise. So perl starts only for pictures that this code cannot handle
 * completely.
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

/**
 * Metadata without ExifTool, which needs perl: reads the EXIF fields that state how a photograph was taken, and writes
 * a plan's EXIF, IPTC and XMP, except for rare structures. It does not read maker notes. Warnings name what is missing.
 */
export class PlainMetadata implements MetadataTool {
  async read(
    paths: readonly string[],
    signal: AbortSignal,
    onRead: () => void = () => {},
    refusalOf: RefusalOf = async () => undefined,
  ): Promise<readonly (TagRecord | EngineError)[]> {
    const records: (TagRecord | EngineError)[] = [];
    for (const [i, path] of paths.entries()) {
      const refusal = await refusalOf(i);
      if (signal.aborted) throw cancelledError("metadata");
      records.push(refusal ?? readTags(path));
      onRead();
    }
    return records;
  }

  async write(path: string, plan: RewritePlan, signal: AbortSignal): Promise<readonly Warning[]> {
    if (signal.aborted) throw cancelledError("metadata");
    const blocks = planBlocks(plan);
    const isWritten = await writeOwn(path, blocks).catch((thrown) => {
      throw wrapError(thrown, "io/write", "metadata", { path });
    });
    if (!isWritten) return [withoutAll];
    return blocks.missing.length === 0 ? [] : [without(blocks.missing)];
  }

  async version(): Promise<string> {
    return "none";
  }

  async close(): Promise<void> {}
}

const without = (tags: readonly string[]): Warning => ({
  code: "metadata/no-perl",
  message: `metadata: perl is missing, so the picture does not have ${tags.join(", ")}`,
});
const withoutAll: Warning = {
  code: "metadata/no-perl",
  message: "metadata: perl is missing, so the picture has no caption, author, copyright or mark of the enhancement",
};

function readTags(path: string): TagRecord | EngineError {
  try {
    const descriptor = openSync(path, "r");
    try {
      return readExifTags(partsOf(descriptor));
    } finally {
      closeSync(descriptor);
    }
  } catch (thrown) {
    return wrapError(thrown, "io/read", "metadata", { path });
  }
}

function partsOf(descriptor: number): RandomAccess {
  return {
    length: fstatSync(descriptor).size,
    readInto: (target, offset) => {
      for (let done = 0; done < target.length; ) {
        const count = readSync(descriptor, target, done, target.length - done, offset + done);
        if (count === 0) throw new RangeError("the file ends early");
        done += count;
      }
    },
  };
}
