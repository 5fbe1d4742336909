import { cancelledError, wrapError } from "../errors/index.ts";
import { defaultBandRows, type KernelRunner } from "../kernels/index.ts";
import type { Message } from "./protocol.ts";

/**
 * Cuts a kernel's rows into bands and sends each. Settles only when every band has stopped, also on an error or abort, because
 * until then threads may still write into the caller's memory. The first failure stops the other bands.
 */
export function runBands(send: (message: Message) => Promise<unknown>, signal: AbortSignal): KernelRunner["run"] {
  return async (name, args, rows, bandRows = defaultBandRows) => {
    if (signal.aborted) throw cancelledError(name);
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    const raise = () => Atomics.store(cancel, 0, 1);
    const failures: unknown[] = [];
    const bands: Promise<unknown>[] = [];
    signal.addEventListener("abort", raise, { once: true });
    for (let rowBegin = 0; rowBegin < rows; rowBegin += bandRows) {
      const rowEnd = Math.min(rows, rowBegin + bandRows);
      const onFailure = (thrown: unknown) => {
        failures.push(thrown);
        raise();
      };
      bands.push(send({ kind: "kernel", name, args, rowBegin, rowEnd, cancel }).catch(onFailure));
    }
    await Promise.all(bands);
    signal.removeEventListener("abort", raise);
    if (signal.aborted) throw cancelledError(name);
    if (failures.length > 0) throw wrapError(failures[0], "internal", name);
  };
}
