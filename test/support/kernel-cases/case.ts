import type { KernelArgs, KernelName } from "../../../src/kernels/index.ts";

/** A valid call of a kernel: its arguments, created for each call, and its rows. */
export interface KernelCase<Name extends KernelName> {
  readonly rows: number;
  readonly makeArgs: () => KernelArgs[Name];
}

/** Valid calls of some kernels, one for every type of samples with a separate code path. */
export type KernelCases<Names extends KernelName> = { readonly [Name in Names]: readonly KernelCase<Name>[] };
