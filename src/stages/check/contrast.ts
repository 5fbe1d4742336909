import type { F32 } from "../../image/index.ts";
import { boxMean } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Cells } from "./cells.ts";
import { counters, floatsOf, total } from "./lists.ts";
import { steps } from "./params.ts";

export interface ContrastFacts {
  /** Share of pairs of places that the picture shows the opposite way from every frame. */
  readonly reversedShare: number;
  /** Share of pairs that differ more in the picture than in any frame: halos, shaded walls. */
  readonly haloShare: number;
}

export type SmoothLuma = Pick<Cells, "width" | "height"> & { readonly data: F32 };

export function smoothLuma({ width, height, luma }: Pick<Cells, "width" | "height" | "luma">): SmoothLuma {
  return { width, height, data: floatsOf(boxMean({ width, height, data: luma }, steps.radius, false)) };
}

/** Compares the large steps of a picture with those of its frames, along rows and columns. */
export async function compareContrast(
  { width, height, data }: SmoothLuma,
  frames: readonly SmoothLuma[],
  { kernels }: StageContext,
): Promise<ContrastFacts> {
  const apart = Math.max(2, Math.round(Math.min(width, height * 1.5) * steps.apartShare));
  const [reversed, grown] = [counters(height), counters(height)];
  const others = frames.map((frame) => frame.data);
  const args = { picture: data, frames: others, reversed, grown, width, height, apart, ...steps.limits };
  await kernels.run("countSteps", args, height);
  const pairs = Math.max(1, Math.max(0, width - apart) * height + width * Math.max(0, height - apart));
  return { reversedShare: total(reversed) / pairs, haloShare: total(grown) / pairs };
}
