import { promisify } from "node:util";
import { inflate } from "node:zlib";
import {
  type DirectorySums,
  maxDepth,
  maxDirectories,
  maxEntries,
  maxNodes,
  sumDirectories,
  XmpScan,
} from "./count-metadata.ts";
import { bytesOf, type RandomAccess, type Span } from "./read-bytes.ts";

/** A metadata block of a file: a chunk, a segment, an item. */
export interface MetadataBlock {
  /** Kind of block; `other` is not parsed, only its size is checked. */
  readonly kind: "exif" | "xmp" | "profile" | "text" | "other";
  /** Content without framing and name; an EXIF block begins with its TIFF header. */
  readonly content: Uint8Array;
  /** Whether the content is a zlib stream. */
  readonly isDeflated?: boolean;
  /** Range in the file, including the framing. */
  readonly span: Span;
}

/** Maximum number of collected blocks; {@link findExcess} refuses files with more. */
export const maxBlocks = 10_000;

/** A copy of the file without these ranges, which are ascending and do not overlap. */
export function cutOut(bytes: Uint8Array, spans: readonly Span[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [begin, end] of spans) {
    parts.push(bytes.subarray(at, begin));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** Metadata of a result before framing for its format; empty blocks are omitted. */
export interface FileBlocks {
  /** A TIFF structure, big-endian: directories 0 and Exif. */
  readonly exif: Uint8Array;
  /** Records of IPTC-IIM, if the format supports them. */
  readonly iptc: Uint8Array;
  /** An XMP packet in UTF-8. */
  readonly xmp: Uint8Array;
}

const MB = 2 ** 20;

/** Maximum inflated size of all texts and profiles of a file in bytes; the largest printer profiles have 4 MB. */
const maxInflatedBytes = 16 * MB;
/** Maximum size of all XMP packets in bytes; depth maps and second pictures in XMP have several MB. */
const maxXmpBytes = 16 * MB;
/** Maximum size of all blocks in the file, in bytes. */
const maxBlockBytes = 64 * MB;
/**
 * Maximum excess of value bytes over the size of the structure: values of sound files do not overlap, but some writers
 * share a few.
 */
const maxSharedBytes = 16 * MB;

/** Why the metadata of a file are not read. */
export interface Excess {
  /** The fault, as the end of a sentence that begins with "the file". */
  readonly reason: string;
  /**
   * Whether only the text of its XMP is excessive, which decoders do not parse; otherwise decoders must not read the
   * metadata either.
   */
  readonly isXmpAlone: boolean;
  /** Whether all blocks are known. */
  readonly isHidable: boolean;
}

/**
 * Detects metadata that would take more memory or time to read than those of any photograph, and reads no more than the
 * limits. `undefined` if all are within the limits.
 */
export async function findExcess(blocks: readonly MetadataBlock[]): Promise<Excess | undefined> {
  if (blocks.length > maxBlocks)
    return { ...harmful(`has more than ${maxBlocks} blocks of metadata`), isHidable: false };
  const bytes = blocks.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > maxBlockBytes)
    return harmful(`has ${megabytes(bytes)} MB of metadata, of at most ${megabytes(maxBlockBytes)}`);
  const meter = new Meter();
  for (const block of blocks) {
    const excess = await meter.take(block);
    if (excess) return excess;
  }
  return undefined;
}

/** Like {@link findExcess}, for a TIFF structure: a TIFF file, or a RAW built on it. */
export function findDirectoryExcess(file: Uint8Array | RandomAccess): Excess | undefined {
  return new Meter().takeDirectories(file);
}

/** Running totals for the blocks of one file. */
class Meter {
  #inflatedBytes = 0;
  #xmpBytes = 0;
  readonly #xmp = new XmpScan();

  async take({ kind, content, isDeflated }: MetadataBlock): Promise<Excess | undefined> {
    const plain = isDeflated ? await this.#inflate(content) : content;
    if (plain === undefined) return harmful(`has compressed metadata of more than ${megabytes(maxInflatedBytes)} MB`);
    if (kind === "xmp") return this.#takeXmp(plain);
    return kind === "exif" ? this.takeDirectories(plain) : undefined;
  }

  takeDirectories(file: Uint8Array | RandomAccess): Excess | undefined {
    const sums = sumDirectories(file);
    if (sums === undefined) return undefined;
    const reason = directoryReason(sums, file.length);
    if (reason !== undefined) return harmful(reason);
    for (const [begin, end] of sums.xmp) {
      const excess = this.#countXmp(end - begin) ?? this.#takeXmp(bytesOf(file, begin, end));
      if (excess) return excess;
    }
    return undefined;
  }

  /** Inflates; `undefined` beyond the limit, and empty for a broken stream. */
  async #inflate(content: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const maxOutputLength = maxInflatedBytes - this.#inflatedBytes + 1;
      const plain = await promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)(content, {
        maxOutputLength,
      });
      this.#inflatedBytes += plain.length;
      return this.#inflatedBytes > maxInflatedBytes ? undefined : plain;
    } catch (thrown) {
      return (thrown as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? undefined : new Uint8Array();
    }
  }

  #countXmp(bytes: number): Excess | undefined {
    return this.#xmpBytes + bytes > maxXmpBytes
      ? ofXmp(`has more than ${megabytes(maxXmpBytes)} MB of XMP`)
      : undefined;
  }

  #takeXmp(packet: Uint8Array): Excess | undefined {
    const excess = this.#countXmp(packet.length);
    if (excess) return excess;
    this.#xmpBytes += packet.length;
    this.#xmp.take(packet);
    const { deepest, nodes } = this.#xmp;
    if (deepest > maxDepth) return ofXmp(`has XMP of more than ${maxDepth} levels`);
    if (nodes > maxNodes) return ofXmp(`has XMP of more than ${maxNodes} elements`);
    return undefined;
  }
}

function directoryReason({ directories, entries, valueBytes }: DirectorySums, length: number): string | undefined {
  if (directories > maxDirectories) return `has more than ${maxDirectories} directories of metadata`;
  if (entries > maxEntries) return `has more than ${maxEntries} entries in its directories of metadata`;
  if (valueBytes <= length + maxSharedBytes) return undefined;
  return `says that ${megabytes(length)} MB hold ${megabytes(valueBytes)} MB of metadata`;
}

function harmful(reason: string): Excess {
  return { reason, isXmpAlone: false, isHidable: true };
}

function ofXmp(reason: string): Excess {
  return { reason, isXmpAlone: true, isHidable: true };
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / MB);
}
