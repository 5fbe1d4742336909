import { cancelledError } from "../errors/index.ts";

interface Waiter {
  readonly bytes: number;
  grant(): void;
}

/**
 * Bounds how many bytes of pixels are in flight: work waits, first come first served, until its estimate fits. Work
 * larger than the whole budget runs alone rather than never.
 */
export class MemoryBudget {
  readonly #total: number;
  readonly #waiting: Waiter[] = [];
  #used = 0;

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  /** Resolves to the function that gives the bytes back. Rejects with `cancelled` when the signal fires first. */
  async acquire(bytes: number, signal: AbortSignal): Promise<() => void> {
    const wanted = Math.min(bytes, this.#total);
    if (signal.aborted) throw cancelledError("memory");
    if (this.#waiting.length > 0 || this.#used + wanted > this.#total) await this.#wait(wanted, signal);
    else this.#used += wanted;
    let returned = false;
    return () => {
      if (returned) return;
      returned = true;
      this.#used -= wanted;
      this.#admit();
    };
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
