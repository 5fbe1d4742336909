import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cancelledError, EngineError, wrapError } from "../../errors/index.ts";
import { type FileSummary, unpackSummary } from "../file-summary.ts";
import {
  existsError,
  fileExists,
  foreignError,
  isTooLong,
  makeFolder,
  ownedPrefix,
  type Replaceable,
  refuseFullDisk,
  spoolStart,
} from "./output-file.ts";
import { nameFault } from "./path-rules.ts";
import { hashFile, isOf, notAFile, readError } from "./read-file.ts";

/** A photograph to work on, by its name: a path, or bytes or a readable with a name. */
export type NamedSource =
  | string
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly stream: Readable }
  | { readonly name: string; readonly summary: Uint8Array };

/** A source on disk. `name` identifies it in results: the path as given, or the name of bytes. */
export interface InputFile {
  readonly name: string;
  /** Path of the file; empty if only a summary is available. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Modification time of the caller's file in nanoseconds; absent for spooled bytes. */
  readonly modifiedNs?: bigint;
  /** Summary of a photograph whose file is elsewhere. */
  readonly summary?: FileSummary;
}

/**
 * With read-file.ts and output-file.ts, the only part of the pipeline that accesses the file system. Originals are
 * opened read-only.
 */
export class SourceStore {
  readonly #maxFileBytes: number;
  readonly #summaryVersion: string;
  readonly #originals = new Set<string>();
  #folder: Promise<string> | undefined;
  #spooled = 0;

  /** `summaryVersion`: version of the summaries that can be opened; without it, none can. */
  constructor(maxFileBytes: number, summaryVersion = "") {
    this.#maxFileBytes = maxFileBytes;
    this.#summaryVersion = summaryVersion;
  }

  /**
   * Bytes and streams are spooled to a private temporary folder. Throws `io/*`, `limits/bytes`, `input/empty`,
   * `input/summary`, `cancelled`.
   */
  async open(source: NamedSource, signal: AbortSignal): Promise<InputFile> {
    if (signal.aborted) throw cancelledError("source");
    if (typeof source === "string") return this.#check(source, resolve(source));
    const { name } = source;
    if ("summary" in source) {
      const summary = unpackSummary(source.summary, this.#summaryVersion, name);
      return { name, path: "", sizeBytes: summary.sizeBytes, summary };
    }
    const path = await this.temporaryPath(name);
    try {
      const stream = "bytes" in source ? Readable.from([source.bytes]) : source.stream;
      const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
      await pipeline(stream, this.#bounded(source.name), file, { signal });
    } catch (thrown) {
      if (signal.aborted) throw cancelledError("source");
      refuseFullDisk(thrown, "source", tmpdir());
      throw wrapError(thrown, "io/read", "source", { file: source.name });
    }
    const { modifiedNs: _, ...file } = await this.#check(source.name, path);
    return file;
  }

  /** An unused path in a private folder that {@link close} removes; it keeps only the extension of the name. */
  async temporaryPath(name: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), ownedPrefix(spoolStart))).catch((thrown) => {
      refuseFullDisk(thrown, "source", tmpdir());
      const message = `source: the temporary folder ${tmpdir()} cannot be written; TMPDIR names another`;
      throw new EngineError("io/write", message, { file: tmpdir() }, thrown);
    });
    const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
    return join(await this.#folder, `${this.#spooled++}${extension}`);
  }

  async close(): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  /**
   * Checks an output before any work is done for it. Throws `io/write` if it would replace an original, however the
   * paths are written, or a folder, or if its own folder cannot be made, is not writable or refuses the name;
   * `io/exists` if it exists and must not be replaced.
   */
  async checkOutput(output: string, mayReplace: Replaceable | undefined): Promise<void> {
    await this.protectOriginals(output);
    const fault = nameFault(basename(output));
    if (fault !== undefined) throw new EngineError("io/write", `output: ${fault}: ${output}`, { file: output });
    await makeFolder(dirname(output));
    if (await isTooLong(output))
      throw new EngineError("io/write", `output: the name is too long for its folder: ${output}`, { file: output });
    if (await isOf(output, "isDirectory"))
      throw new EngineError("io/write", `output: expected a file, a folder has its name: ${output}`, { file: output });
    if (!(await fileExists(output))) return;
    if (!mayReplace) throw existsError(output);
    if (!(await mayReplace(output))) throw foreignError(output);
  }

  /** Marks the file as not an original, so that it may be replaced like any other. */
  async disown({ path }: InputFile): Promise<void> {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    if (found) this.#originals.delete(identityOf(found));
  }

  /** Throws `io/write` if the output is one of the originals, also through links. */
  async protectOriginals(output: string): Promise<void> {
    const found = await stat(output, { bigint: true }).catch(() => undefined);
    if (found === undefined || !this.#originals.has(identityOf(found))) return;
    const message = `output: ${output} is one of the originals, which are never touched; choose another folder or name`;
    throw new EngineError("io/write", message, { file: output });
  }

  async #check(name: string, path: string): Promise<InputFile> {
    const found = await stat(path, { bigint: true }).catch((thrown) => {
      throw readError(thrown, name);
    });
    if (!found.isFile()) throw notAFile(found, name);
    this.#originals.add(identityOf(found));
    const size = Number(found.size);
    if (size === 0) throw new EngineError("input/empty", `source: the file has no bytes: ${name}`, { file: name });
    if (size > this.#maxFileBytes) throw this.#tooLarge(name, size);
    return { name, path, sizeBytes: size, modifiedNs: found.mtimeNs };
  }

  #bounded(name: string): Transform {
    let total = 0;
    return new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        total += chunk.length;
        if (total > this.#maxFileBytes) done(this.#tooLarge(name, total));
        else done(null, chunk);
      },
    });
  }

  #tooLarge(name: string, size: number): EngineError {
    const message = `source: at most ${this.#maxFileBytes} bytes are read (maxFileMb), ${name} has ${size} or more`;
    return new EngineError("limits/bytes", message, { file: name });
  }
}

/** The identity of a file, the same for every path that leads to it. */
function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev}:${ino}`;
}

const known = new WeakMap<InputFile, Promise<string | undefined>>();

/**
 * SHA-256 of a source as hex, read once for each opened file; absent if it cannot be read. Takes 0.7 ms per megabyte
 * and runs during decoding, which then reads the bytes from the system's cache. Throws `cancelled`.
 */
export function hashOfSource(file: InputFile, signal: AbortSignal): Promise<string | undefined> {
  const begun = known.get(file);
  if (begun) return begun;
  const hash = hashFile(file.path, signal);
  known.set(file, hash);
  hash.catch(() => known.delete(file));
  return hash;
}
