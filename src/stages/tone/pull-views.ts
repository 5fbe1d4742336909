import { ramp } from "./ramp.ts";
import { type Copy, meanInViews, viewShare } from "./view-mean.ts";

/** What a view's mean becomes, as a share of what becomes a bright wall, and the least lift of its light. */
const viewMean = 0.42;
const leastLift = 0.05;

/** Display values from which a view is white sky or clipped: its brightness says nothing of what there is to see. */
const [whiteFrom, whiteTo] = [0.9, 0.97];

/**
 * How lights and shades of a view spread around its mean, because the room's curve, which comes after, flattens them:
 * powers of a light's odds, so that white stays white, and of a shade's share of the mean.
 */
const [lightSpread, shadeSpread] = [0.5, 2];

/** Shares of its view's mean between which a dark thing is a bar or a lamp's foot before it, not a part of it. */
const [beforeFrom, beforeTo] = [0.3, 0.6];

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
  const means = meanInViews(copy, held, luma, viewShare);
  // Bars before white sky are no view of their own that may not grow brighter: the sky counts here.
  const whole = meanInViews(copy, views, luma, viewShare);
  const before = inverseOf(curve);
  return lifts.map((lift, i) => {
    if (views[i] === 0) return lift;
    const found = Math.min(0.99, Math.max(0.01, means[i]));
    const wanted = Math.min(viewMean * level, before(Math.min(0.99, whole[i])));
    const light = oddsOf(Math.min(0.99, luma[i])) / oddsOf(found);
    const apart = light > 1 ? light ** lightSpread : (luma[i] / found) ** shadeSpread;
    const pull = (oddsOf(wanted) / oddsOf(found)) * apart;
    const pulled = views[i] * ramp(luma[i] / found, beforeFrom, beforeTo);
    return lift ** (1 - pulled) * Math.min(lift, Math.max(leastLift, pull)) ** pulled;
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
