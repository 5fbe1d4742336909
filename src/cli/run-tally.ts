import type { Warning } from "../errors/index.ts";
import type { BatchEvent, SetSummary } from "../pipeline/calls/index.ts";
import type { FailedFile, UnusedFile } from "../pipeline/finding/index.ts";

export type FinishedSet = Extract<BatchEvent, { type: "finished" }>;
type FailedSet = Extract<BatchEvent, { type: "failed" }>;

/** Sets, or parts of one, that must be done before the time left is estimated. */
const minDone = 0.5;

/** The events of a run of `enhance` so far. */
export class Tally {
  sets: readonly SetSummary[] = [];
  /** Warnings about the call, not about a set. */
  warnings: readonly Warning[];
  failedFiles: readonly FailedFile[] = [];
  /** Sound files that are not used for a picture. */
  readonly unused: UnusedFile[] = [];
  readonly finished: FinishedSet[] = [];
  readonly failedSets: FailedSet[] = [];
  readonly #steps = new Map<number, number>();
  readonly #clock: () => number;
  readonly #start: number;
  #firstSetAt: number | undefined;

  /** `clock` gives milliseconds. */
  constructor(warnings: readonly Warning[], clock = () => performance.now()) {
    this.warnings = warnings;
    this.#clock = clock;
    this.#start = clock();
  }

  /** Number of items that can fail: sets, and files that are in no set. */
  get total(): number {
    return this.sets.length + this.failedFiles.length;
  }

  get skipped(): number {
    return this.finished.filter(({ skipped }) => skipped).length;
  }

  /** Sets whose picture exists and must not be replaced. */
  get refused(): readonly FailedSet[] {
    return this.failedSets.filter(isRefused);
  }

  /** Sets done, with the running ones counted by their steps. */
  get progress(): number {
    let partial = 0;
    for (const share of this.#steps.values()) partial += share;
    return this.finished.length + this.failedSets.length + partial;
  }

  /** Seconds since the run began. */
  get seconds(): number {
    return (this.#clock() - this.#start) / 1000;
  }

  /** Estimated seconds left, by the pace of the sets so far without skipped ones; absent while too little is done. */
  get secondsLeft(): number | undefined {
    const done = this.progress - this.skipped;
    if (this.#firstSetAt === undefined || done < minDone) return undefined;
    const seconds = (this.#clock() - this.#firstSetAt) / 1000;
    return (seconds / done) * (this.sets.length - this.progress);
  }

  count(event: BatchEvent): void {
    if (event.type === "grouped") {
      this.sets = event.sets;
      this.failedFiles = event.failed;
      this.unused.push(...event.unused);
      this.warnings = [...this.warnings, ...event.warnings];
    } else if (event.type === "started") {
      this.#firstSetAt ??= this.#clock();
    } else if (event.type === "progress") {
      this.#steps.set(event.set.index, event.done / event.total);
    } else {
      this.#steps.delete(event.set.index);
      if (event.type === "finished") {
        this.finished.push(event);
        this.unused.push(...(event.report?.unused ?? event.earlier?.unused ?? []));
      } else this.failedSets.push(event);
    }
  }
}

export function isRefused({ set, error }: FailedSet): boolean {
  return set.existing === "refuse" && error.code === "io/exists";
}
