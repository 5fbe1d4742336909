import { lightOf } from "../../../kernels/index.ts";
import { meanWithin } from "../../../ops/index.ts";
import { inverseOf } from "../curves/curve-table.ts";
import type { Layer } from "../layer.ts";
import { windowViews } from "../params.ts";
import { clearBrightness } from "./clear-veils.ts";

/**
 * Brings the light of views down under the room's. One monotone curve for each view: its mean goes to a level below
 * that of walls, and no brighter in the end than it was; lights run straight from it to white, so that white sky stays
 * nearly white. What lies there already stays.
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
      const pull = liftTo(value, heldOff(before(Math.max(windowViews.leastKept * value, shown))));
      const pulled = lift ** (1 - views[i]) * Math.min(lift, Math.max(windowViews.leastViewLift, pull)) ** views[i];
      return pulled * target.windowLift ** views[i];
    }),
  };
};

/** What the mean of a view becomes, so that its lights get no steeper than they may be. */
function wantedMean(mean: number, white: number): number {
  return Math.min(mean, Math.max(windowViews.viewMean, white - windowViews.steepestView * (1 - mean)));
}

/** A display value held off black and white, where odds end. */
function heldOff(value: number): number {
  return Math.min(0.99, Math.max(0.01, value));
}

/**
 * The lift that brings a value down to another; found by halving where light held back goes straight: {@link lightOf}.
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
