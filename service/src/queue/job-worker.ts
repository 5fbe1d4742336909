import { currentTrace, inSpan, recordSpan } from "../tracing/tracing.ts";

interface WorkerOptions<Job> {
  /** Jobs that run at the same time, at most. */
  readonly atOnce: number;
  readonly pollMs: number;
  /** Whether `fetch` may return fewer jobs than could run. Default false. */
  readonly mayHoldBack?: boolean;
  /** How many of `wanted` further jobs may begin while `running` jobs run; by default all. Never throws. */
  readonly admit?: (wanted: number, running: number) => Promise<number>;
  /** Up to `most` waiting jobs; never throws. */
  readonly fetch: (most: number) => Promise<readonly Job[]>;
  /** Never throws. */
  readonly perform: (job: Job) => Promise<void>;
}

/** Runs the jobs of one queue: polls when it is woken, when a job has ended, and at intervals. */
export class JobWorker<Job> {
  readonly #options: WorkerOptions<Job>;
  readonly #running = new Set<Promise<void>>();
  readonly #ended: Promise<void>;
  #isWoken = false;
  #isStopping = false;
  #endPause = () => {};

  constructor(options: WorkerOptions<Job>) {
    this.#options = options;
    this.#ended = this.#run();
  }

  wake(): void {
    this.#isWoken = true;
    this.#endPause();
  }

  /** Takes no more jobs; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    await this.#ended;
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    const { atOnce, fetch, mayHoldBack = false, admit = async (wanted) => wanted } = this.#options;
    while (!this.#isStopping) {
      this.#isWoken = false;
      const free = atOnce - this.#running.size;
      const most = free > 0 ? await admit(free, this.#running.size) : 0;
      const jobs = most > 0 && !this.#isStopping ? await fetch(most) : [];
      for (const job of jobs) this.#begin(job);
      const isDone = jobs.length === 0 || (jobs.length < most && !mayHoldBack);
      if (isDone || this.#running.size >= atOnce) await this.#pause();
    }
  }

  #begin(job: Job): void {
    const running = this.#options.perform(job).finally(() => {
      this.#running.delete(running);
      this.wake();
    });
    this.#running.add(running);
  }

  async #pause(): Promise<void> {
    if (this.#isWoken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Stored with a job's data, so that the job joins the trace of its cause. */
interface TracedData {
  readonly trace?: {
    /** W3C `traceparent`. */
    readonly parent: string;
    /** When the job may begin, in ms since 1970, by the sender's clock. */
    readonly dueAt: number;
  };
}

/** `data` with the current trace; unchanged if there is none. */
export function withTrace<Data extends object>(data: Data, delayMs = 0): Data & TracedData {
  const parent = currentTrace();
  return parent === undefined ? data : { ...data, trace: { parent, dueAt: Date.now() + delayMs } };
}

/** Runs `act`, a run of the job, as a span of the job's trace; the wait before its first run is a separate span. */
export function traceJob(
  name: string,
  { id, data, retryCount }: { readonly id: string; readonly data: unknown; readonly retryCount: number },
  act: () => Promise<void>,
): Promise<void> {
  const { trace } = data as TracedData;
  if (trace && retryCount === 0) recordSpan(`wait ${name}`, { from: trace.dueAt, to: Date.now() }, trace.parent);
  return inSpan(`job ${name}`, { "job.id": id, "job.attempt": retryCount + 1 }, act, trace?.parent);
}
