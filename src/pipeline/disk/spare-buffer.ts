import { readSource, readSourceInto } from "./read-file.ts";

/** Most photographs that are not RAW are smaller. */
const spareBytes = 24 * 2 ** 20;

/**
 * Memory for one file after the other: new memory for each of hundreds costs as much as reading them, and waits for the
 * collector to be given back. Pages that no file has reached take none.
 */
export class SpareBuffer {
  #spare: Uint8Array | undefined = new Uint8Array();

  /** Reads a file as {@link readSource} does and hands it to `use`, which must keep nothing of the bytes. */
  async read<T>(path: string, maxFileBytes: number, use: (bytes: Uint8Array) => Promise<T>): Promise<T> {
    const spare = this.#spare;
    // Somebody else is reading.
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
