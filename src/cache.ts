import { createHash, randomUUID } from "node:crypto";
import { lstat, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { deserialize, serialize } from "node:v8";
import { deflateRaw, inflateRaw } from "node:zlib";
import { type InputFile, makeFolder, readHead } from "./pipeline/disk/index.ts";
import type { FileCache } from "./pipeline/tools.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

interface DiskCacheSettings {
  /** The cache stores everything in its own folder below this one. */
  readonly folder: string;
  /** Everything that affects the cached values: versions of programs, requested tags, limits. Part of every key. */
  readonly version: string;
  /** Maximum size of all entries. Beyond it, the least recently used ones are removed. */
  readonly maxBytes?: number;
}

const ownFolder = "lightwell";
const defaultMaxBytes = 512 * 2 ** 20;
/** Maximum size of an entry, packed and unpacked. The cache never writes larger ones. */
const maxEntryBytes = 16 * 2 ** 20;
const headBytes = 64 * 1024;
const hashBytes = 32;
/** Maximum number of file states that are remembered during a run, because each is requested twice. */
const maxHeads = 5000;
/** Names of this cache's files: an entry, or a temporary file of one. */
const ownName = /^[0-9a-f]{64}(\.[0-9a-f-]{36}\.tmp)?$/;
/**
 * Age in ms from which reading an entry renews its time, so that a run does not write for every entry that it reads.
 */
const renewAfterMs = 24 * 3600 * 1000;

/**
 * A {@link FileCache} with one file for each entry, written under a temporary name and renamed, readable only by its
 * owner. Every entry begins with the SHA-256 of its key and its content: an entry that was truncated, changed or copied
 * to another name is detected, removed and reported. Several processes can share the folder.
 */
export class DiskCache implements FileCache {
  readonly #root: string;
  readonly #version: string;
  readonly #maxBytes: number;
  readonly #heads = new Map<string, Promise<string>>();
  readonly #writes = new Set<Promise<void>>();
  #trouble: string | undefined;
  #hasWritten = false;
  #mayWrite = true;

  constructor({ folder, version, maxBytes = defaultMaxBytes }: DiskCacheSettings) {
    this.#root = join(folder, ownFolder);
    this.#version = version;
    this.#maxBytes = maxBytes;
  }

  async keyOf(file: InputFile, fact: string): Promise<string | undefined> {
    if (file.modifiedNs === undefined) return undefined;
    const text = `${this.#version}\n${fact}\n${await this.#stateOf(file)}`;
    return createHash("sha256").update(text).digest("hex");
  }

  async get(key: string): Promise<unknown> {
    const path = this.#fileOf(key);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) return undefined;
    try {
      // Opening a pipe would block until it has a writer.
      if (!found.isFile() || found.size > maxEntryBytes) throw new Error("the cache did not make this entry");
      const bytes = await readFile(path);
      const packed = bytes.subarray(hashBytes);
      if (!hashOf(key, packed).equals(bytes.subarray(0, hashBytes))) throw new Error("its checksum is wrong");
      const value: unknown = deserialize(await inflate(packed, { maxOutputLength: maxEntryBytes }));
      await renew(path);
      return value;
    } catch (thrown) {
      this.#trouble ??= `cache: a damaged entry was removed and computed again: ${path}: ${(thrown as Error).message}`;
      await rm(path, { force: true }).catch(() => {});
      return undefined;
    }
  }

  set(key: string, value: unknown): void {
    if (!this.#mayWrite) return;
    const writing = this.#write(key, value).finally(() => this.#writes.delete(writing));
    this.#writes.add(writing);
  }

  async takeTrouble(): Promise<string | undefined> {
    await Promise.all(this.#writes);
    const trouble = this.#trouble;
    this.#trouble = undefined;
    return trouble;
  }

  async close(): Promise<void> {
    await Promise.all(this.#writes);
    if (this.#hasWritten) await prune(this.#root, this.#maxBytes).catch(() => {});
  }

  #fileOf(key: string): string {
    return join(this.#root, key.slice(0, 2), key);
  }

  /** Hash of the file's current size, time and first bytes. */
  #stateOf(file: InputFile): Promise<string> {
    const as = `${file.path} ${file.sizeBytes} ${file.modifiedNs}`;
    const known = this.#heads.get(as);
    if (known) return known;
    const state = readHead(file.path, headBytes).then((head) =>
      createHash("sha256").update(`${file.sizeBytes} ${file.modifiedNs}\n`).update(head).digest("hex"),
    );
    if (this.#heads.size >= maxHeads) this.#heads.clear();
    this.#heads.set(as, state);
    return state;
  }

  async #write(key: string, value: unknown): Promise<void> {
    const path = this.#fileOf(key);
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      const packed = await deflate(serialize(value), { level: 1 });
      await makeFolder(dirname(path), 0o700);
      await writeFile(temporary, Buffer.concat([hashOf(key, packed), packed]), { flag: "wx", mode: 0o600 });
      await rename(temporary, path);
      this.#hasWritten = true;
    } catch (thrown) {
      this.#mayWrite = false;
      this.#trouble ??= `cache: nothing more is stored in ${this.#root}: ${(thrown as Error).message}`;
      await rm(temporary, { force: true }).catch(() => {});
    }
  }
}

function hashOf(key: string, packed: Uint8Array): Buffer {
  return createHash("sha256").update(key).update(packed).digest();
}

async function renew(path: string): Promise<void> {
  const now = Date.now();
  const { mtimeMs } = await lstat(path);
  if (now - mtimeMs > renewAfterMs) await utimes(path, now / 1000, now / 1000);
}

/**
 * Removes temporary files that a killed run left, and the oldest entries until the rest fits. Does not touch files that
 * the cache did not name.
 */
async function prune(root: string, maxBytes: number): Promise<void> {
  const entries: { path: string; size: number; mtimeMs: number }[] = [];
  for (const shard of await readdir(root)) {
    if (!/^[0-9a-f]{2}$/.test(shard)) continue;
    for (const name of await readdir(join(root, shard)).catch(() => [])) {
      const path = join(root, shard, name);
      const found = ownName.test(name) ? await lstat(path).catch(() => undefined) : undefined;
      if (!found?.isFile()) continue;
      if (name.endsWith(".tmp") && Date.now() - found.mtimeMs > renewAfterMs) await rm(path, { force: true });
      else entries.push({ path, size: found.size, mtimeMs: found.mtimeMs });
    }
  }
  let total = entries.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of entries.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= maxBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}
