import type { EnhanceOptions, HouseReading, OpenTrial, TrialEngine } from "lightwell";

/** Most sets that are open at once: the users of one process who look at a picture at the same time. Set by hand. */
const maxSets = 16;
/** Memory for open sets, in bytes; five frames take 30 MB, one takes 13 MB. */
const maxBytes = 256 * 2 ** 20;
/** How long a set stays open after its last use, in ms: as long as the small copies of its frames are kept. */
const idleMs = 10 * 60_000;

/** The set of a picture, and the options that no preview changes. */
export interface TrialSet {
  readonly files: readonly string[];
  readonly options: EnhanceOptions;
  readonly house?: HouseReading;
  /** One of `files`, if it was chosen as the reference. */
  readonly reference?: string;
}

interface Entry {
  readonly trial: Promise<OpenTrial>;
  bytes: number;
  timer: NodeJS.Timeout;
}

/** Small sets that are kept open, so that a preview with other options takes a fraction of a second. */
export class OpenTrials {
  readonly #engine: TrialEngine;
  readonly #idleMs: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(engine: TrialEngine, limits: { readonly idleMs: number } = { idleMs }) {
    this.#engine = engine;
    this.#idleMs = limits.idleMs;
  }

  /** Number of open sets. */
  get size(): number {
    return this.#entries.size;
  }

  has(set: TrialSet): boolean {
    return this.#entries.has(JSON.stringify(set));
  }

  /** The open set, opened first if necessary. Throws what `openTrial` throws; then the next call tries again. */
  async take(set: TrialSet): Promise<OpenTrial> {
    const key = JSON.stringify(set);
    const known = this.#entries.get(key);
    if (known) clearTimeout(known.timer);
    const trial = known?.trial ?? this.#open(set);
    const entry = { trial, bytes: known?.bytes ?? 0, timer: this.#closeLater(key) };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      const opened = await trial;
      entry.bytes = opened.bytes;
      this.#closeOldest();
      return opened;
    } catch (error) {
      this.#close(key);
      throw error;
    }
  }

  /** A preview is not checked, which takes a quarter of the time. */
  #open({ files, options, ...known }: TrialSet): Promise<OpenTrial> {
    return this.#engine.openTrial(files, { ...options, ...known, check: "off", strict: false });
  }

  /** The set that is used now stays open, whatever its size. */
  #closeOldest(): void {
    let bytes = [...this.#entries.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [key, entry] of this.#entries) {
      const isWithin = bytes <= maxBytes && this.#entries.size <= maxSets;
      if (isWithin || this.#entries.size === 1) break;
      bytes -= entry.bytes;
      this.#close(key);
    }
  }

  #closeLater(key: string): NodeJS.Timeout {
    return setTimeout(() => this.#close(key), this.#idleMs).unref();
  }

  #close(key: string): void {
    clearTimeout(this.#entries.get(key)?.timer);
    this.#entries.delete(key);
  }
}
