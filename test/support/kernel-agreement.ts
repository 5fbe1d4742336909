import { expect } from "vitest";
import type { KernelArgs, KernelName, KernelSet } from "../../src/kernels/index.ts";
import { compiled, kernelSet } from "./kernel-sets.ts";

interface Agreement<Name extends KernelName> {
  readonly name: Name;
  readonly rows: number;
  /** Returns new arguments with empty outputs and the same inputs for every call. */
  readonly makeArgs: () => KernelArgs[Name];
  readonly outputOf: (args: KernelArgs[Name]) => ArrayLike<number>;
  /** Maximum difference from the reference. */
  readonly tolerance: number;
}

/**
 * Checks that native and WebAssembly kernels equal the reference within the tolerance, and give the same result in odd
 * bands as in one. wasm.test.ts checks that they equal each other.
 */
export function expectAgreement<Name extends KernelName>(agreement: Agreement<Name>): void {
  for (const kind of compiled) expectAgreementOf(kernelSet(kind)[agreement.name], agreement);
}

function expectAgreementOf<Name extends KernelName>(
  kernel: KernelSet[Name],
  { name, rows, makeArgs, outputOf, tolerance }: Agreement<Name>,
): void {
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const whole = makeArgs();
  kernel(whole, 0, rows, cancel);
  const banded = makeArgs();
  for (let y = 0; y < rows; y += 7) kernel(banded, y, Math.min(rows, y + 7), cancel);
  const truth = makeArgs();
  kernelSet("reference")[name](truth, 0, rows, cancel);
  let worst = 0;
  const [a, b, t] = [outputOf(whole), outputOf(banded), outputOf(truth)];
  for (let i = 0; i < t.length; i++) {
    if (a[i] !== b[i]) throw new Error(`${name}: bands change sample ${i}: ${a[i]} in one band, ${b[i]} in many`);
    worst = Math.max(worst, Math.abs(a[i] - t[i]));
  }
  expect(worst).toBeLessThanOrEqual(tolerance);
}
