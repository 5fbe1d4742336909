import type { PixelPool } from "../image/index.ts";
import type { ArgsOf, Kernel } from "./declaration.ts";
import type { declarations, JpegDcArgs } from "./declarations/index.ts";

/**
 * Arguments of every kernel: plain numbers and typed arrays over SharedArrayBuffers, which cross threads without a
 * copy. A kernel writes only rows [rowBegin, rowEnd) of its output; the bytes do not depend on the bands.
 */
export type KernelArgs = { readonly [Name in KernelName]: ArgsOf<(typeof declarations)[Name]> };

/** All kernels that stages call. The decoder of small JPEGs is declared as a kernel, but no stage calls it. */
export type KernelName = Exclude<keyof typeof declarations, "jpegDc">;

export type KernelSet = { readonly [Name in KernelName]: Kernel<KernelArgs[Name]> };

export type KernelImplementation = "native" | "wasm";

/** Decodes a baseline JPEG's DC coefficients to RGB; returns whether the data was sound. */
export type JpegDc = (args: JpegDcArgs) => boolean;

/** What a thread's kernels offer besides bands of rows. */
export interface ThreadKernels {
  /** Absent if this thread does not decode. */
  readonly jpegDc?: JpegDc;
  /** Makes a pool of memory that kernels read without a copy. Absent if kernels read any memory. */
  readonly newPool?: () => PixelPool;
}

/** How stages call kernels. The runner cuts the rows into bands and spreads them over the workers. */
export interface KernelRunner extends ThreadKernels {
  readonly implementation: KernelImplementation;
  /**
   * Runs a kernel over rows [0, rows) in bands of `bandRows` (default {@link defaultBandRows}); the bands do not depend
   * on the number of workers. Rejects with `cancelled` if the caller's signal fires.
   */
  run<Name extends KernelName>(name: Name, args: KernelArgs[Name], rows: number, bandRows?: number): Promise<void>;
}

/**
 * Default height of a band, in rows. Tall enough that its overlap and message cost little, short enough that two
 * workers stay busy on 2 megapixels.
 */
export const defaultBandRows = 128;
