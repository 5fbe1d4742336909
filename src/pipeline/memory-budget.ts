import { cancelledError, EngineError } from "../errors/index.ts";

const MB = 2 ** 20;
/** Share of the machine's memory to use, 0 to 1. The rest is for the system, its file cache and other programs. */
const shareOfMachine = 0.6;

/**
 * The default memory budget: a share of the machine's memory, or of the limit of the process's container
 * (`process.constrainedMemory`, cgroups versions 1 and 2; without a limit it is 0, or more than the whole memory).
 */
export function defaultBudgetMb(machineBytes: number, containerBytes = 0): number {
  const bytes = containerBytes > 0 ? Math.min(machineBytes, containerBytes) : machineBytes;
  return Math.floor((shareOfMachine * bytes) / MB);
}

/** Memory used before any picture is loaded, in MB: Node.js, the libraries, two processes of ExifTool; measured. */
const idleMb = 200;
const threadMb = 14;

/** Memory in bytes that an engine with this number of threads uses without pictures. */
export function idleBytesOf(threads: number): number {
  return (idleMb + threads * threadMb) * MB;
}

/**
 * Delay in ms before the engine counts as idle. The next set usually arrives sooner and reuses memory that is already
 * mapped.
 */
const idleMs = 2000;

interface Waiter {
  readonly bytes: number;
  grant(): void;
}

/**
 * Limits the bytes in use: work waits in a first-come queue until its estimate fits. Work larger than the whole budget
 * is refused.
 */
export class MemoryBudget {
  readonly #reserved: number;
  readonly #total: number;
  readonly #waiting: Waiter[] = [];
  readonly #onIdle: (() => void) | undefined;
  #used = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * `reservedBytes` of the budget are always in use. `onIdle` is called after a period without work.
   */
  constructor(totalBytes: number, reservedBytes = 0, onIdle?: () => void) {
    this.#onIdle = onIdle;
    this.#reserved = reservedBytes;
    this.#total = Math.max(0, totalBytes - reservedBytes);
  }

  /** Maximum bytes for a piece of work. */
  get maxBytes(): number {
    return this.#total;
  }

  /**
   * Resolves to the function that releases the bytes. Rejects at once with `limits/memory` if `what` can never fit, and
   * with `cancelled` if the signal fires first.
   */
  async acquire(wanted: number, signal: AbortSignal, what = "the work"): Promise<() => void> {
    if (signal.aborted) throw cancelledError("memory");
    if (wanted > this.#total) throw this.#tooLarge(wanted, what);
    if (this.#waiting.length > 0 || this.#used + wanted > this.#total) await this.#wait(wanted, signal);
    else this.#used += wanted;
    clearTimeout(this.#idleTimer);
    let returned = false;
    return () => {
      if (returned) return;
      returned = true;
      this.#used -= wanted;
      this.#admit();
      if (this.#used === 0 && this.#onIdle) this.#idleTimer = setTimeout(this.#onIdle, idleMs).unref();
    };
  }

  #tooLarge(wanted: number, what: string): EngineError {
    const [neededMb, memoryBudgetMb] = [wanted, this.#total].map((bytes) => Math.ceil((bytes + this.#reserved) / MB));
    const message = `memory: ${what} needs about ${neededMb} MB, memoryBudgetMb allows ${memoryBudgetMb}`;
    return new EngineError("limits/memory", message, { neededMb, memoryBudgetMb });
  }

  #wait(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(cancelledError("memory"));
        this.#admit();
      };
      const waiter: Waiter = {
        bytes,
        grant: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      this.#waiting.push(waiter);
      signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  #admit(): void {
    for (let first = this.#waiting[0]; first && this.#used + first.bytes <= this.#total; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += first.bytes;
      first.grant();
    }
  }
}
