import type { PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";

/** The tools of an operation on a picture; a stage's context has both. */
export interface Tools {
  readonly kernels: KernelRunner;
  readonly memory: PixelMemory;
}
