import { cancelledError } from "../errors/index.ts";
import { type KernelChoice, type KernelRunner, type SelectedKernels, selectKernels } from "../kernels/index.ts";
import type { Executor } from "../pipeline/executor.ts";
import { runTask } from "../pipeline/tasks.ts";
import { runBands, takeBands } from "./bands.ts";
import type { KernelMessage } from "./protocol.ts";

/** An executor on the calling thread, for tests and for environments without threads. */
export class InlineExecutor implements Executor {
  readonly concurrency = 1;
  readonly #selected: SelectedKernels;

  constructor(kernels: KernelChoice = "auto") {
    this.#selected = selectKernels(kernels);
  }

  run: Executor["run"] = (name, input, signal, onStopped) => {
    const task = signal.aborted ? Promise.reject(cancelledError(name)) : runTask(name, input, this.kernels(signal));
    return task.finally(onStopped);
  };

  kernels(signal: AbortSignal): KernelRunner {
    return inlineKernels(this.#selected, signal);
  }

  async close(): Promise<void> {}
}

/** Kernels that run immediately on the calling thread, band after band. */
export function inlineKernels(selected: SelectedKernels, signal: AbortSignal): KernelRunner {
  const send = async (message: KernelMessage) => takeBands(message, selected.kernels, Number.POSITIVE_INFINITY);
  return { ...threadKernels(selected), run: runBands(send, signal, 1, selected.wasm) };
}

/** The members of a runner besides `run`. */
export function threadKernels({ implementation, jpegDc, newPool }: SelectedKernels): Omit<KernelRunner, "run"> {
  return { implementation, ...(jpegDc ? { jpegDc } : {}), ...(newPool ? { newPool } : {}) };
}
