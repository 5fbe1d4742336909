import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { deflateRaw, inflateRaw } from "node:zlib";
import { EngineError } from "../errors/index.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Maximum size of a summary in bytes. A photograph's has about 100 kB, a panorama's 500 kB. */
const maxSummaryBytes = 8 * 2 ** 20;
/** Maximum unpacked size of one fact in bytes. */
const maxFactBytes = 16 * 2 ** 20;
/** Length in bytes of the SHA-256 at the start of a summary. */
const hashBytes = 32;

/** What grouping and the reading of a house need of a photograph, without its file. */
export interface FileSummary {
  /** Size of the file in bytes. */
  readonly sizeBytes: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of the first bytes, by which copies of a file are first compared, hexadecimal. */
  readonly headSha256: string;
  /** Packed facts, by name. */
  readonly facts: ReadonlyMap<string, Uint8Array>;
}

/** Packs one fact (plain data) for a summary, compressed losslessly. */
export function packFact(value: unknown): Promise<Uint8Array> {
  return deflate(serialize(value));
}

export async function unpackFact(packed: Uint8Array): Promise<unknown> {
  return deserialize(await inflate(packed, { maxOutputLength: maxFactBytes }));
}

/** The summary as bytes. `version` covers everything that affects the facts; only the same version can read them. */
export function packSummary(summary: FileSummary, version: string): Uint8Array {
  const content = serialize({ version, ...summary });
  return Buffer.concat([createHash("sha256").update(content).digest(), content]);
}

/** Throws `input/summary` for damaged bytes and for another version. */
export function unpackSummary(bytes: Uint8Array, version: string, file: string): FileSummary {
  const content = bytes.subarray(hashBytes);
  const isWhole =
    bytes.length <= maxSummaryBytes &&
    createHash("sha256").update(content).digest().equals(bytes.subarray(0, hashBytes));
  if (!isWhole) throw summaryError(file, "is damaged");
  const { version: own, ...summary } = parse(content, file);
  if (own !== version) throw summaryError(file, "was made by another version");
  return summary;
}

/** Parses the content. Throws if a newer Node.js wrote it in a format that this one cannot read. */
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
