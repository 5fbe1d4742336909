import { cancelledError, wrapError } from "../errors/index.ts";
import {
  defaultBandRows,
  type KernelArgs,
  type KernelName,
  type KernelRunner,
  type KernelSet,
  type SelectedKernels,
} from "../kernels/index.ts";
import type { KernelMessage } from "./protocol.ts";

/**
 * Maximum bytes of a call's views for running it on this thread. Such a call takes less time than a message to another
 * thread and back.
 */
const smallCallBytes = 2 ** 20;

/**
 * Cuts a kernel's rows into bands, which `helpers` threads take one after the other from a shared counter: one message
 * for each thread, not for each band. Settles only when every thread has stopped, even after an error or abort, because
 * until then it can still write into the caller's memory. The first failure stops the others. Small calls run
 * immediately on this thread, if it has its `own` kernels.
 */
export function runBands(
  send: (message: KernelMessage) => Promise<unknown>,
  signal: AbortSignal,
  helpers: number,
  wasm?: SelectedKernels["wasm"],
  own?: KernelSet,
): KernelRunner["run"] {
  return async (name, given, rows, bandRows = defaultBandRows) => {
    if (signal.aborted) throw cancelledError(name);
    const { args, end } = stageFor(wasm, name, given);
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    const next = new Int32Array(new SharedArrayBuffer(4));
    const message: KernelMessage = { kind: "kernel", name, args, rows, bandRows, next, cancel };
    const raise = () => Atomics.store(cancel, 0, 1);
    const failures: unknown[] = [];
    const isSmall = own !== undefined && bytesIn(given) <= smallCallBytes;
    const help = async () => {
      try {
        if (isSmall) takeBands(message, own, Number.POSITIVE_INFINITY);
        else await sendUntilDone(message, send);
      } catch (thrown) {
        failures.push(thrown);
        raise();
      }
    };
    signal.addEventListener("abort", raise, { once: true });
    await Promise.all(Array.from({ length: isSmall ? 1 : Math.min(helpers, Math.ceil(rows / bandRows)) }, help));
    signal.removeEventListener("abort", raise);
    end(failures.length === 0);
    if (signal.aborted) throw cancelledError(name);
    if (failures.length > 0) throw wrapError(failures[0], "internal", name);
  };
}

/** Bytes of all views of a call. */
function bytesIn(args: object): number {
  return Object.values(args)
    .flat()
    .reduce((sum: number, value: unknown) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0), 0);
}

/** Makes arguments that all threads can access without a copy. */
export function stageFor<Name extends KernelName>(
  wasm: SelectedKernels["wasm"],
  name: Name,
  args: KernelArgs[Name],
): { readonly args: KernelArgs[Name]; end(isDone: boolean): void } {
  const staged = wasm?.stage(name, args);
  return staged
    ? { args: staged.args as unknown as KernelArgs[Name], end: staged.end }
    : { args, end: () => undefined };
}

/** Sends a message until all bands are taken. A thread returns regularly so that other work gets its turn. */
export async function sendUntilDone(
  message: KernelMessage,
  send: (message: KernelMessage) => Promise<unknown>,
): Promise<void> {
  const { next, cancel, bandRows, rows } = message;
  while (Atomics.load(next, 0) * bandRows < rows && Atomics.load(cancel, 0) === 0) await send(message);
}

/** Runs bands that no thread has taken, until there are none left or `forMs` have passed. */
export function takeBands(message: KernelMessage, kernels: KernelSet, forMs: number): void {
  const { name, args, rows, bandRows, next, cancel, finished } = message;
  const end = performance.now() + forMs;
  do {
    const rowBegin = Atomics.add(next, 0, 1) * bandRows;
    if (rowBegin >= rows) return;
    try {
      kernels[name](args as never, rowBegin, Math.min(rows, rowBegin + bandRows), cancel);
    } catch (thrown) {
      Atomics.store(cancel, 0, 1);
      throw thrown;
    } finally {
      if (finished) {
        Atomics.add(finished, 0, 1);
        Atomics.notify(finished, 0);
      }
    }
  } while (performance.now() < end);
}
