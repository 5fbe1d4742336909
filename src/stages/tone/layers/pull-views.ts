import { lightOf } from "../../../kernels/index.ts";
import { meanWithin } from "../../../ops/index.ts";
import { inverseOf } from "../curves/curve-table.ts";
import type { Layer } from "../layer.ts";
import { windowViews } from "../params.ts";
import { clearBrightness } from "./clear-veils.ts";

/**
 * Darkens views to below the level of the room, with one monotone curve for each view. The mean of the view moves to a
 * level below that of walls, and never gets brighter; highlights run linearly from there to white, so that white sky
 * stays nearly white. Views already at that level do not change.
 */
export const pullViews: Layer = ({ copy, small, target }, plan) => {
  const { bright, views, veils, lifts, curves } = plan;
  if (views.every((view) => view === 0)) return {};
  const clear = clearBrightness(small.data, bright, veils);
  const means = meanWithin(copy, views, clear, windowViews.viewMeanShare).map(heldOff);
  const wanted = means.map((mean) => wantedMean(mean, curves.white));
  const slopes = means.map((mean, i) => (curves.white - wanted[i]) / (1 - mean));
  const before = inverseOf(curves.curve);
  return {
    regained: slopes.map((slope, i) => (slope * means[i]) / wanted[i]),
    lifts: lifts.map((lift, i) => {
      if (views[i] === 0) return lift;
      const value = heldOff(clear[i]);
      const shown =
        value > means[i]
          ? wanted[i] + (value - means[i]) * slopes[i]
          : wanted[i] * (value / means[i]) ** windowViews.shadePower;
      const pull = liftTo(value, heldOff(before(Math.max(windowViews.minKept * value, shown))));
      const pulled = lift ** (1 - views[i]) * Math.min(lift, Math.max(windowViews.minViewLift, pull)) ** views[i];
      return pulled * target.windowLift ** views[i];
    }),
  };
};

/** Target for the mean of a view, limited so that the slope of its highlights stays within its maximum. */
function wantedMean(mean: number, white: number): number {
  return Math.min(mean, Math.max(windowViews.viewMean, white - windowViews.steepestView * (1 - mean)));
}

/** A display value limited to 0.01 to 0.99, where odds are finite. */
function heldOff(value: number): number {
  return Math.min(0.99, Math.max(0.01, value));
}

/**
 * The lift that darkens a value to another. Found by bisection where the curve of reduced light is linear; see {@link
 * lightOf}.
 */
function liftTo(value: number, wanted: number): number {
  const smooth = (wanted * (1 - value)) / (value * (1 - wanted));
  if (smooth >= 1 || value * lightOf(value, smooth) > wanted - 1e-4) return smooth;
  let [low, high] = [smooth, 1];
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    if (value * lightOf(value, middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}
