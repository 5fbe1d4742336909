import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { deflateRaw, inflateRaw } from "node:zlib";
import { EngineError } from "../errors/index.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Bytes of a summary at most. One of a photograph has 100 kB, of a panorama 500 kB. */
const mostSummaryBytes = 8 * 2 ** 20;
/** Bytes of one fact at most, unpacked. */
const mostFactBytes = 16 * 2 ** 20;
/** Length of the SHA-256 before the rest. */
const hashBytes = 32;

/** What grouping and the reading of a house need of a photograph, without its file. */
export interface FileSummary {
  /** Of the file, in bytes. */
  readonly sizeBytes: number;
  /** Of the file's bytes, hexadecimal. */
  readonly sha256: string;
  /** Of the bytes that copies of a file are first compared by, hexadecimal. */
  readonly headSha256: string;
  /** By their names, each packed. */
  readonly facts: ReadonlyMap<string, Uint8Array>;
}

/** One fact as a summary holds it: plain data, compressed without loss. */
export function packFact(value: unknown): Promise<Uint8Array> {
  return deflate(serialize(value));
}

export async function unpackFact(packed: Uint8Array): Promise<unknown> {
  return deserialize(await inflate(packed, { maxOutputLength: mostFactBytes }));
}

/** The summary as bytes. `version` is whatever decides what the facts are; only the same can read them. */
export function packSummary(summary: FileSummary, version: string): Uint8Array {
  const content = serialize({ version, ...summary });
  return Buffer.concat([createHash("sha256").update(content).digest(), content]);
}

/** Throws `input/summary` for bytes that are damaged, or of another version. */
export function unpackSummary(bytes: Uint8Array, version: string, file: string): FileSummary {
  const content = bytes.subarray(hashBytes);
  const isWhole =
    bytes.length <= mostSummaryBytes &&
    createHash("sha256").update(content).digest().equals(bytes.subarray(0, hashBytes));
  if (!isWhole) throw summaryError(file, "is damaged");
  const { version: own, ...summary } = parse(content, file);
  if (own !== version) throw summaryError(file, "was made by another version");
  return summary;
}

/** A newer Node.js writes what an older one may not read. */
function parse(content: Uint8Array, file: string): FileSummary & { readonly version: unknown } {
  try {
    return deserialize(content);
  } catch {
    throw summaryError(file, "was made by another version of Node.js");
  }
}

export function summaryError(file: string, fault: string): EngineError {
  return new EngineError("input/summary", `summary: the summary of ${file} ${fault}; give the file itself`, { file });
}
