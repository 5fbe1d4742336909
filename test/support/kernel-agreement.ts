import { expect } from "vitest";
import { type KernelArgs, type KernelName, selectKernels } from "../../src/kernels/index.ts";

/** Whether the native addon is built here; agreement tests skip without it. */
export const hasNative = selectKernels().implementation === "native";

interface Agreement<Name extends KernelName> {
  readonly name: Name;
  readonly rows: number;
  /** Fresh arguments with fresh outputs, the same inputs at every call. */
  readonly makeArgs: () => KernelArgs[Name];
  readonly outputOf: (args: KernelArgs[Name]) => ArrayLike<number>;
  /** Largest allowed difference between native and reference samples. */
  readonly tolerance: number;
}

/** Native equals reference within the tolerance, and native in odd bands equals native in one. */
export function expectAgreement<Name extends KernelName>({
  name,
  rows,
  makeArgs,
  outputOf,
  tolerance,
}: Agreement<Name>): void {
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const native = selectKernels().kernels[name];
  const reference = selectKernels("reference").kernels[name];
  const whole = makeArgs();
  native(whole, 0, rows, cancel);
  const banded = makeArgs();
  for (let y = 0; y < rows; y += 7) native(banded, y, Math.min(rows, y + 7), cancel);
  const truth = makeArgs();
  reference(truth, 0, rows, cancel);
  let worst = 0;
  const [a, b, t] = [outputOf(whole), outputOf(banded), outputOf(truth)];
  for (let i = 0; i < t.length; i++) {
    if (a[i] !== b[i]) throw new Error(`${name}: bands change sample ${i}: ${a[i]} in one band, ${b[i]} in many`);
    worst = Math.max(worst, Math.abs(a[i] - t[i]));
  }
  expect(worst).toBeLessThanOrEqual(tolerance);
}
