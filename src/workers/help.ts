import { MessageChannel, type MessagePort } from "node:worker_threads";
import { cancelledError, EngineError } from "../errors/index.ts";
import {
  defaultBandRows,
  type KernelChoice,
  type KernelRunner,
  type SelectedKernels,
  selectKernels,
} from "../kernels/index.ts";
import { runTask } from "../pipeline/tasks.ts";
import type { Executor } from "../pipeline/tools.ts";
import { runBands, sendUntilDone, stageFor, takeBands } from "./bands.ts";
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
function threadKernels({ implementation, jpegDc, newPool }: SelectedKernels): Omit<KernelRunner, "run"> {
  return { implementation, ...(jpegDc ? { jpegDc } : {}), ...(newPool ? { newPool } : {}) };
}

/**
 * Runs the kernels of a task on a worker thread. The thread processes the bands itself, and other threads of the pool
 * help if they are free. Bands do not depend on the threads that run them, so neither do the bytes. Blocks the thread
 * until all bands are done.
 */
export function helpedKernels(selected: SelectedKernels, help: MessagePort): KernelRunner {
  const { kernels, wasm } = selected;
  return {
    ...threadKernels(selected),
    async run(name, given, rows, bandRows = defaultBandRows) {
      const { args, end } = stageFor(wasm, name, given);
      const [next, cancel, finished] = [sharedCounter(), sharedCounter(), sharedCounter()];
      const message: KernelMessage = { kind: "kernel", name, args, rows, bandRows, next, cancel, finished };
      const bands = Math.ceil(rows / bandRows);
      if (bands > 1) help.postMessage(message);
      let failure: unknown;
      try {
        takeBands(message, kernels, Number.POSITIVE_INFINITY);
      } catch (thrown) {
        failure = thrown;
      }
      // No thread takes a band after this point, but a thread that has taken one may still write into our memory.
      awaitCount(finished, Math.min(bands, Atomics.exchange(next, 0, bands)));
      end(failure === undefined);
      if (failure !== undefined) throw failure;
      if (Atomics.load(cancel, 0) !== 0) throw new EngineError("internal", `${name}: failed on a thread that helped`);
    },
  };
}

function sharedCounter(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4));
}

function awaitCount(counter: Int32Array<SharedArrayBuffer>, count: number): void {
  for (let at = Atomics.load(counter, 0); at < count; at = Atomics.load(counter, 0)) Atomics.wait(counter, 0, at);
}

/** The pool's side of one task that may be helped. */
export interface Help {
  /** The end that the task's thread uses. */
  readonly port: MessagePort;
  /** Stops all helpers; resolves when only the task's own thread still accesses its memory. */
  end(): Promise<void>;
}

/**
 * Offers every kernel of the task to `helpers` threads. The promise that `send` returns must settle when the thread has
 * stopped.
 */
export function offerHelp(
  send: (message: KernelMessage, signal: AbortSignal) => Promise<unknown>,
  helpers: number,
): Help {
  const { port1, port2 } = new MessageChannel();
  const over = new AbortController();
  const helping = new Set<Promise<unknown>>();
  let latest: KernelMessage | undefined;
  port1.on("message", (message: KernelMessage) => {
    latest = message;
    const ask = () => sendUntilDone(message, (each) => send(each, over.signal)).catch(() => {}); // the task's thread checks the flag
    for (let i = 0; i < Math.min(helpers, Math.ceil(message.rows / message.bandRows) - 1); i++) {
      const asked: Promise<unknown> = ask().finally(() => helping.delete(asked));
      helping.add(asked);
    }
  });
  return {
    port: port2,
    async end() {
      port1.close();
      if (latest) Atomics.store(latest.cancel, 0, 1);
      over.abort();
      await Promise.all(helping);
    },
  };
}
