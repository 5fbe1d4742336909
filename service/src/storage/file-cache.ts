import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Concurrent downloads: more would only share the same line. */
const loadsAtOnce = 8;
/** How long an unused file is kept, in ms: deleted pictures leave every machine within an hour. */
const idleMs = 3_600_000;
const idleCheckMs = 60_000;

interface Entry {
  readonly path: string;
  readonly sizeBytes: number;
  users: number;
  lastUsedAt: number;
  isRemoved: boolean;
}

interface CacheOptions {
  /** Limit of the folder's size in bytes: unused files beyond it are removed, least recently used first. */
  readonly maxBytes: number;
  /** Writes the bytes of `key` to `path`, which must not exist. */
  readonly load: (key: string, path: string) => Promise<void>;
}

/**
 * Local copies of stored files. Files in use are never removed, so the folder can exceed `maxBytes` by their size. The
 * bytes of a key never change, so a copy is never out of date.
 */
export class FileCache {
  readonly #folder: string;
  readonly #options: CacheOptions;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #loads = 0;
  #sizeBytes = 0;

  private constructor(folder: string, options: CacheOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#timer = setInterval(() => void this.#removeIdle(), idleCheckMs).unref();
  }

  /** Starts empty: a crash may have left incomplete files. */
  static async open(folder: string, options: CacheOptions): Promise<FileCache> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new FileCache(folder, options);
  }

  /** Bytes of all files in the folder. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** The local file of `key`, downloaded if necessary; it stays until `release`. */
  async borrow(key: string): Promise<{ readonly path: string; release(): Promise<void> }> {
    const entry = this.#take(key) ?? (await this.#load(key));
    let isReleased = false;
    return {
      path: entry.path,
      release: async () => {
        if (isReleased) return;
        isReleased = true;
        entry.users--;
        entry.lastUsedAt = performance.now();
        if (entry.isRemoved && entry.users === 0) await this.#delete(entry);
        await this.#shrink();
      },
    };
  }

  /** Removes the file of `key`; a file in use is removed when its last user releases it. */
  async remove(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    entry.isRemoved = true;
    if (entry.users === 0) await this.#delete(entry);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.users++;
    entry.lastUsedAt = performance.now();
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** One download for all requests of the same key. */
  async #load(key: string): Promise<Entry> {
    for (;;) {
      let loading = this.#loading.get(key);
      if (!loading) {
        loading = this.#download(key).finally(() => this.#loading.delete(key));
        this.#loading.set(key, loading);
      }
      await loading;
      // It may be gone: another user released it, and it was removed.
      const entry = this.#take(key);
      if (entry) return entry;
    }
  }

  async #download(key: string): Promise<void> {
    while (this.#loads >= loadsAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#loads++;
    const name = randomUUID();
    const partial = join(this.#folder, `${name}.part`);
    try {
      await this.#options.load(key, partial);
      const { size } = await stat(partial);
      const path = join(this.#folder, name);
      await rename(partial, path);
      this.#sizeBytes += size;
      await this.#shrink();
      this.#entries.set(key, { path, sizeBytes: size, users: 0, lastUsedAt: performance.now(), isRemoved: false });
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    } finally {
      this.#loads--;
      this.#waiting.shift()?.();
    }
  }

  async #shrink(): Promise<void> {
    for (const [key, { users }] of [...this.#entries]) {
      if (this.#sizeBytes <= this.#options.maxBytes) return;
      if (users === 0) await this.remove(key);
    }
  }

  async #removeIdle(): Promise<void> {
    const before = performance.now() - idleMs;
    for (const [key, { users, lastUsedAt }] of [...this.#entries]) {
      if (users === 0 && lastUsedAt < before) await this.remove(key).catch(() => {});
    }
  }

  async #delete({ path, sizeBytes }: Entry): Promise<void> {
    this.#sizeBytes -= sizeBytes;
    await rm(path, { force: true });
  }
}
