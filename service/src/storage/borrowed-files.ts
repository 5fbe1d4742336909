import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "./storage.ts";

/**
 * Stored uploads as files of a private folder, named `0001-kitchen-1.jpg` so that the engine can read the file number.
 */
export interface BorrowedFiles {
  readonly folder: string;
  /** One path for each file; the file is missing if only its summary was borrowed. */
  readonly paths: readonly string[];
  /** Paths of summaries, by the path of their file. */
  readonly summaries: Readonly<Record<string, string>>;
  release(): Promise<void>;
}

export interface StoredFile {
  readonly key: string;
  readonly name: string;
  /** Storage key of a summary that replaces the file. */
  readonly summaryKey?: string;
}

/** The files of uploaded brackets. */
export function storedFilesOf(
  brackets: readonly { readonly name: string; readonly source: { readonly key: string } | null }[],
): StoredFile[] {
  return brackets.flatMap(({ name, source }) => (source ? [{ key: source.key, name }] : []));
}

export async function borrowFiles(
  storage: Storage,
  folder: string,
  files: readonly StoredFile[],
): Promise<BorrowedFiles> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const borrowed = await borrowAll(storage, files);
  const summaries: Record<string, string> = {};
  const paths = await Promise.all(
    files.map(async ({ name, summaryKey }, i) => {
      // One folder for each file, so that names may repeat.
      const own = join(folder, String(i));
      await mkdir(own);
      const path = join(own, plainName(name));
      if (summaryKey === undefined) await symlink(borrowed[i].path, path);
      else summaries[path] = borrowed[i].path;
      return path;
    }),
  );
  return {
    folder,
    paths,
    summaries,
    async release() {
      await rm(folder, { recursive: true, force: true });
      await Promise.all(borrowed.map((file) => file.release()));
    },
  };
}

/** All or none: a remote store can fail halfway. */
async function borrowAll(storage: Storage, files: readonly StoredFile[]) {
  const ends = await Promise.allSettled(files.map(({ key, summaryKey }) => storage.borrow(summaryKey ?? key)));
  const borrowed = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  const failed = ends.find((end) => end.status === "rejected");
  if (!failed) return borrowed;
  await Promise.all(borrowed.map((file) => file.release()));
  throw failed.reason;
}

/** A client's file name without characters that are special to a file system. */
function plainName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? "";
  const plain = base.replace(/[^A-Za-z0-9._() -]/g, "_").replace(/^[. -]+/, "_");
  return plain.slice(-120) || "file";
}
