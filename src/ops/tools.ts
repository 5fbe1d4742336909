import type { PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";

/** What an operation on a picture works with: a stage's context has both. */
export interface Tools {
  readonly kernels: KernelRunner;
  readonly memory: PixelMemory;
}
