import type { PixelPool } from "../image/index.ts";
import type { ArgsOf, Kernel } from "./declaration.ts";
import type { declarations, JpegDcArgs } from "./declarations/index.ts";

/**
 * Every kernel's arguments: plain numbers and typed arrays over SharedArrayBuffers, so that a call crosses threads as
 * it is. A kernel writes rows [rowBegin, rowEnd) of its output and nothing else; the bytes do not depend on the bands.
 */
export type KernelArgs = { readonly [Name in KernelName]: ArgsOf<(typeof declarations)[Name]> };

/** The decoder of small JPEGs is declared as a kernel, and no stage's. */
export type KernelName = Exclude<keyof typeof declarations, "jpegDc">;

export type KernelSet = { readonly [Name in KernelName]: Kernel<KernelArgs[Name]> };

export type KernelImplementation = "native" | "wasm";

/** Decodes a baseline JPEG's DC coefficients to RGB; says whether the data were sound. */
export type JpegDc = (args: JpegDcArgs) => boolean;

/** What kernels offer on one thread besides bands of rows. */
export interface ThreadKernels {
  /** Absent if this thread does not decode. */
  readonly jpegDc?: JpegDc;
  /** A pool of memory that kernels see without a copy; absent where they see any. */
  readonly newPool?: () => PixelPool;
}

/** How stages call kernels: the runner cuts the rows into bands and spreads them over the workers. */
export interface KernelRunner extends ThreadKernels {
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
