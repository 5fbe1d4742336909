import type { PixelMemory, Samples } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";
import type { Executor } from "./executor.ts";
import type { Tools } from "./tools.ts";

type View = Samples | Parameters<PixelMemory["release"]>[0];

/**
 * The tools of one piece of work (a call, a set), all of whose pixel memory goes back at its end, also when it fails or
 * is cancelled half-way. Memory is handed to threads that may go on for a while after that: it goes back when they have
 * stopped.
 */
export class Scope {
  readonly tools: Tools;
  readonly #base: Tools;
  readonly #taken = new Map<SharedArrayBuffer, Map<number, View>>();
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(base: Tools) {
    this.#base = base;
    this.tools = { ...base, memory: this.#memory(base.memory), executor: this.#executor(base.executor) };
  }

  /**
   * Resolves when nothing of the work runs any more and its memory is back; the caller of the work need not wait for
   * that.
   */
  async end(): Promise<void> {
    do {
      if (this.#running > 0) {
        await new Promise<void>((resolve) => {
          this.#onIdle = resolve;
        });
      }
      // What waited for the last thread goes on first, and may start another.
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#running > 0);
    for (const views of this.#taken.values()) for (const view of views.values()) this.#base.memory.release(view);
    this.#taken.clear();
  }

  #memory(memory: PixelMemory): PixelMemory {
    const keep = <T extends View>(view: T): T => {
      const views = this.#taken.get(view.buffer) ?? new Map<number, View>();
      this.#taken.set(view.buffer, views.set(view.byteOffset, view));
      return view;
    };
    return {
      u8: (length) => keep(memory.u8(length)),
      u16: (length) => keep(memory.u16(length)),
      f32: (length) => keep(memory.f32(length)),
      // Only what this scope holds: a view given back before may be another's by now.
      release: (view) => {
        if (this.#taken.get(view.buffer)?.delete(view.byteOffset)) memory.release(view);
      },
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

  #kernels({ implementation, run }: KernelRunner): KernelRunner {
    return {
      implementation,
      run: (name, args, rows, bandRows) => run(name, args, rows, bandRows).finally(this.#begin()),
    };
  }

  #begin(): () => void {
    this.#running++;
    return () => {
      this.#running--;
      if (this.#running === 0) this.#onIdle?.();
    };
  }
}
