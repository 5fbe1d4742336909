import type { Storage } from "./storage.ts";

/** Files copied at once: a store answers each request within tens of milliseconds, and a disk needs no more. */
const copiesAtOnce = 8;

interface CopyResult {
  readonly copied: number;
  /** Files that the target had already: the bytes of a key never change. */
  readonly present: number;
}

/**
 * Copies every file of a storage that `to` lacks. A file appears there after its last byte, so another run continues an
 * interrupted copy. Files that are removed meanwhile are skipped; nothing is removed from `to`.
 */
export async function copyFiles(from: Storage, to: Storage): Promise<CopyResult> {
  const known = new Set<string>();
  for await (const key of to.list()) known.add(key);
  let [copied, present] = [0, 0];
  const running = new Set<Promise<void>>();
  for await (const key of from.list()) {
    if (known.has(key)) {
      present++;
      continue;
    }
    const copy = copyFile(from, to, key).then((isCopied) => {
      if (isCopied) copied++;
      running.delete(copy);
    });
    copy.catch(() => {});
    running.add(copy);
    if (running.size >= copiesAtOnce) await Promise.race(running);
  }
  await Promise.all(running);
  return { copied, present };
}

async function copyFile(from: Storage, to: Storage, key: string): Promise<boolean> {
  try {
    await to.write(key, await from.read(key), Number.POSITIVE_INFINITY);
    return true;
  } catch (error) {
    if ((await from.find(key)) === undefined) return false;
    throw error;
  }
}
