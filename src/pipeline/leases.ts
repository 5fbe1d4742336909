import type { PixelMemory, Samples } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";
import type { Executor, Tools } from "./tools.ts";

/**
 * The tools of one piece of work (a call, a set) and its leases of pixel memory, which all end with it, also if it
 * fails or is cancelled. Threads that received memory may continue for a while; the leases end when they have stopped.
 * Memory that was leased elsewhere is only borrowed.
 */
export class Leases {
  readonly tools: Tools;
  /** Number of leases of each view. */
  readonly #held = new Map<Samples, number>();
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(base: Tools) {
    this.tools = { ...base, memory: this.#memory(base.memory), executor: this.#executor(base.executor) };
  }

  /** Number of leased views. */
  get size(): number {
    return this.#held.size;
  }

  /**
   * Resolves when all threads of the work have stopped and its memory is released; the caller of the work need not wait
   * for this.
   */
  async end(): Promise<void> {
    do {
      if (this.#running > 0) {
        await new Promise<void>((resolve) => {
          this.#onIdle = resolve;
        });
      }
      // Lets code that waited for the last thread continue first, since it may start another.
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#running > 0);
    for (const view of [...this.#held.keys()]) while (this.#held.has(view)) this.tools.memory.release(view);
  }

  #memory(memory: PixelMemory): PixelMemory {
    const held = this.#held;
    const note = <View extends Samples>(view: View): View => {
      held.set(view, (held.get(view) ?? 0) + 1);
      return view;
    };
    return {
      u8: (length) => note(memory.u8(length)),
      u16: (length) => note(memory.u16(length)),
      f32: (length) => note(memory.f32(length)),
      share: (view) => (held.has(view) ? note(memory.share(view)) : view),
      release: (view) => {
        const leases = held.get(view) ?? 0;
        if (leases === 0) return;
        if (leases > 1) held.set(view, leases - 1);
        else held.delete(view);
        memory.release(view);
      },
      mayOverwrite: (view) => held.has(view) && memory.mayOverwrite(view),
      ...(memory.rest && { rest: (view) => this.#during(held.has(view) ? memory.rest?.(view) : undefined) }),
    };
  }

  #executor(executor: Executor): Executor {
    return {
      concurrency: executor.concurrency,
      run: (name, input, signal, onStopped) => {
        const end = this.#begin();
        return executor.run(name, input, signal, () => {
          end();
          onStopped?.();
        });
      },
      kernels: (signal) => this.#kernels(executor.kernels(signal)),
      close: () => executor.close(),
    };
  }

  #kernels({ run, ...own }: KernelRunner): KernelRunner {
    return {
      ...own,
      run: (name, args, rows, bandRows) => run(name, args, rows, bandRows).finally(this.#begin()),
    };
  }

  /** Memory that is being written to a file must not be released before. */
  async #during(work: Promise<void> | undefined): Promise<void> {
    const end = this.#begin();
    try {
      await work;
    } finally {
      end();
    }
  }

  #begin(): () => void {
    this.#running++;
    return () => {
      this.#running--;
      if (this.#running === 0) this.#onIdle?.();
    };
  }
}
