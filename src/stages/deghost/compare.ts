import type { U8 } from "../../image/index.ts";
import { toleranceLevels } from "../../kernels/index.ts";
import type { StageContext } from "../context.ts";
import type { Grid } from "./cell-mask.ts";
import { type ExposureLink, lookUp } from "./exposure-link.ts";
import { clipped, type SmallCopy, strideFor } from "./small-copy.ts";

/** Differences in display values of the brighter frame that are never taken for movement. */
const leastBright = 0.02;
/** Deviations of the residuals that count as noise, and the most that is believed of them. */
const deviations = 5;
const mostTolerance = 0.1;
/** The same where it is known that something moved: what is left there is seen, and nothing is lost by one frame more. */
const strictly = { leastBright: 0.005, deviations: 2 };
/** So many cells are enough for medians. */
const toleranceCells = 13_000;

/** Two neighbours in exposure and what may differ between them. */
export interface Comparison {
  readonly dark: SmallCopy;
  readonly bright: SmallCopy;
  readonly link: ExposureLink;
  /** By table of the link and level of the brighter frame, display values. */
  readonly tolerances: Float32Array;
  /** The same for places that are known to have moved. */
  readonly strict: Float32Array;
}

export function prepareComparison(dark: SmallCopy, bright: SmallCopy, link: ExposureLink): Comparison {
  const noise = link.up.map((_, c) => noiseByLevel(dark, bright, link, c));
  const toleranceOf = (least: number, times: number) =>
    Float32Array.from(noise.flatMap((levels) => levels.map((each) => Math.min(mostTolerance, least + times * each))));
  const tolerances = toleranceOf(leastBright, deviations);
  return { dark, bright, link, tolerances, strict: toleranceOf(strictly.leastBright, strictly.deviations) };
}

/**
 * How far the two frames contradict each other, cell by cell, as they are now: see the kernel `deghostCompare`. The result is in pixel
 * memory: the caller releases it.
 */
export async function compareFrames(
  { dark, bright, link }: Comparison,
  tolerances: Float32Array,
  { width, height, wrapX }: Grid,
  { kernels, memory }: StageContext,
): Promise<U8> {
  const shared = [link.up.flatMap((table) => [...table]), link.down.flatMap((table) => [...table]), [...tolerances]];
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
