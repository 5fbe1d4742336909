import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { type RandomAccess, readExifTags, withXmp } from "../codecs/index.ts";
import { cancelledError, type EngineError, type Warning, wrapError } from "../errors/index.ts";
import type { MetadataTool, RefusalOf } from "../pipeline/metadata-tool.ts";
import type { RewritePlan, TagRecord } from "../stages/metadata/index.ts";
import { xmpPacket } from "./xmp-packet.ts";

/**
 * Metadata where there is no perl to run ExifTool: the EXIF fields that say how a photograph was made are read, and a
 * JPEG, PNG or WebP gets what a plan has for XMP: caption, author, copyright, rights, panorama and disclosure. Maker
 * notes are not read, and EXIF, IPTC and other formats get nothing; the warnings say so.
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
    try {
      const bytes = await readFile(path);
      const packet = xmpPacket(plan);
      const marked = packet === undefined ? undefined : withXmp(bytes, packet);
      if (marked) await writeFile(path, marked);
      return [marked ? withoutExif : withoutAll];
    } catch (thrown) {
      throw wrapError(thrown, "io/write", "metadata", { path });
    }
  }

  async version(): Promise<string> {
    return "none";
  }

  async close(): Promise<void> {}
}

const withoutExif: Warning = {
  code: "metadata/dropped",
  message: "metadata: perl is missing, so the picture has XMP alone: no camera data in EXIF, and no IPTC",
};
const withoutAll: Warning = {
  code: "metadata/dropped",
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
