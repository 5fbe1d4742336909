import { rmSync } from "node:fs";
import { type FileHandle, mkdtemp, open } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError } from "../../errors/index.ts";
import type { PixelMemory, PixelPool, Samples } from "../../image/index.ts";
import type { FilePages } from "../../kernels/index.ts";
import { ownedPrefix, spoolStart } from "./output-file.ts";

/**
 * Time in ms between two checks of how much memory the process has. Kernels read about 1 GB a second on each thread, so
 * some 100 MB a thread arrive in between. Chosen by hand; judged by `npm run bench -- memory`.
 */
const lookEveryMs = 100;

/** Where the pixels of an engine are, and how they are moved to files. */
export interface PixelFiles {
  readonly pages: FilePages;
  /** The engine's memory: leases in it do not end with a call. */
  readonly pool: PixelPool;
}

/** Bytes written by one call; the system refuses more than 2 GB. */
const maxWrittenBytes = 2 ** 30;

interface FileMemoryOptions {
  /** Memory of the process in bytes above which pages of files leave it. */
  readonly maxResidentBytes: number;
  /** Minimum bytes of a view that is put in a file. */
  readonly minBytes: number;
  /** Folder for the files. */
  readonly folder?: string;
}

/**
 * Pixel memory that moves large views to temporary files. The system caches as much of the files as fits, and the
 * process holds only pages that were just used. Readers and writers find the samples at the same addresses, so results
 * do not change. A file loses its name as soon as it is open; its space is free when the last lease of its view ends or
 * the process ends, however it does.
 */
export class FileMemory implements PixelMemory {
  readonly u8: PixelMemory["u8"];
  readonly u16: PixelMemory["u16"];
  readonly f32: PixelMemory["f32"];
  readonly share: PixelMemory["share"];
  readonly #base: PixelMemory;
  readonly #pages: FilePages;
  readonly #pool: PixelPool;
  readonly #options: FileMemoryOptions;
  /**
   * All bytes of each view that lies in a file. A separate lease keeps its memory from being reused in the meantime.
   */
  readonly #inFiles = new Map<Samples, Uint8Array>();
  readonly #timer: NodeJS.Timeout;

  /** `base`: the memory of a set or call, which leases from the pool. */
  constructor(base: PixelMemory, { pages, pool }: PixelFiles, options: FileMemoryOptions) {
    this.u8 = (length) => base.u8(length);
    this.u16 = (length) => base.u16(length);
    this.f32 = (length) => base.f32(length);
    this.share = (view) => base.share(view);
    this.#base = base;
    this.#pages = pages;
    this.#pool = pool;
    this.#options = options;
    this.#timer = setInterval(() => {
      if (process.memoryUsage.rss() > options.maxResidentBytes) this.#leave();
    }, lookEveryMs).unref();
  }

  /** Number of views in files. */
  get views(): number {
    return this.#inFiles.size;
  }

  mayOverwrite(view: Samples): boolean {
    return this.#inFiles.has(view) ? this.#pool.leasesOf(view) === 2 : this.#base.mayOverwrite(view);
  }

  /**
   * Puts a large view in a file; it must not be written in the meantime. Does nothing if all its leases end before.
   * Rejects with `io/write` if the folder has no room.
   */
  async rest(view: Samples): Promise<void> {
    const isLeased = this.#pool.leasesOf(view) > 0;
    if (view.byteLength < this.#options.minBytes || this.#inFiles.has(view) || !isLeased) return;
    this.#pool.share(view);
    try {
      await this.#moveToFile(view);
    } finally {
      if (!this.#inFiles.has(view)) this.#pool.release(view);
    }
  }

  release(view: Samples): void {
    this.#base.release(view);
    // Only the lease of the file is left. Those of the call may have ended before those of the set.
    if (this.#inFiles.has(view) && this.#pool.leasesOf(view) === 1) this.#moveBack(view);
  }

  /** Ends the checks; views that are still leased are memory again. Nothing may use them in the meantime. */
  close(): void {
    clearInterval(this.#timer);
    for (const view of [...this.#inFiles.keys()]) this.#moveBack(view);
  }

  async #moveToFile(view: Samples): Promise<void> {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const { folder = tmpdir() } = this.#options;
    let file: FileHandle | undefined;
    try {
      file = await openNameless(folder);
      const [begin, end] = this.#pages.wholePages(bytes);
      for (let at = begin; at < end; ) {
        at += (await file.write(bytes, at, Math.min(end - at, maxWrittenBytes), at - begin)).bytesWritten;
      }
      if (this.#pool.leasesOf(view) === 1) return;
      const code = this.#pages.toFile(bytes, file.fd);
      if (code !== 0) throw Object.assign(new Error(nameOf(code)), { code: nameOf(code) });
      this.#inFiles.set(view, bytes);
    } catch (thrown) {
      const megabytes = Math.ceil(bytes.length / 2 ** 20);
      const message = `memory: ${megabytes} MB of a large picture cannot be written in ${folder}; TMPDIR names another folder`;
      throw new EngineError("io/write", message, { file: folder }, thrown);
    } finally {
      // The pages keep the file.
      await file?.close();
    }
  }

  /** Makes a view memory again. If the system refuses, the lease stays, so that nothing else gets pages of a file. */
  #moveBack(view: Samples): void {
    const bytes = this.#inFiles.get(view);
    if (!bytes) return;
    const kept = this.#pool.leasesOf(view) > 1 ? bytes.slice() : undefined;
    this.#inFiles.delete(view);
    if (this.#pages.toMemory(bytes) !== 0) return;
    if (kept) bytes.set(kept);
    this.#pool.release(view);
  }

  #leave(): void {
    for (const bytes of this.#inFiles.values()) this.#pages.leave(bytes);
  }
}

/** A new file that only this process can reach, in its own temporary folder, which is removed at once. */
async function openNameless(parent: string): Promise<FileHandle> {
  const folder = await mkdtemp(join(parent, ownedPrefix(spoolStart)));
  let file: FileHandle | undefined;
  try {
    file = await open(join(folder, "pixels"), "wx+", 0o600);
    rmSync(folder, { recursive: true });
    return file;
  } catch (thrown) {
    await file?.close();
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  }
}

/** Name of a system's error number, for example `ENOSPC`. */
function nameOf(code: number): string {
  return Object.entries(constants.errno).find(([, value]) => value === code)?.[0] ?? String(code);
}
