import type { InputFile } from "../disk/index.ts";
import { type FileSummary, packFact, summaryError, unpackFact } from "../file-summary.ts";
import type { FileCache, Tools } from "../tools.ts";

/** Collects every fact that is asked for, file by file. */
export class FactRecorder implements FileCache {
  /** By file and name; `undefined` until it is known. */
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

  /** Everything that was asked about a file; `undefined` if some of it could not be found out. */
  async factsOf(file: InputFile): Promise<FileSummary["facts"] | undefined> {
    const facts = new Map<string, Uint8Array>();
    for (const [name, packed] of this.#facts.get(file) ?? []) {
      if (packed === undefined) return undefined;
      facts.set(name, await packed);
    }
    return facts;
  }
}

/** Gives what summaries hold, and of other files what the engine's own cache has. */
class FactReader implements FileCache {
  readonly #base: FileCache | undefined;
  readonly #packed = new Map<string, Uint8Array>();
  /** Name of a file whose summary lacks a fact that was asked for. */
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
 * Acts with tools that find in the summaries of files what they would else read from the files. Throws `input/summary`
 * where one lacks something: what was done without it is not given out.
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
