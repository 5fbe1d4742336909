import type { U8 } from "../../image/index.ts";
import { toleranceLevels } from "../../kernels/index.ts";
import { clipped, type SmallCopy, strideFor } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import type { Grid } from "./cell-mask.ts";
import { type ExposureLink, lookUp } from "./exposure-link.ts";

/**
 * How much is forgiven. `lenient`: where movement would be news. `strict`: where it is known that something moved, and less than is
 * seen is not to be left. `strictWhite`: the same, where clipping may have cost a cell some of its light.
 */
export type Strictness = "lenient" | "strict" | "strictWhite";

/**
 * `least` and `deviations` (of the residuals, by noise): what is tolerated, in display values of the brighter frame. `slack`: how far
 * towards its neighbours a cell may lie off, in cells, by misalignment and blur. `clippingSlack`: deviations inside a cell that
 * clipping may have cost it.
 */
const margins: Readonly<Record<Strictness, { [name in "least" | "deviations" | "slack" | "clippingSlack"]: number }>> =
  {
    lenient: { least: 0.02, deviations: 5, slack: 0.25, clippingSlack: 1 },
    strict: { least: 0.005, deviations: 2, slack: 0.1, clippingSlack: 0.25 },
    strictWhite: { least: 0.005, deviations: 2, slack: 0.1, clippingSlack: 1 },
  };
const mostTolerance = 0.1;
/** So many cells are enough for medians. */
const toleranceCells = 13_000;

/** Two neighbours in exposure and what may differ between them. */
export interface Comparison {
  readonly dark: SmallCopy;
  readonly bright: SmallCopy;
  readonly link: ExposureLink;
  /** Standard deviation of what stands still, by table of the link and level of the brighter frame, display values. */
  readonly noise: readonly number[];
}

export function prepareComparison(dark: SmallCopy, bright: SmallCopy, link: ExposureLink): Comparison {
  return { dark, bright, link, noise: link.up.flatMap((_, c) => noiseByLevel(dark, bright, link, c)) };
}

/**
 * How far the two frames contradict each other, cell by cell, as they are now: see the kernel `deghostCompare`. The result is in pixel
 * memory: the caller releases it.
 */
export async function compareFrames(
  { dark, bright, link, noise }: Comparison,
  strictness: Strictness,
  { width, height, wrapX }: Grid,
  { kernels, memory }: StageContext,
): Promise<U8> {
  const { least, deviations, slack, clippingSlack } = margins[strictness];
  const tolerances = noise.map((each) => Math.min(mostTolerance, least + deviations * each));
  const shared = [link.up.flatMap((table) => [...table]), link.down.flatMap((table) => [...table]), tolerances];
  const [up, down, allowed] = shared.map((values) => {
    const view = memory.f32(values.length);
    view.set(values);
    return view;
  });
  const target = memory.u8(width * height);
  await kernels.run(
    "deghostCompare",
    {
      dark: dark.data,
      bright: bright.data,
      up,
      down,
      tolerances: allowed,
      slack,
      clippingSlack,
      target,
      width,
      height,
      wrapX: wrapX ? 1 : 0,
    },
    height,
  );
  for (const view of [up, down, allowed]) memory.release(view);
  return target;
}

/** By level of the brighter frame, the standard deviation of what stands still: from the median of all residuals. */
function noiseByLevel(dark: SmallCopy, bright: SmallCopy, link: ExposureLink, c: number): number[] {
  const steps = 256;
  const counts = new Uint32Array(toleranceLevels * steps);
  const step = strideFor(dark, toleranceCells);
  for (let i = c; i < dark.data.length; i += step) {
    const [a, b] = [dark.data[i] / 65535, bright.data[i] / 65535];
    if (b > clipped) continue;
    const residual = Math.abs(b - lookUp(link.up[c], a));
    counts[Math.floor(b * toleranceLevels) * steps + Math.min(steps - 1, Math.floor(residual * 4 * steps))]++;
  }
  return Array.from({ length: toleranceLevels }, (_, level) => {
    const row = counts.subarray(level * steps, (level + 1) * steps);
    let left = row.reduce((sum, each) => sum + each, 0) / 2;
    if (left < 20) return mostTolerance;
    const median = row.findIndex((each) => {
      left -= each;
      return left <= 0;
    });
    return (1.4826 * (median + 0.5)) / (4 * steps);
  });
}
