import { createHash } from "node:crypto";
import { mapConcurrently } from "../concurrency.ts";
import { hashFile, type InputFile, readHead } from "../disk/index.ts";

/** Headers and the previews behind them differ in all photographs but copies, so that few files are ever read whole. */
const headBytes = 65_536;
const atOnce = 4;

/**
 * A key for every file that has the bytes of another one, the same for the files of the same bytes. Files alone with
 * their size are not read at all; one that cannot be read has no key. Throws `cancelled`.
 */
export async function findContentKeys(
  files: readonly InputFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<InputFile, string>> {
  const sizes = new Map(files.map((file) => [file, String(file.sizeBytes)]));
  const heads = await refine(sizes, async (file) => file.summary?.headSha256 ?? (await hashHead(file)));
  return sharedOf(await refine(heads, async (file) => file.summary?.sha256 ?? (await hashFile(file.path, signal))));
}

/** SHA-256 of the file's first bytes, hexadecimal; `undefined` for a file that cannot be read. */
export async function hashHead({ path }: InputFile): Promise<string | undefined> {
  const head = await readHead(path, headBytes);
  return head.length === 0 ? undefined : createHash("sha256").update(head).digest("hex");
}

/** The finer key of the files that share a key with another one. */
async function refine(
  keys: ReadonlyMap<InputFile, string>,
  keyOf: (file: InputFile) => Promise<string | undefined>,
): Promise<ReadonlyMap<InputFile, string>> {
  const fine = await mapConcurrently([...sharedOf(keys)], atOnce, async ([file, key]) => {
    const own = await keyOf(file);
    return own === undefined ? [] : [[file, `${key} ${own}`] as const];
  });
  return new Map(fine.flat());
}

function sharedOf(keys: ReadonlyMap<InputFile, string>): ReadonlyMap<InputFile, string> {
  const count = new Map<string, number>();
  for (const key of keys.values()) count.set(key, (count.get(key) ?? 0) + 1);
  return new Map([...keys].filter(([, key]) => count.get(key)! > 1));
}
