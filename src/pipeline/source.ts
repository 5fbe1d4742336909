import { createWriteStream } from "node:fs";
import { link, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EngineError, wrapError } from "../errors/index.ts";

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
}

/** The only place of the pipeline that touches the file system. Originals are opened for reading alone. */
export class SourceStore {
  readonly #maxFileBytes: number;
  #folder: Promise<string> | undefined;
  #spooled = 0;

  constructor(maxFileBytes: number) {
    this.#maxFileBytes = maxFileBytes;
  }

  /** Bytes and streams are spooled to a private temporary folder. Throws `io/read`, `limits/bytes`, `input/empty`. */
  async open(source: Source): Promise<InputFile> {
    if (typeof source === "string") return this.#check(source, resolve(source));
    const path = await this.temporaryPath(source.name);
    try {
      const stream = "bytes" in source ? Readable.from([source.bytes]) : source.stream;
      await pipeline(stream, this.#bounded(source.name), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    } catch (thrown) {
      throw wrapError(thrown, "io/read", "source", { file: source.name });
    }
    return this.#check(source.name, path);
  }

  /** A fresh path in a private folder that {@link close} removes; keeps the name's extension and nothing else of it. */
  async temporaryPath(name: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "lightwell-"));
    const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
    return join(await this.#folder, `${this.#spooled++}${extension}`);
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  async #check(name: string, path: string): Promise<InputFile> {
    const { size, isFile } = await stat(path).then(
      (found) => ({ size: found.size, isFile: found.isFile() }),
      (thrown) => {
        throw wrapError(thrown, "io/read", "source", { file: name });
      },
    );
    if (!isFile)
      throw new EngineError("io/read", `source: expected a file, got something else: ${name}`, { file: name });
    if (size === 0) throw new EngineError("input/empty", `source: the file has no bytes: ${name}`, { file: name });
    if (size > this.#maxFileBytes) throw this.#tooLarge(name, size);
    return { name, path, sizeBytes: size };
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
    const message = `source: at most ${this.#maxFileBytes} bytes are read (maxFileBytes), ${name} has ${size} or more`;
    return new EngineError("limits/bytes", message, { file: name });
  }
}

/** The whole file, at most `maxFileBytes` long (it may have grown since it was listed). */
export async function readSource(path: string, maxFileBytes: number): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes)
      throw new EngineError("limits/bytes", `source: at most ${maxFileBytes} bytes are read, got ${size}`);
    return await readFile(path);
  } catch (thrown) {
    throw wrapError(thrown, "io/read", "source");
  }
}

/** Paths with every folder replaced by the files directly in it, hidden files left out, in a stable order. */
export async function listFiles(paths: readonly string[]): Promise<{ files: string[]; fromFolder: Set<string> }> {
  const files: string[] = [];
  const fromFolder = new Set<string>();
  for (const path of paths) {
    const found = await stat(path).catch((thrown) => {
      throw wrapError(thrown, "io/read", "source", { file: path });
    });
    if (!found.isDirectory()) {
      files.push(path);
      continue;
    }
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name);
    for (const name of names.sort()) {
      files.push(join(path, name));
      fromFolder.add(join(path, name));
    }
  }
  return { files: [...new Set(files)], fromFolder };
}

export async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * A file being made: written under a temporary name beside its final one, so that the final name never shows a half-written
 * picture, whenever the process dies.
 */
export class PendingFile {
  readonly path: string;
  readonly #final: string;

  private constructor(path: string, final: string) {
    this.path = path;
    this.#final = final;
  }

  /** Makes the folder where needed. Throws `io/write`. */
  static async create(final: string, bytes: Uint8Array): Promise<PendingFile> {
    const folder = dirname(final);
    const extension = /\.[^.]*$/.exec(basename(final))?.[0] ?? "";
    const pending = new PendingFile(
      join(folder, `.${basename(final)}.${process.pid}-${Date.now().toString(36)}.part${extension}`),
      final,
    );
    try {
      await mkdir(folder, { recursive: true });
      const handle = await open(pending.path, "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (thrown) {
      await pending.discard();
      throw wrapError(thrown, "io/write", "output", { file: final });
    }
    return pending;
  }

  /** Gives the file its final name. Without `overwrite` an existing file stays and `io/exists` is thrown. */
  async commit(overwrite: boolean): Promise<void> {
    try {
      if (overwrite) {
        await rename(this.path, this.#final);
        return;
      }
      await link(this.path, this.#final);
      await rm(this.path, { force: true });
    } catch (thrown) {
      await this.discard();
      if ((thrown as { code?: string }).code === "EEXIST") {
        throw new EngineError(
          "io/exists",
          `output: ${this.#final} exists; allow overwriting or choose another folder`,
          { file: this.#final },
        );
      }
      throw wrapError(thrown, "io/write", "output", { file: this.#final });
    }
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true }).catch(() => {});
  }
}

/** Throws `io/write` when an output would replace one of the originals, however the paths are spelled. */
export async function protectOriginals(output: string, inputs: readonly InputFile[]): Promise<void> {
  const target = await realpath(output).catch(() => undefined);
  if (target === undefined) return;
  for (const input of inputs) {
    if ((await realpath(input.path).catch(() => undefined)) === target) {
      throw new EngineError("io/write", `output: ${output} is one of the originals, which are never touched`, {
        file: output,
      });
    }
  }
}

/** A data file that ships with the package. */
export function readPackageData(name: string): Promise<Uint8Array> {
  return readFile(new URL(`../../data/${name}`, import.meta.url));
}

/** The first bytes of a file; empty where it cannot be read, which is told when the file is opened. */
export async function readHead(path: string, length: number): Promise<Uint8Array> {
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

/** A text file, at most `maxBytes` long. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readSource(path, maxBytes));
}
