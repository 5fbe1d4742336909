import { lightOf } from "../../../kernels/index.ts";
import type { TonePlan } from "../layer.ts";
import { clearBrightness } from "./clear-veils.ts";

/**
 * Brightness of the small copy (`data`) without veils and after the change of light, computed as in the kernel
 * `toneMap`.
 */
export function liftedBrightness(
  data: Float32Array,
  { bright, veils, lifts }: Pick<TonePlan, "bright" | "veils" | "lifts">,
): Float32Array {
  return clearBrightness(data, bright, veils).map((value, i) => value * lightOf(value, lifts[i]));
}
