import { ramp } from "./ramp.ts";
import { type Copy, meanInViews } from "./view-mean.ts";

/** What a view's mean becomes in the end (display value), and the least lift of its light. */
const viewMean = 0.54;
const leastLift = 0.05;

/** How far a view's mean reaches, as a share of the longer edge: sky and trees keep apart within it. */
const meanShare = 0.25;

/**
 * The steepest that a view's lights may become, between their mean and white: a washed-out view stays light, or its
 * leaves would break up into blotches. Power of a shade's share of the mean.
 */
const mostSlope = 2.5;
const shadePower = 1.6;

/** Shares of its view's mean between which a dark thing is a bar or a lamp's foot before it, not a part of it. */
const [beforeFrom, beforeTo] = [0.3, 0.6];

/** What is known of the light at every pixel of the small copy before views are brought down. */
interface ViewLight {
  /** Without veils. */
  readonly luma: Float32Array;
  readonly lifts: Float32Array;
  /** The room's curve, which comes after the lifts. */
  readonly curve: (value: number) => number;
}

/**
 * The lifts with the light of views brought down under the room's. One monotone curve for each view: its mean goes to
 * a level below that of walls, and no brighter in the end than it was; lights run straight from
 * it to white, so that white sky stays nearly white. What lies there already stays.
 */
export function pullViews(copy: Copy, views: Float32Array, { luma, lifts, curve }: ViewLight): Float32Array {
  if (views.every((view) => view === 0)) return lifts;
  const means = meanInViews(copy, views, luma, meanShare);
  const before = inverseOf(curve);
  const white = curve(1);
  return lifts.map((lift, i) => {
    if (views[i] === 0) return lift;
    const value = heldOff(luma[i]);
    const mean = heldOff(means[i]);
    const wanted = Math.min(mean, Math.max(viewMean, white - mostSlope * (1 - mean)));
    const shown =
      value > mean ? wanted + ((white - wanted) * (value - mean)) / (1 - mean) : wanted * (value / mean) ** shadePower;
    const pull = oddsOf(heldOff(before(shown))) / oddsOf(value);
    const pulled = views[i] * ramp(value / mean, beforeFrom, beforeTo);
    return lift ** (1 - pulled) * Math.min(lift, Math.max(leastLift, pull)) ** pulled;
  });
}

/** A display value held off black and white, where odds end. */
function heldOff(value: number): number {
  return Math.min(0.99, Math.max(0.01, value));
}

function oddsOf(value: number): number {
  return value / (1 - value);
}

/** The curve read backwards, from a table of its values and straight between them. */
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
