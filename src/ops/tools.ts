import type { F32, PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";

/** What an operation on a picture works with: a stage's context has both. */
export interface Tools {
  readonly kernels: KernelRunner;
  readonly memory: PixelMemory;
}

/** Numbers where kernels can read them; the caller releases them. */
export function numbersIn(memory: PixelMemory, values: ArrayLike<number>): F32 {
  const view = memory.f32(values.length);
  view.set(values);
  return view;
}
