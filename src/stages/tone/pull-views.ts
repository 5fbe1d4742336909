import { ramp } from "./ramp.ts";
import { type Copy, meanInViews } from "./view-mean.ts";

/** What a view's mean becomes, as a share of what becomes a bright wall, and the least lift of its light. */
const viewMean = 0.42;
const leastLift = 0.05;

/** Display values from which a view is white sky or clipped: its brightness says nothing of what there is to see. */
const [whiteFrom, whiteTo] = [0.9, 0.97];

/** Radius of that mean, as a share of the longer edge: sky and trees are parts of one view. */
const meanShare = 0.15;

/**
 * Powers of a place's odds against its view's mean, where it is darker and where it is brighter. The room's curve,
 * which comes after, flattens what lies apart; this gives it back. Lights have little room before white.
 */
const [shadeSpread, lightSpread] = [2, 1.5];

/** What is known of the light at every pixel of the small copy before views are brought down. */
interface ViewLight {
  /** Without veils. */
  readonly luma: Float32Array;
  readonly lifts: Float32Array;
  /** Display value that becomes a bright wall. */
  readonly level: number;
  /** The room's curve, which comes after the lifts. */
  readonly curve: (value: number) => number;
}

/**
 * The lifts with the light of views brought down under the room's: each view's mean goes to a share of the level of
 * walls, and no brighter in the end than it was; its lights and shades spread around that. What lies there already
 * stays.
 */
export function pullViews(copy: Copy, views: Float32Array, { luma, lifts, level, curve }: ViewLight): Float32Array {
  if (views.every((view) => view === 0)) return lifts;
  const held = views.map((view, i) => view * ramp(-luma[i], -whiteTo, -whiteFrom));
  const means = meanInViews(copy, held, luma, meanShare);
  const before = inverseOf(curve);
  return lifts.map((lift, i) => {
    if (views[i] === 0) return lift;
    const found = Math.min(0.99, Math.max(0.01, means[i]));
    const wanted = Math.min(viewMean * level, before(found));
    const apart = oddsOf(Math.min(0.99, Math.max(0.01, luma[i]))) / oddsOf(found);
    const pull = (oddsOf(wanted) / oddsOf(found)) * apart ** ((apart > 1 ? lightSpread : shadeSpread) - 1);
    return lift ** (1 - views[i]) * Math.min(lift, Math.max(leastLift, pull)) ** views[i];
  });
}

function oddsOf(value: number): number {
  return value / (1 - value);
}

/** The curve read backwards, from a table of its values. */
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
    return low / steps;
  };
}
