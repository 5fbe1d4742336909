import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { EngineError } from "../errors/index.ts";

/** A file that was too slow, as it stood then. */
interface Stalled {
  readonly state: string;
  readonly error: EngineError;
}

/** The files that ExifTool is stuck in: each has its error at once for as long as it stays as it is. */
export class StalledFiles {
  readonly #files = new Map<string, Stalled>();

  /** Remembers a file; `false` if it no longer exists. */
  async add(path: string, error: EngineError): Promise<boolean> {
    const state = await stateOf(path);
    if (state !== undefined) this.#files.set(resolve(path), { state, error });
    return state !== undefined;
  }

  async errorOf(path: string): Promise<EngineError | undefined> {
    const stalled = this.#files.get(resolve(path));
    return stalled && stalled.state === (await stateOf(path)) ? stalled.error : undefined;
  }
}

/** Size and time of a file: while both stay, so does what is in it. */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.size} ${found.mtimeMs}`;
}
