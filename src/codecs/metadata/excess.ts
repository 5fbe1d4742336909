import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { bytesOf, type RandomAccess } from "../random-access.ts";
import { type MetadataBlock, mostBlocks } from "./blocks.ts";
import { type DirectorySums, mostDirectories, mostEntries, sumDirectories } from "./directories.ts";
import { mostDepth, mostNodes, XmpScan } from "./xmp-scan.ts";

const MB = 2 ** 20;

/** What all texts and profiles of a file may inflate to, bytes; the largest profiles of printers have 4 MB. */
const mostInflatedBytes = 16 * MB;
/** Of all XMP packets; depth maps and second pictures in XMP have some megabytes. */
const mostXmpBytes = 16 * MB;
/** Of all blocks as they are in the file. */
const mostBlockBytes = 64 * MB;
/** Values of sound files do not overlap, so they have no more bytes than the structure; sloppy writers share some. */
const mostSharedBytes = 16 * MB;

/** Why the metadata of a file are not read. */
export interface Excess {
  /** What is wrong with them, to follow on "the file". */
  readonly reason: string;
  /**
   * Whether only the text of its XMP is too much, which decoders do not look into; else they must not see the metadata
   * either.
   */
  readonly isXmpAlone: boolean;
  /** Whether all blocks are known. */
  readonly isHidable: boolean;
}

/**
 * Looks for metadata that would take more memory or time to read than any photograph's, by reading no more of them than
 * the bounds. `undefined` where there are none.
 */
export async function findExcess(blocks: readonly MetadataBlock[]): Promise<Excess | undefined> {
  if (blocks.length > mostBlocks)
    return { ...harmful(`has more than ${mostBlocks} blocks of metadata`), isHidable: false };
  const bytes = blocks.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > mostBlockBytes)
    return harmful(`has ${megabytes(bytes)} MB of metadata, of at most ${megabytes(mostBlockBytes)}`);
  const meter = new Meter();
  for (const block of blocks) {
    const excess = await meter.take(block);
    if (excess) return excess;
  }
  return undefined;
}

/** The same of a TIFF structure: a TIFF file, or a RAW built on it. */
export function findDirectoryExcess(file: Uint8Array | RandomAccess): Excess | undefined {
  return new Meter().takeDirectories(file);
}

/** What the blocks of one file amount to so far. */
class Meter {
  #inflatedBytes = 0;
  #xmpBytes = 0;
  readonly #xmp = new XmpScan();

  async take({ kind, content, isDeflated }: MetadataBlock): Promise<Excess | undefined> {
    const plain = isDeflated ? await this.#inflate(content) : content;
    if (plain === undefined) return harmful(`has compressed metadata of more than ${megabytes(mostInflatedBytes)} MB`);
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

  /** `undefined` beyond the bound; a broken stream has no bytes. */
  async #inflate(content: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const maxOutputLength = mostInflatedBytes - this.#inflatedBytes + 1;
      const plain = await promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate)(content, {
        maxOutputLength,
      });
      this.#inflatedBytes += plain.length;
      return this.#inflatedBytes > mostInflatedBytes ? undefined : plain;
    } catch (thrown) {
      return (thrown as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? undefined : new Uint8Array();
    }
  }

  #countXmp(bytes: number): Excess | undefined {
    return this.#xmpBytes + bytes > mostXmpBytes
      ? ofXmp(`has more than ${megabytes(mostXmpBytes)} MB of XMP`)
      : undefined;
  }

  #takeXmp(packet: Uint8Array): Excess | undefined {
    const excess = this.#countXmp(packet.length);
    if (excess) return excess;
    this.#xmpBytes += packet.length;
    this.#xmp.take(packet);
    const { deepest, nodes } = this.#xmp;
    if (deepest > mostDepth) return ofXmp(`has XMP of more than ${mostDepth} levels`);
    if (nodes > mostNodes) return ofXmp(`has XMP of more than ${mostNodes} elements`);
    return undefined;
  }
}

function directoryReason({ directories, entries, valueBytes }: DirectorySums, length: number): string | undefined {
  if (directories > mostDirectories) return `has more than ${mostDirectories} directories of metadata`;
  if (entries > mostEntries) return `has more than ${mostEntries} entries in its directories of metadata`;
  if (valueBytes <= length + mostSharedBytes) return undefined;
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
