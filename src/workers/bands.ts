import { cancelledError, wrapError } from "../errors/index.ts";
import { defaultBandRows, type KernelRunner } from "../kernels/index.ts";
import type { Message } from "./protocol.ts";

/**
 * Cuts a kernel's rows into bands and sends each. Settles only when every band has stopped, also on an error or abort, because
 * until then threads may still write into the caller's memory.
 */
export function runBands(send: (message: Message) => Promise<unknown>, signal: AbortSignal): KernelRunner["run"] {
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const raise = () => Atomics.store(cancel, 0, 1);
  if (signal.aborted) raise();
  signal.addEventListener("abort", raise, { once: true });
  return async (name, args, rows, bandRows = defaultBandRows) => {
    if (signal.aborted) throw cancelledError(name);
    const bands: Promise<unknown>[] = [];
    for (let rowBegin = 0; rowBegin < rows; rowBegin += bandRows) {
      bands.push(send({ kind: "kernel", name, args, rowBegin, rowEnd: Math.min(rows, rowBegin + bandRows), cancel }));
    }
    const settled = await Promise.allSettled(bands);
    if (signal.aborted) throw cancelledError(name);
    const failed = settled.find((result) => result.status === "rejected");
    if (failed) throw wrapError(failed.reason, "internal", name);
  };
}
