import type { F32 } from "../../image/index.ts";
import type { StageContext } from "../context.ts";

/** slope · guide + offset: what the filter makes of a plane, before it is read at any guide of the same scene. */
export interface GuidedPlane {
  readonly slope: Float32Array;
  readonly offset: Float32Array;
}

/** A scene's guide, in the kernels' memory, and over what windows planes are averaged along it. */
export interface Guide {
  readonly guide: F32;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly epsilon: number;
}

/**
 * Guided filter (He, Sun, Tang 2013): means over areas that end where the guide jumps by more than √epsilon. `planes`
 * lie one behind the other, in the kernels' memory. The coefficients may be found on a coarse grid and read with a
 * finer guide (He, Sun 2015).
 */
export async function filterGuided(
  guide: Guide,
  planes: F32,
  { kernels, memory }: StageContext,
): Promise<GuidedPlane[]> {
  const area = guide.width * guide.height;
  const count = planes.length / area;
  const coefficients = memory.f32(2 * planes.length);
  await kernels.run("guidedFilter", { ...guide, planes, coefficients }, count, 1);
  const plane = (index: number) => coefficients.slice(index * area, (index + 1) * area);
  const filtered = Array.from({ length: count }, (_, i) => ({ slope: plane(2 * i), offset: plane(2 * i + 1) }));
  memory.release(coefficients);
  return filtered;
}

/** The filtered plane on the guide's own grid. */
export function readGuided({ guide }: Guide, { slope, offset }: GuidedPlane): Float32Array {
  const read = new Float32Array(slope.length);
  for (let i = 0; i < read.length; i++) read[i] = slope[i] * guide[i] + offset[i];
  return read;
}
