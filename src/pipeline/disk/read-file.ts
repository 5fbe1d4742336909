import { createHash } from "node:crypto";
import { createReadStream, readSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import type { RandomAccess } from "../../codecs/index.ts";
import { cancelledError, EngineError, wrapError } from "../../errors/index.ts";

/** The whole file, at most `maxFileBytes` long (it may have grown since it was listed). */
export async function readSource(path: string, maxFileBytes: number): Promise<Uint8Array> {
  try {
    await checkSize(path, maxFileBytes);
    return await readFile(path);
  } catch (thrown) {
    throw readError(thrown, path);
  }
}

/**
 * Calls `use` with a file of at most `maxFileBytes`, whose parts are read synchronously on request, then closes it.
 */
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

/** Like {@link readSource}, into the start of `target` if the file fits. */
async function readSourceInto(target: Uint8Array, path: string, maxFileBytes: number): Promise<Uint8Array> {
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

/** Size of the file in bytes. Throws if it must not be read. */
async function checkSize(path: string, maxFileBytes: number): Promise<number> {
  const found = await stat(path);
  if (!found.isFile()) throw notAFile(found, path);
  if (found.size > maxFileBytes)
    throw new EngineError("limits/bytes", `source: at most ${maxFileBytes} bytes are read, got ${found.size}`);
  return found.size;
}

/**
 * The error for anything but a file. Opening a pipe blocks until it has a writer, and a device may never end, so
 * neither is opened.
 */
export function notAFile(found: { isDirectory(): boolean }, name: string): EngineError {
  const what = found.isDirectory() ? "a folder" : "a device, pipe or socket";
  return new EngineError("io/read", `source: expected a file, got ${what}: ${name}`, { file: name });
}

/** A data file that ships with the package. */
export function readPackageData(name: string): Promise<Uint8Array> {
  return readFile(new URL(`../../../data/${name}`, import.meta.url));
}

/**
 * The first bytes of a file; empty if it is not a file (a link to a pipe) or cannot be read, which is reported when the
 * file is opened.
 */
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

/** The first and last bytes of a file, or all of a shorter one; `undefined` if it is not a file or cannot be read. */
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

/** SHA-256 of the bytes, as hex; absent if they cannot be read. Throws `cancelled`. */
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

/**
 * Calls `use` with a file whose parts are read on request, then closes it. Rejects if it cannot be read.
 */
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

/** Maximum bytes per read call. The system may return fewer than requested, and always does for very long reads. */
const maxReadBytes = 2 ** 30;

function readFully(fd: number, target: Uint8Array, offset: number, path: string): void {
  for (let done = 0; done < target.length; ) {
    const count = readSync(fd, target, done, Math.min(maxReadBytes, target.length - done), offset + done);
    if (count === 0)
      throw new EngineError("io/read", `source: the file became shorter while it was read: ${path}`, { file: path });
    done += count;
  }
}

/** A text file, at most `maxBytes` long. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readSource(path, maxBytes));
}

/** Messages for the user instead of the system's error codes. */
const readProblems: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  ENOTDIR: "the file does not exist",
  EACCES: "this user has no permission to read it",
  EPERM: "this user has no permission to read it",
  ELOOP: "it is a link that leads to itself",
};

/** Node.js replaces bytes that are not UTF-8 with U+FFFD, so the file cannot be found by that name. */
const unreadableName = "its name is not UTF-8, so it cannot be opened; rename it";

export function readError(thrown: unknown, name: string): EngineError {
  const { code = "" } = thrown as { code?: string };
  const problem = code === "ENOENT" && name.includes("\uFFFD") ? unreadableName : readProblems[code];
  if (problem === undefined) return wrapError(thrown, "io/read", "source", { file: name });
  return new EngineError("io/read", `source: ${name}: ${problem}`, { file: name }, thrown);
}

/** Size of the buffer in bytes: most photographs other than RAW are smaller. */
const spareBytes = 24 * 2 ** 20;

/**
 * A buffer that is reused from file to file: allocating memory for each of hundreds costs as much as reading them, and
 * it is only freed by garbage collection. Untouched pages take no memory.
 */
export class SpareBuffer {
  #spare: Uint8Array | undefined = new Uint8Array();

  /** Reads a file as {@link readSource} does and passes it to `use`, which must not keep the bytes. */
  async read<T>(path: string, maxFileBytes: number, use: (bytes: Uint8Array) => Promise<T>): Promise<T> {
    const spare = this.#spare;
    // Another call is using the buffer.
    if (spare === undefined) return use(await readSource(path, maxFileBytes));
    const buffer = spare.length > 0 ? spare : new Uint8Array(spareBytes);
    this.#spare = undefined;
    try {
      return await use(await readSourceInto(buffer, path, maxFileBytes));
    } finally {
      this.#spare = buffer;
    }
  }
}

/** Whether a path is a file, or a folder, also through links. */
export function isOf(path: string, kind: "isFile" | "isDirectory"): Promise<boolean> {
  return stat(path).then(
    (found) => found[kind](),
    () => false,
  );
}
