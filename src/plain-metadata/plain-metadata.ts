import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type RandomAccess, readExifTags } from "../codecs/index.ts";
import { cancelledError, type EngineError, type Warning, wrapError } from "../errors/index.ts";
import type { MetadataTool, RefusalOf } from "../pipeline/tools.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import { planBlocks } from "./plan-blocks.ts";
import { writeOwn } from "./write-own.ts";

/**
 * Metadata without perl, which ExifTool needs: the EXIF fields that say how a photograph was made are read, and a
 * result gets what a plan has for EXIF, IPTC and XMP, except for the rarer structures. Maker notes are not read; the
 * warnings say so.
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
