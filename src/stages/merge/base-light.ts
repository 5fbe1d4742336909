import type { F32 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";

/** A plane of width × height in the kernels' memory. */
export interface Plane {
  readonly data: F32;
  readonly width: number;
  readonly height: number;
}

/**
 * Light without the small things in it, as a function of the light itself: slope and offset for every cell, one plane
 * behind the other (guided filter with the light as its own guide; He, Sun, Tang 2013, section 3.4). Steps larger than
 * about √epsilon are preserved. The coefficients may be read with a finer guide (He, Sun 2015). The caller
 * releases the result.
 */
export async function findBaseLight(
  light: Plane,
  radius: number,
  epsilon: number,
  { kernels, memory }: StageContext,
): Promise<F32> {
  const { data, width, height } = light;
  const coefficients = memory.f32(2 * data.length);
  const args = { guide: data, planes: data, coefficients, width, height, radius, epsilon };
  await kernels.run("guidedFilter", args, 1, 1);
  return coefficients;
}
