import { type FileHandle, lstat, open } from "node:fs/promises";
import { join, relative } from "node:path";
import { EngineError, wrapError } from "../../errors/index.ts";
import { pathKey, withSlashes } from "./path-rules.ts";
import { readText } from "./read-file.ts";

/** An entry for one picture, written just before the picture gets its name. */
export interface JournalEntry {
  /** Path of the picture relative to the journal's folder, with slashes. */
  readonly output: string;
  /** The first photograph: its path relative to the journal's folder, or its name if it was given as bytes. */
  readonly source: string;
  /** Key of the sources and options: equal keys give equal bytes. */
  readonly key: string;
  /** SHA-256 of the picture, hexadecimal. */
  readonly result: string;
  /** Account of the work, as given by the caller that adds the entry. */
  readonly account?: unknown;
}

/** Name of the file in an output folder that records what its pictures were made of. */
export const journalName = ".lightwell.jsonl";

/** Maximum size of a journal in bytes. A line has about 2 kB. */
const maxBytes = 2 ** 28;

/**
 * Record of the pictures that earlier runs made in a folder, one line each. A line is on disk before the picture gets
 * its name: a process killed between the two leaves a line without a picture, never a picture without a line.
 */
export class Journal {
  readonly #folder: string;
  readonly #byOutput = new Map<string, JournalEntry[]>();
  #file: Promise<FileHandle> | undefined;
  #tail: Promise<void> = Promise.resolve();

  private constructor(folder: string, text: string) {
    this.#folder = folder;
    for (const line of text.split("\n")) {
      const entry = parseLine(line);
      if (entry) this.#keep(entry);
    }
  }

  /**
   * Reads the journal of a folder, if it has one; truncated or foreign lines are ignored.
   */
  static async read(folder: string): Promise<Journal> {
    return new Journal(folder, await readText(join(folder, journalName), maxBytes).catch(() => ""));
  }

  /** All entries of a picture, the latest last. */
  entriesOf(output: string): readonly JournalEntry[] {
    return this.#byOutput.get(pathKey(output)) ?? [];
  }

  /** Every picture with entries, as a path, in the order of their first entries. */
  get outputs(): readonly string[] {
    return [...this.#byOutput.values()].map(([{ output }]) => join(this.#folder, output));
  }

  /** A path in the form that entries use. */
  nameOf(path: string): string {
    return withSlashes(relative(this.#folder, path));
  }

  /** Adds a line and waits until it is on disk. Throws `io/write`. */
  async add(entry: JournalEntry): Promise<void> {
    const writing = this.#tail.then(() => this.#write(entry));
    this.#tail = writing.catch(() => {});
    await writing;
    this.#keep(entry);
  }

  async close(): Promise<void> {
    await this.#tail;
    await (await this.#file)?.close();
  }

  async #write(entry: JournalEntry): Promise<void> {
    const path = join(this.#folder, journalName);
    try {
      this.#file ??= openJournal(path);
      const file = await this.#file;
      // The leading line break ends a partial line from a killed process.
      await file.appendFile(`\n${JSON.stringify(entry)}\n`);
      await file.datasync();
    } catch (thrown) {
      throw wrapError(thrown, "io/write", "output: the journal cannot be written", { file: path });
    }
  }

  #keep(entry: JournalEntry): void {
    const key = pathKey(join(this.#folder, entry.output));
    const known = this.#byOutput.get(key);
    if (known) known.push(entry);
    else this.#byOutput.set(key, [entry]);
  }
}

/** Refuses links, which could lead elsewhere, and pipes, which would block until they have a reader. */
async function openJournal(path: string): Promise<FileHandle> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile())
    throw new EngineError("io/write", `output: ${path} must be a journal of lightwell, but is not a file`, {
      file: path,
    });
  return open(path, "a");
}

function parseLine(line: string): JournalEntry | undefined {
  try {
    const { output, source, key, result, account } = JSON.parse(line) as Partial<JournalEntry>;
    const isWhole = [output, source, key, result].every((part) => typeof part === "string");
    const optional = account === undefined ? {} : { account };
    return isWhole ? ({ output, source, key, result, ...optional } as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}
