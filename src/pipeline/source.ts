import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, readSync } from "node:fs";
import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RandomAccess } from "../codecs/index.ts";
import { cancelledError, EngineError, wrapError } from "../errors/index.ts";
import { existsError, fileExists, foreignError, isOf, makeFolder, type Replaceable } from "./output-file.ts";

/** A photograph to work on: a path, or bytes or a readable with a name. */
export type Source =
  | string
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly stream: Readable };

/** A source that lies on disk. `name` identifies it in results: the path as given, or the name of bytes. */
export interface InputFile {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the caller's own file; absent where bytes were spooled. */
  readonly modifiedNs?: bigint;
}

/** With output-file.ts the only place of the pipeline that touches the file system. Originals are opened for reading alone. */
export class SourceStore {
  readonly #maxFileBytes: number;
  readonly #originals = new Set<string>();
  #folder: Promise<string> | undefined;
  #spooled = 0;

  constructor(maxFileBytes: number) {
    this.#maxFileBytes = maxFileBytes;
  }

  /** Bytes and streams are spooled to a private temporary folder. Throws `io/*`, `limits/bytes`, `input/empty`, `cancelled`. */
  async open(source: Source, signal: AbortSignal): Promise<InputFile> {
    if (signal.aborted) throw cancelledError("source");
    if (typeof source === "string") return this.#check(source, resolve(source));
    const path = await this.temporaryPath(source.name);
    try {
      const stream = "bytes" in source ? Readable.from([source.bytes]) : source.stream;
      const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
      await pipeline(stream, this.#bounded(source.name), file, { signal });
    } catch (thrown) {
      if (signal.aborted) throw cancelledError("source");
      throw wrapError(thrown, "io/read", "source", { file: source.name });
    }
    const { modifiedNs: _, ...file } = await this.#check(source.name, path);
    return file;
  }

  /** A fresh path in a private folder that {@link close} removes; keeps the name's extension and nothing else of it. */
  async temporaryPath(name: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "lightwell-")).catch((thrown) => {
      throw wrapError(thrown, "io/write", "source");
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
   * Throws what would stop an output in the end, before any work is spent on it: `io/write` when it would replace one of the
   * originals, however the paths are spelled, or a folder, or when its own folder cannot be made or written; `io/exists` when it exists and
   * either nothing may be replaced or this file may not.
   */
  async checkOutput(output: string, mayReplace: Replaceable | undefined): Promise<void> {
    await this.protectOriginals(output);
    await makeFolder(dirname(output));
    if (await isOf(output, "isDirectory"))
      throw new EngineError("io/write", `output: expected a file, a folder has its name: ${output}`, { file: output });
    if (!(await fileExists(output))) return;
    if (!mayReplace) throw existsError(output);
    if (!(await mayReplace(output))) throw foreignError(output);
  }

  /** The file turned out to be no original; it may be replaced like any other. */
  async disown({ path }: InputFile): Promise<void> {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    if (found) this.#originals.delete(identityOf(found));
  }

  /** Throws `io/write` when the output is one of the originals, also through links. */
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

/** The whole file, at most `maxFileBytes` long (it may have grown since it was listed). */
export async function readSource(path: string, maxFileBytes: number): Promise<Uint8Array> {
  try {
    await checkSize(path, maxFileBytes);
    return await readFile(path);
  } catch (thrown) {
    throw readError(thrown, path);
  }
}

/** Hands over a file of at most `maxFileBytes`, of which parts are read at once when they are asked for, and closes it. */
export async function withSource<T>(
  path: string,
  maxFileBytes: number,
  use: (file: RandomAccess) => Promise<T>,
): Promise<T> {
  await checkSize(path, maxFileBytes).catch((thrown) => {
    throw readError(thrown, path);
  });
  return withParts(path, use);
}

/** As {@link readSource}, into the beginning of `target` where the file is not too large for it. */
export async function readSourceInto(target: Uint8Array, path: string, maxFileBytes: number): Promise<Uint8Array> {
  try {
    const size = await checkSize(path, maxFileBytes);
    if (size > target.length) return await readFile(path);
    const handle = await open(path, "r");
    try {
      let length = 0;
      for (let read = 1; read > 0 && length < size; length += read)
        ({ bytesRead: read } = await handle.read(target, length, size - length, length));
      return target.subarray(0, length);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw readError(thrown, path);
  }
}

/** The size of what may be read. */
async function checkSize(path: string, maxFileBytes: number): Promise<number> {
  const found = await stat(path);
  if (!found.isFile()) throw notAFile(found, path);
  if (found.size > maxFileBytes)
    throw new EngineError("limits/bytes", `source: at most ${maxFileBytes} bytes are read, got ${found.size}`);
  return found.size;
}

export interface ListedFiles {
  /** Files named and files of the folders named, each once. */
  readonly files: readonly string[];
  readonly fromFolder: Set<string>;
  /** Folders within those named, which are not looked into. */
  readonly passedOver: readonly string[];
}

/**
 * Paths with every folder replaced by the files directly in it, hidden files left out, in a stable order, each file once. A path that
 * does not exist stays in the list: it fails alone when it is opened.
 */
export async function listFiles(paths: readonly string[]): Promise<ListedFiles> {
  const files = new Map<string, string>();
  const fromFolder = new Set<string>();
  const passedOver: string[] = [];
  for (const path of paths) {
    if (!(await isOf(path, "isDirectory"))) {
      fromFolder.delete(files.get(resolve(path)) ?? "");
      files.set(resolve(path), path);
      continue;
    }
    const entries = await readdir(path, { withFileTypes: true }).catch((thrown) => {
      throw readError(thrown, path);
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = join(path, entry.name);
      if (entry.name.startsWith(".") || files.has(resolve(file))) continue;
      if (entry.isDirectory()) passedOver.push(file);
      const isLink = entry.isSymbolicLink() && !(await isOf(file, "isDirectory"));
      if (!(entry.isFile() || isLink)) continue;
      files.set(resolve(file), file);
      fromFolder.add(file);
    }
  }
  return { files: [...files.values()], fromFolder, passedOver };
}

/** Opening a pipe waits for its writer and a device may never end, so neither is ever opened. */
function notAFile(found: { isDirectory(): boolean }, name: string): EngineError {
  const what = found.isDirectory() ? "a folder" : "a device, pipe or socket";
  return new EngineError("io/read", `source: expected a file, got ${what}: ${name}`, { file: name });
}

/** What tells one file from all others, by whatever path it is reached. */
function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev}:${ino}`;
}

/** A data file that ships with the package. */
export function readPackageData(name: string): Promise<Uint8Array> {
  return readFile(new URL(`../../data/${name}`, import.meta.url));
}

/** The first bytes of a file; empty where it is none (a link to a pipe) or cannot be read, which is told when the file is opened. */
export async function readHead(path: string, length: number): Promise<Uint8Array> {
  if (!(await isOf(path, "isFile"))) return new Uint8Array();
  const handle = await open(path, "r").catch(() => undefined);
  if (!handle) return new Uint8Array();
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return new Uint8Array();
  } finally {
    await handle.close();
  }
}

/** The first and the last bytes of a file, or all of a shorter one; `undefined` where it is none or cannot be read. */
export async function readEnds(path: string, length: number): Promise<Uint8Array | undefined> {
  if (!(await isOf(path, "isFile"))) return undefined;
  return withParts(path, async (file) => {
    const ends = new Uint8Array(Math.min(file.length, 2 * length));
    const half = Math.min(length, ends.length);
    file.readInto(ends.subarray(0, half), 0);
    file.readInto(ends.subarray(half), file.length - (ends.length - half));
    return ends;
  }).catch(() => undefined);
}

/** SHA-256 of the bytes, as hex; absent where they cannot be read. Throws `cancelled`. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    if (!(await isOf(path, "isFile"))) return undefined;
    for await (const chunk of createReadStream(path, { signal, highWaterMark: 2 ** 20 })) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } catch {
    if (signal.aborted) throw cancelledError("source");
    return undefined;
  }
}

/** Hands over a file of which parts are read, at once when they are asked for, and closes it. Rejects where it cannot be read. */
export async function withParts<T>(path: string, use: (file: RandomAccess) => Promise<T>): Promise<T> {
  const handle = await open(path, "r").catch((thrown) => {
    throw readError(thrown, path);
  });
  try {
    const { size } = await handle.stat();
    return await use({ length: size, readInto: (target, offset) => readFully(handle.fd, target, offset, path) });
  } finally {
    await handle.close();
  }
}

/** The system may give less than it was asked for, of very long stretches always. */
const mostReadBytes = 2 ** 30;

function readFully(fd: number, target: Uint8Array, offset: number, path: string): void {
  for (let done = 0; done < target.length; ) {
    const count = readSync(fd, target, done, Math.min(mostReadBytes, target.length - done), offset + done);
    if (count === 0)
      throw new EngineError("io/read", `source: the file became shorter while it was read: ${path}`, { file: path });
    done += count;
  }
}

/** A text file, at most `maxBytes` long. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readSource(path, maxBytes));
}

/** What a person can act on, instead of the system's word for it. */
const readProblems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "it may not be read",
  EPERM: "it may not be read",
  ELOOP: "it is a link that leads to itself",
};

/** Node.js gives the bytes that are no UTF-8 as U+FFFD, by which the file cannot be found again. */
const unreadableName = "its name is not UTF-8, so it cannot be opened; rename it";

function readError(thrown: unknown, name: string): EngineError {
  const { code = "" } = thrown as { code?: string };
  const problem = code === "ENOENT" && name.includes("\uFFFD") ? unreadableName : readProblems[code];
  if (problem === undefined) return wrapError(thrown, "io/read", "source", { file: name });
  return new EngineError("io/read", `source: ${name}: ${problem}`, { file: name }, thrown);
}
