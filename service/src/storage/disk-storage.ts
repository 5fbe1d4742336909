import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Readable, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DiskFull, type Storage, TooLarge, type Written } from "./storage.ts";

const headBytes = 4096;
/** How long a figure of the free space serves: asking takes a sixth of a registration's time. */
const measureMs = 100;

/**
 * In a folder of a disk. Uploads grow in `incoming` and are renamed when whole; what a crash leaves there is swept at
 * start, unless the folder is shared.
 */
export class DiskStorage implements Storage {
  readonly #folder: string;
  #freeBytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;

  private constructor(folder: string) {
    this.#folder = folder;
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
    const meter = new Meter(Number.POSITIVE_INFINITY);
    await pipeline(createReadStream(path), meter, async (source) => {
      for await (const _ of source);
    });
    await flush(path);
    await this.#place(path, key);
    return meter.written();
  }

  async *list(): AsyncGenerator<string> {
    for (const kind of await readdir(this.#folder)) {
      if (kind === "incoming") continue;
      for (const part of await readdir(join(this.#folder, kind))) {
        for (const name of await readdir(join(this.#folder, kind, part))) yield `${kind}/${part}/${name}`;
      }
    }
  }

  async check(leastFreeBytes: number): Promise<void> {
    const now = performance.now();
    if (now - this.#measuredAt > measureMs) {
      const { bavail, bsize } = await statfs(join(this.#folder, "incoming"));
      this.#freeBytes = bavail * bsize;
      this.#measuredAt = now;
    }
    if (this.#freeBytes < leastFreeBytes) throw new DiskFull(`less than ${leastFreeBytes} bytes are free`);
  }

  async #place(temporary: string, key: string): Promise<void> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temporary, path);
  }

  #path(key: string): string {
    if (!/^[a-z]+\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key)) throw new Error(`no storage key: ${JSON.stringify(key)}`);
    return join(this.#folder, key);
  }
}

/** Counts, hashes and bounds what flows through. */
class Meter extends Transform {
  readonly #maxBytes: number;
  readonly #hash = createHash("sha256");
  readonly #head: Buffer[] = [];
  #sizeBytes = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback) {
    if (this.#sizeBytes < headBytes) this.#head.push(chunk.subarray(0, headBytes - this.#sizeBytes));
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > this.#maxBytes) {
      done(new TooLarge(`more than ${this.#maxBytes} bytes`));
    } else {
      this.#hash.update(chunk);
      done(null, chunk);
    }
  }

  written(): Written {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest("hex") };
  }

  head(): Uint8Array {
    return Buffer.concat(this.#head);
  }
}

/** Onto the disk itself: a row that names the file must not outlive its bytes when the power fails. */
async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync().finally(() => file.close());
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
