import type { F32, PixelMemory } from "../../image/index.ts";

/** Numbers where kernels can read them; the caller releases them. */
export function numbersIn(memory: PixelMemory, values: ArrayLike<number>): F32 {
  const view = memory.f32(values.length);
  view.set(values);
  return view;
}
