import type { InputFile } from "../disk/index.ts";
import { type FileSummary, packFact, summaryError, unpackFact } from "../file-summary.ts";
import type { FileCache, Tools } from "../tools.ts";

/** Records every requested fact of each file. */
export class FactRecorder implements FileCache {
  /** Facts by file and name; `undefined` until known. */
  readonly #facts = new Map<InputFile, Map<string, Promise<Uint8Array> | undefined>>();
  readonly #keys = new Map<string, { readonly file: InputFile; readonly fact: string }>();

  async keyOf(file: InputFile, fact: string): Promise<string> {
    const key = `${file.name}\n${fact}`;
    const facts = this.#facts.get(file) ?? new Map();
    if (!facts.has(fact)) facts.set(fact, undefined);
    this.#facts.set(file, facts);
    this.#keys.set(key, { file, fact });
    return key;
  }

  async get(): Promise<undefined> {}

  set(key: string, value: unknown): void {
    const place = this.#keys.get(key);
    if (place) this.#facts.get(place.file)?.set(place.fact, packFact(value));
  }

  async takeTrouble(): Promise<undefined> {}

  async close(): Promise<void> {}

  /** All requested facts of a file; `undefined` if some of them could not be determined. */
  async factsOf(file: InputFile): Promise<FileSummary["facts"] | undefined> {
    const facts = new Map<string, Uint8Array>();
    for (const [name, packed] of this.#facts.get(file) ?? []) {
      if (packed === undefined) return undefined;
      facts.set(name, await packed);
    }
    return facts;
  }
}

/** Returns facts from summaries and, for other files, from the engine's own cache. */
class FactReader implements FileCache {
  readonly #base: FileCache | undefined;
  readonly #packed = new Map<string, Uint8Array>();
  /** Name of a file whose summary lacks a requested fact. */
  lacking: string | undefined;

  constructor(base: FileCache | undefined) {
    this.#base = base;
  }

  async keyOf(file: InputFile, fact: string): Promise<string | undefined> {
    if (file.summary === undefined) return this.#base?.keyOf(file, fact);
    const packed = file.summary.facts.get(fact);
    if (packed === undefined) {
      this.lacking = file.name;
      return undefined;
    }
    const key = `${file.name}\n${fact}`;
    this.#packed.set(key, packed);
    return key;
  }

  async get(key: string): Promise<unknown> {
    const packed = this.#packed.get(key);
    return packed === undefined ? this.#base?.get(key) : unpackFact(packed);
  }

  set(key: string, value: unknown): void {
    this.#base?.set(key, value);
  }

  async takeTrouble(): Promise<string | undefined> {
    return this.#base?.takeTrouble();
  }

  async close(): Promise<void> {}
}

/**
 * Runs work with tools that read facts from summaries instead of files. Throws `input/summary` if a summary lacks a
 * fact; the incomplete result is discarded.
 */
export async function withSummaries<T>(
  files: readonly InputFile[],
  tools: Tools,
  act: (tools: Tools) => Promise<T>,
): Promise<T> {
  if (files.every(({ summary }) => summary === undefined)) return act(tools);
  const facts = new FactReader(tools.cache);
  const result = await act({ ...tools, cache: facts, readings: facts });
  if (facts.lacking !== undefined) throw summaryError(facts.lacking, "lacks what this call needs");
  return result;
}
