import { lightOf } from "../../../kernels/index.ts";
import type { TonePlan } from "../layer.ts";
import { clearLuma } from "./clear-veils.ts";

/** Luma of the small copy (`data`) without veils and after the change of light, as the kernel `toneMap` makes it. */
export function liftedLuma(
  data: Float32Array,
  luma: Float32Array,
  { veils, lifts }: Pick<TonePlan, "veils" | "lifts">,
): Float32Array {
  return clearLuma(data, luma, veils).map((value, i) => value * lightOf(value, lifts[i]));
}
