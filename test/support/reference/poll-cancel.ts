import { cancelledError } from "../../../src/errors/index.ts";

/** Throws `cancelled` once the flag is set; kernels call it for each row. */
export function pollCancel(cancel: Int32Array): void {
  if (Atomics.load(cancel, 0) !== 0) throw cancelledError("kernel");
}
