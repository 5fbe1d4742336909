import { statfs } from "node:fs/promises";
import { DiskFull } from "./storage.ts";

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

  /** Throws `DiskFull` if fewer than `leastFreeBytes` are free. */
  async require(leastFreeBytes: number): Promise<void> {
    const now = performance.now();
    if (now - this.#measuredAt > measureMs) {
      const { bavail, bsize } = await statfs(this.#folder);
      this.#freeBytes = bavail * bsize;
      this.#measuredAt = now;
    }
    if (this.#freeBytes < leastFreeBytes) throw new DiskFull(`less than ${leastFreeBytes} bytes are free`);
  }
}
