import type { InputFile } from "./disk/index.ts";

/**
 * Keeps what was found out about files for the next run. A value is plain data: records, lists, text, numbers and byte
 * arrays. Nothing of it ever rejects: what cannot be read counts as absent, what cannot be written is not kept, and
 * {@link takeTrouble} tells.
 */
export interface FileCache {
  /** Name of a fact about a file as it is now; absent for a file that is not the caller's own (spooled bytes). */
  keyOf(file: InputFile, fact: string): Promise<string | undefined>;
  get(key: string): Promise<unknown>;
  /** Returns at once; {@link close} waits for what is being written. */
  set(key: string, value: unknown): void;
  /** In words, what went wrong since the last call, once all is written; a broken entry goes and is made again. */
  takeTrouble(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** What `find` gives, or what it gave for the same file in an earlier run. Failures are not kept. */
export async function remembered<T>(
  cache: FileCache | undefined,
  file: InputFile,
  fact: string,
  find: () => Promise<T>,
): Promise<T> {
  const key = await cache?.keyOf(file, fact);
  if (cache === undefined || key === undefined) return find();
  const known = await cache.get(key);
  if (known !== undefined) return known as T;
  const found = await find();
  cache.set(key, found);
  return found;
}
