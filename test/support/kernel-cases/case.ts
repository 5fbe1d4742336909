import type { KernelArgs, KernelName } from "../../../src/kernels/index.ts";

/** One right call of a kernel: its arguments, made for each call, and its rows. */
export interface KernelCase<Name extends KernelName> {
  readonly rows: number;
  readonly makeArgs: () => KernelArgs[Name];
}

/** Right calls of some kernels, one for every type of samples that has a path of its own. */
export type KernelCases<Names extends KernelName> = { readonly [Name in Names]: readonly KernelCase<Name>[] };
