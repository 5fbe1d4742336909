import { codecs } from "../codecs/index.ts";
import { EngineError } from "../errors/index.ts";
import { isOwnText, PendingFile, pathKey, readHead, SourceStore } from "../pipeline/disk/index.ts";

/** A text file to write. */
export interface TextOutput {
  readonly path: string;
  /** Whether an existing text at this path is of the same kind; only such a text is replaced. */
  readonly isSameKind: (text: string) => boolean;
}

/**
 * Checks before any work that these files can be written. Throws `io/exists`, also for a file of another kind even if
 * overwriting was requested; `io/write` for any picture, including the photographs, and for a folder that cannot be
 * made; `options/invalid` for a file that is given twice.
 */
export async function checkTextOutputs(
  outputs: readonly TextOutput[],
  photographs: readonly string[],
  overwrite: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (outputs.length === 0) return;
  const store = new SourceStore(Number.MAX_SAFE_INTEGER);
  // A photograph that cannot be opened is reported later.
  for (const file of photographs) await store.open(file, signal).catch(() => {});
  if (new Set(outputs.map(({ path }) => pathKey(path))).size < outputs.length)
    throw new EngineError(
      "options/invalid",
      `output: expected a different file for each, got ${outputs[0].path} twice`,
    );
  for (const { path, isSameKind } of outputs) {
    await store.protectOriginals(path);
    if (overwrite) await refusePicture(path);
    await store.checkOutput(path, overwrite ? () => isOwnText(path, isSameKind) : undefined);
  }
}

/**
 * Writing text over a picture is always a mistake, even with overwriting allowed: the picture may be the only copy.
 */
async function refusePicture(output: string): Promise<void> {
  const head = await readHead(output, 4096);
  if (!codecs.some((codec) => codec.matches(head))) return;
  const message = `output: ${output} is a picture, which text never replaces; choose another folder or name`;
  throw new EngineError("io/write", message, { file: output });
}

/** Writes under a temporary name first. Throws `io/write` and `io/exists`. */
export async function writeText(path: string, text: string, overwrite: boolean): Promise<void> {
  const pending = await PendingFile.create(path, new TextEncoder().encode(text));
  await pending.commit(overwrite);
}
