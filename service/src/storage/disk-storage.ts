import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FreeSpace, Meter } from "./meter.ts";
import { checkStorageKey, type Storage, type Written } from "./storage.ts";

/**
 * Storage in a folder. Uploads are written in `incoming` and renamed when complete; remains of a crash are removed
 * there at the start, unless the folder is shared.
 */
export class DiskStorage implements Storage {
  readonly #folder: string;
  readonly #space: FreeSpace;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#space = new FreeSpace(join(folder, "incoming"));
  }

  /** `isShared`: other processes may be writing to the folder. */
  static async open(folder: string, { isShared = false } = {}): Promise<DiskStorage> {
    if (!isShared) await rm(join(folder, "incoming"), { recursive: true, force: true });
    await mkdir(join(folder, "incoming"), { recursive: true, mode: 0o700 });
    return new DiskStorage(folder);
  }

  async write(key: string, bytes: Readable, maxBytes: number) {
    const temporary = join(this.#folder, "incoming", randomUUID());
    const meter = new Meter(maxBytes);
    try {
      await pipeline(bytes, meter, createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true }));
      await this.#place(temporary, key);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return { ...meter.written(), head: meter.head() };
  }

  async find(key: string) {
    try {
      const { size } = await stat(this.#path(key));
      return { sizeBytes: size };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const file = await open(this.#path(key));
    return file.createReadStream(range ?? {});
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async borrow(key: string) {
    return { path: this.#path(key), release: async () => {} };
  }

  async adopt(key: string, path: string): Promise<Written> {
    const [written] = await Promise.all([digest(path), flush(path)]);
    await this.#place(path, key);
    return written;
  }

  async *list(): AsyncGenerator<string> {
    for (const kind of await readdir(this.#folder)) {
      if (kind === "incoming") continue;
      for (const part of await readdir(join(this.#folder, kind))) {
        for (const name of await readdir(join(this.#folder, kind, part))) yield `${kind}/${part}/${name}`;
      }
    }
  }

  async requireSpace(minFreeBytes: number): Promise<void> {
    await this.#space.require(minFreeBytes);
  }

  async check(minFreeBytes: number): Promise<void> {
    await this.#space.require(minFreeBytes);
  }

  /** `open` removes them: the folder belongs to one process. */
  async removeUnfinished(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}

  async #place(temporary: string, key: string): Promise<void> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temporary, path);
  }

  #path(key: string): string {
    checkStorageKey(key);
    return join(this.#folder, key);
  }
}

/** Largest file that is hashed from memory, in bytes; finished pictures of 102 megapixels have about 60 MB. */
const maxBytesInMemory = 64 * 2 ** 20;

/** Size and hash of a file. Web Crypto hashes on a thread of Node's pool, so the event loop stays free. */
async function digest(path: string): Promise<Written> {
  const { size } = await stat(path);
  if (size > maxBytesInMemory) return digestStreamed(path);
  const bytes = await readFile(path);
  const sha256 = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  return { sizeBytes: bytes.length, sha256 };
}

async function digestStreamed(path: string): Promise<Written> {
  const meter = new Meter();
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), meter, async (source) => {
    for await (const _ of source);
  });
  return meter.written();
}

/** Flushes to the disk: a row that references the file must not survive a power failure that loses its bytes. */
async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync().finally(() => file.close());
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
