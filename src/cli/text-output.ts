import { PendingFile } from "../pipeline/output-file.ts";
import { SourceStore } from "../pipeline/source.ts";

/**
 * Throws before any work what would stop these files from being written in the end: `io/exists`, or `io/write` for one of the
 * photographs themselves and for a folder that cannot be made.
 */
export async function checkTextOutputs(
  outputs: readonly string[],
  photographs: readonly string[],
  overwrite: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (outputs.length === 0) return;
  const store = new SourceStore(Number.MAX_SAFE_INTEGER);
  // A photograph that cannot be opened is told as such later.
  for (const file of photographs) await store.open(file, signal).catch(() => {});
  for (const output of outputs) await store.checkOutput(output, overwrite);
}

/** Writes under a temporary name first. Throws `io/write` and `io/exists`. */
export async function writeText(path: string, text: string, overwrite: boolean): Promise<void> {
  const pending = await PendingFile.create(path, new TextEncoder().encode(text));
  await pending.commit(overwrite);
}
