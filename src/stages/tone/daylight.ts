import { boxMean } from "../../ops/index.ts";
import { ramp } from "./ramp.ts";
import { type Copy, meanInViews, viewShare } from "./view-mean.ts";
import { balancedGains } from "./white-balance.ts";

/** Share of the pale surfaces' brightness from which a surface's own daylight is kept from turning blue. */
const [paleFrom, paleTo] = [0.6, 0.85];
/** The same for dark things, whose colour tells little of the light: black glass would turn blue. */
const [darkFrom, darkTo] = [0.5, 0.25];

/** Share of a view's blue cast that goes. */
const castShare = 0.6;
/** Display values between which the ground of a view lies; what is brighter is sky, whose blue is its own. */
const [groundFrom, groundTo] = [0.75, 0.9];

/**
 * The gains (two a pixel) let go in views where they cool: a view has daylight of its own, which lamps in the room do
 * not warm.
 */
export function keepDaylight(views: Float32Array, gains: Float32Array): Float32Array {
  const kept = gains.slice();
  for (let i = 0; i < views.length; i++) {
    const [red, blue] = [2 * i, 2 * i + 1];
    if (views[i] === 0 || gains[blue] <= gains[red]) continue;
    for (const at of [red, blue]) kept[at] **= 1 - views[i];
  }
  return kept;
}

/** What tells where gains go too far. `samples` holds log(R/G), log(B/G) and a weight of every pixel. */
interface BalancedLight {
  readonly luma: Float32Array;
  readonly samples: Float32Array;
  /** Factors of R and B, two a pixel; G's keeps grey's luma. */
  readonly gains: Float32Array;
  /** Display value of pale surfaces. */
  readonly level: number;
}

/**
 * The gains, held where they would turn a bright or a dark
 * surface blue or magenta that was not: the view out of a lamp-lit room and its glare stay neutral, and so does black
 * glass.
 */
export function holdDaylight(
  { width, height, wrapX }: Copy,
  { luma, samples, gains, level }: BalancedLight,
  amount: number,
): Float32Array {
  const cooling = new Float32Array(luma.length);
  const magenta = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const red = Math.log(gains[2 * i]);
    const green = Math.log((1 - 0.2126 * gains[2 * i] - 0.0722 * gains[2 * i + 1]) / 0.7152);
    const blue = Math.log(gains[2 * i + 1]);
    cooling[i] = (blue - red) / 2;
    magenta[i] = (red + blue) / 2 - green;
    if (samples[3 * i + 2] === 0) continue;
    const warmth = (samples[3 * i] - samples[3 * i + 1]) / 2;
    const greenness = -(samples[3 * i] + samples[3 * i + 1]) / 2;
    const brightness = luma[i] / level;
    const share = amount * Math.max(ramp(brightness, paleFrom, paleTo), ramp(-brightness, -darkFrom, -darkTo));
    cooling[i] -= share * beyond(cooling[i], warmth);
    magenta[i] -= share * beyond(magenta[i], greenness);
  }
  const soft = (data: Float32Array) => boxMean({ width, height, data }, 2, wrapX);
  const [cool, tint] = [soft(cooling), soft(magenta)];
  const held = new Float32Array(gains.length);
  for (let i = 0; i < luma.length; i++) {
    const balanced = balancedGains(tint[i] - cool[i], tint[i] + cool[i]);
    held[2 * i] = balanced[0];
    held[2 * i + 1] = balanced[2];
  }
  return held;
}

/** How much of a correction goes beyond taking away what is there. */
function beyond(correction: number, found: number): number {
  return correction > 0 ? Math.max(0, correction - Math.max(0, found)) : 0;
}

/**
 * The gains with most of a view's blue cast taken off: haze, shade and glass tint all of a view, its own colours differ
 * from place to place. Bright sky does not tell the cast.
 */
export function warmViews(
  copy: Copy,
  views: Float32Array,
  { luma, samples, gains }: Omit<BalancedLight, "level">,
): Float32Array {
  if (views.every((view) => view === 0)) return gains;
  const ground = views.map((view, i) => view * ramp(-luma[i], -groundTo, -groundFrom));
  const blueness = views.map((_, i) => samples[3 * i + 1] - samples[3 * i] + Math.log(gains[2 * i + 1] / gains[2 * i]));
  const casts = meanInViews(copy, ground, blueness, viewShare);
  const warmed = gains.slice();
  for (let i = 0; i < views.length; i++) {
    const cast = (views[i] * castShare * Math.max(0, casts[i])) / 2;
    if (cast === 0) continue;
    const [red, , blue] = balancedGains(cast, -cast);
    warmed[2 * i] *= red;
    warmed[2 * i + 1] *= blue;
  }
  return warmed;
}
