import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { types } from "node:util";
import { EngineError } from "../../errors/index.ts";
import { type NamedSource, pathKey } from "../disk/index.ts";

/** Bytes of a photograph; a `File` includes its name. */
export type SourceBytes = Uint8Array | ArrayBuffer | Blob;

/** Bytes that arrive in pieces: a stream of Node.js, a web stream, or any async iterable of byte arrays. */
export type SourceStream = AsyncIterable<Uint8Array | ArrayBuffer> | ReadableStream<Uint8Array>;

/** Bytes of a photograph with a name. */
export interface NamedBytes {
  /** Identifies the photograph in results and names the picture made of it; unique within a call. */
  readonly name: string;
  /** The whole file, at most `maxFileMb` long. */
  readonly bytes: SourceBytes;
}

/** A stream of the bytes of a photograph with a name. */
export interface NamedStream {
  /** Identifies the photograph in results and names the picture made of it; unique within a call. */
  readonly name: string;
  /** The bytes; read once, up to `maxFileMb`, and closed when the call ends. */
  readonly stream: SourceStream;
}

/**
 * A photograph to work on: a path, a `file:` URL, bytes, or a stream of bytes. Bytes and streams without a name are
 * called `source-1`, `source-2` and so on, by their position in the call.
 */
export type Source = string | URL | SourceBytes | SourceStream | NamedBytes | NamedStream;

/** A photograph whose file is elsewhere, as `summarize` described it. */
export interface SummarizedSource {
  /** Identifies the photograph in results, like the path of its file; unique within a call. */
  readonly name: string;
  /** The summary that `summarize` returned for it. */
  readonly summary: Uint8Array;
}

const accepted = "a path, a file: URL, bytes, a stream, { name, bytes } or { name, stream }";

/**
 * The sources of a call with their names. Bytes are copied, so later changes by the caller have no effect. Summaries
 * are accepted if `takesSummaries`. Throws `options/invalid` for what is not a source and `input/groups` for a name
 * that is given twice.
 */
export function namedSources(
  sources: readonly (Source | SummarizedSource)[],
  { takesSummaries = false } = {},
): NamedSource[] {
  if (!Array.isArray(sources)) throw invalidSource("sources", `a list of sources, each ${accepted}`, sources);
  const isSummary = (source: unknown): source is SummarizedSource => takesSummaries && isSummarized(source);
  const known = sources.map((source: unknown, i) => ({
    source,
    name: isSummary(source) ? source.name : nameOf(source, i),
  }));
  refuseDoubles(known.map(({ name }) => name));
  return known.map(({ source, name }) => {
    if (isSummary(source)) return { name, summary: new Uint8Array(source.summary) };
    if (typeof source === "string" || source instanceof URL) return name;
    const data = dataOf(source);
    if (types.isUint8Array(data)) return { name, bytes: new Uint8Array(data) };
    if (types.isArrayBuffer(data)) return { name, bytes: new Uint8Array(data.slice(0)) };
    return { name, stream: readableOf(data instanceof Blob ? data.stream() : data) };
  });
}

function isSummarized(source: unknown): source is SummarizedSource {
  if (typeof source !== "object" || source === null || !("name" in source && "summary" in source)) return false;
  return typeof source.name === "string" && types.isUint8Array(source.summary);
}

function nameOf(source: unknown, index: number): string {
  if (typeof source === "string" && source !== "") return source;
  if (source instanceof URL) return pathOf(source, "a source");
  const data = dataOf(source);
  if (!isBytes(data) && !isAsyncIterable(data)) throw invalidSource("a source", accepted, source);
  const isNamed = data !== source || source instanceof Blob;
  const name = isNamed && source !== null ? (source as { readonly name?: unknown }).name : undefined;
  return typeof name === "string" ? name : `source-${index + 1}`;
}

/** The part of a source that provides its bytes. */
function dataOf(source: unknown): unknown {
  if (typeof source !== "object" || source === null || isBytes(source) || isAsyncIterable(source)) return source;
  if (!("name" in source) || typeof source.name !== "string") return undefined;
  return "bytes" in source && isBytes(source.bytes) ? source.bytes : "stream" in source ? source.stream : undefined;
}

function isBytes(value: unknown): value is SourceBytes {
  return types.isUint8Array(value) || types.isArrayBuffer(value) || value instanceof Blob;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** The path of a path or `file:` URL. Throws `options/invalid` for another URL. */
export function pathOf(given: string | URL, what: string): string {
  if (!(given instanceof URL)) return given;
  if (given.protocol !== "file:") throw invalidSource(what, "a path or a file: URL", given.href);
  return fileURLToPath(given);
}

function readableOf(stream: unknown): Readable {
  if (stream instanceof Readable) return stream;
  const iterator = (stream as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  return new Readable({
    read() {
      iterator.next().then(
        ({ done, value }) => {
          if (done) this.push(null);
          else if (types.isUint8Array(value) || types.isArrayBuffer(value)) this.push(new Uint8Array(value));
          else this.destroy(invalidSource("each piece of a stream", "bytes", value));
        },
        (thrown) => this.destroy(thrown),
      );
    },
    destroy(error, done) {
      // A stream that never yields must not block the call.
      iterator.return?.().catch(() => {});
      done(error);
    },
  });
}

function refuseDoubles(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const path = pathKey(name);
    const other = seen.get(path);
    if (other !== undefined) {
      const also = other === name ? "" : `, also as ${other}`;
      throw new EngineError("input/groups", `engine: the source ${name} is given twice${also}`, { file: name });
    }
    seen.set(path, name);
  }
}

function invalidSource(name: string, expected: string, came: unknown): EngineError {
  const shown = typeof came === "string" ? `"${came}"` : Array.isArray(came) ? "a list" : typeof came;
  return new EngineError("options/invalid", `engine: ${name} must be ${expected}, got ${shown}`, { option: name });
}
