import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { Transform, type TransformCallback } from "node:stream";
import { DiskFull, TooLarge, type Written } from "./storage.ts";

/** Bytes needed to recognize every accepted format. */
const headBytes = 4096;

/** Counts and hashes the bytes that pass through. Fails with `TooLarge` after more than `maxBytes`. */
export class Meter extends Transform {
  readonly #maxBytes: number;
  readonly #hash = createHash("sha256");
  readonly #head: Buffer[] = [];
  #sizeBytes = 0;

  constructor(maxBytes: number = Number.POSITIVE_INFINITY) {
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

  /** Call once, after the last byte. */
  written(): Written {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest("hex") };
  }

  /** The first 4096 bytes. */
  head(): Uint8Array {
    return Buffer.concat(this.#head);
  }
}

/** How long a measured value is used, in ms: measuring takes a sixth of a registration's time. */
const measureMs = 100;

/** The free space of the file system that holds `folder`. */
export class FreeSpace {
  readonly #folder: string;
  #freeBytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws `DiskFull` if fewer than `minFreeBytes` are free. */
  async require(minFreeBytes: number): Promise<void> {
    const now = performance.now();
    if (now - this.#measuredAt > measureMs) {
      const { bavail, bsize } = await statfs(this.#folder);
      this.#freeBytes = bavail * bsize;
      this.#measuredAt = now;
    }
    if (this.#freeBytes < minFreeBytes) throw new DiskFull(`less than ${minFreeBytes} bytes are free`);
  }
}
