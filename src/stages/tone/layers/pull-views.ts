import { meanWithin } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { clearLuma } from "./clear-veils.ts";
import { leastViewLift, shadePower, steepestView, viewMean, viewMeanShare } from "./params.ts";

/**
 * Brings the light of views down under the room's. One monotone curve for each view: its mean goes to a level below
 * that of walls, and no brighter in the end than it was; lights run straight from it to white, so that white sky stays
 * nearly white. What lies there already stays.
 */
export const pullViews: Layer = ({ copy, small, luma, target }, { views, veils, lifts, curves: { curve, white } }) => {
  if (views.every((view) => view === 0)) return {};
  const clear = clearLuma(small.data, luma, veils);
  const means = meanWithin(copy, views, clear, viewMeanShare);
  const before = inverseOf(curve);
  return {
    lifts: lifts.map((lift, i) => {
      if (views[i] === 0) return lift;
      const value = heldOff(clear[i]);
      const mean = heldOff(means[i]);
      const wanted = Math.min(mean, Math.max(viewMean, white - steepestView * (1 - mean)));
      const shown =
        value > mean
          ? wanted + ((white - wanted) * (value - mean)) / (1 - mean)
          : wanted * (value / mean) ** shadePower;
      const pull = oddsOf(heldOff(before(shown))) / oddsOf(value);
      const pulled = lift ** (1 - views[i]) * Math.min(lift, Math.max(leastViewLift, pull)) ** views[i];
      return pulled * target.windowLift ** views[i];
    }),
  };
};

/** A display value held off black and white, where odds end. */
function heldOff(value: number): number {
  return Math.min(0.99, Math.max(0.01, value));
}

function oddsOf(value: number): number {
  return value / (1 - value);
}

/** The curve read backwards, from a table of values and straight between them. */
function inverseOf(curve: (value: number) => number): (value: number) => number {
  const steps = 256;
  const values = Array.from({ length: steps + 1 }, (_, i) => curve(i / steps));
  return (value) => {
    let [low, high] = [0, steps];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) low = middle;
      else high = middle;
    }
    const rest = (value - values[low]) / Math.max(1e-6, values[high] - values[low]);
    return (low + Math.min(1, Math.max(0, rest))) / steps;
  };
}
