import type { Kernel } from "./declaration.ts";
import type { referenceKernels } from "./reference/index.ts";

/**
 * Every kernel's arguments: plain numbers and typed arrays over SharedArrayBuffers, so that a call crosses threads as
 * it is. A kernel writes rows [rowBegin, rowEnd) of its output and nothing else; the same bytes come out whatever the
 * bands.
 */
export type KernelArgs = { readonly [Name in KernelName]: Parameters<(typeof referenceKernels)[Name]>[0] };

export type KernelName = keyof typeof referenceKernels;

export type KernelSet = { readonly [Name in KernelName]: Kernel<KernelArgs[Name]> };

export type KernelImplementation = "native" | "reference";

/** How stages call kernels: the runner cuts the rows into bands and spreads them over the workers. */
export interface KernelRunner {
  readonly implementation: KernelImplementation;
  /**
   * Runs a kernel over rows [0, rows) in bands of `bandRows` (default {@link defaultBandRows}); the bands do not depend
   * on the number of workers. Rejects with `cancelled` once the caller's signal has fired.
   */
  run<Name extends KernelName>(name: Name, args: KernelArgs[Name], rows: number, bandRows?: number): Promise<void>;
}

/**
 * Tall enough that a band's overlap and message cost little, short enough that two workers stay busy on 2 megapixels.
 */
export const defaultBandRows = 128;
