import type { SmallImage } from "../../../ops/index.ts";
import { exposures, looked, tables } from "../params.ts";

/** Luma, largest and smallest channel (display values) and weight of sampled pixels. */
export interface Colours {
  readonly luma: Float32Array;
  readonly most: Float32Array;
  readonly least: Float32Array;
  readonly weights: Float32Array;
}

/**
 * Colours of sampled pixels of the small copy, after its luma was changed from `before` to `luma`. `areas` are the
 * weights of rows; if absent, all weigh the same.
 */
export function coloursOf(
  { width, data }: SmallImage,
  before: Float32Array,
  luma: Float32Array,
  areas?: Float32Array,
): Colours {
  // An odd step samples different columns in successive rows.
  const step = Math.floor(luma.length / looked.colourPixels) | 1;
  const count = Math.ceil(luma.length / step);
  const [lumas, most, least, weights] = Array.from({ length: 4 }, () => new Float32Array(count));
  for (let at = 0; at < count; at++) {
    const i = at * step;
    const light = luma[i] / Math.max(1e-6, before[i]);
    lumas[at] = luma[i];
    most[at] = light * Math.max(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
    least[at] = light * Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
    weights[at] = areas ? areas[Math.floor(i / width)] : 1;
  }
  return { luma: lumas, most, least, weights };
}

/**
 * The largest share (0 to 1) of a brightening that keeps the colours in the gamut. A vivid red has low luma although
 * its red channel is nearly full, so brightening can only make it paler. `curveOf` gives the curve for a share.
 */
export function shareInGamut(colours: Colours, curveOf: (share: number) => (value: number) => number): number {
  if (lostColour(colours, curveOf(1)) <= exposures.maxLost) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < 7; step++) {
    const middle = (low + high) / 2;
    if (lostColour(colours, curveOf(middle)) <= exposures.maxLost) low = middle;
    else high = middle;
  }
  return low;
}

/** Mean channel spread that colours lose to the limit of the gamut on a curve. */
function lostColour({ luma, most, least, weights }: Colours, curve: (value: number) => number): number {
  const { ceiling, steps } = tables;
  const table = Float64Array.from({ length: steps + 2 }, (_, i) => curve(Math.min(1, i / steps)));
  let [lost, all] = [0, 0];
  for (let i = 0; i < luma.length; i++) {
    const at = luma[i] * steps;
    const node = Math.floor(at);
    const toned = Math.min(ceiling, table[node] + (at - node) * (table[node + 1] - table[node]));
    const gain = toned / Math.max(1e-6, luma[i]);
    const beyond = gain * most[i] - Math.max(ceiling, most[i]);
    all += weights[i];
    if (beyond > 0) lost += weights[i] * (beyond / (gain * most[i] - toned)) * gain * (most[i] - least[i]);
  }
  return lost / all;
}
