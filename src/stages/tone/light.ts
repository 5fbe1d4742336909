import { expandField, smoothField } from "./smooth-field.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Copy } from "./view-mean.ts";

/** How bright white surfaces are, over all and place by place. */
export interface RoomLight {
  /** Display value of a typical pale surface, 0 to 1. */
  readonly level: number;
  /** Slope at black of the lift that evens the light, for every pixel of the small copy; about 1. */
  readonly lifts: Float32Array;
}

/** Distance (logs of display values) from the light's colour within which a surface counts as pale paint. */
const paleWidth = 0.13;

/** Times the level beyond which a surface is a light, not paint. */
const brightest = 1.35;

/**
 * How much of the fall of light over a room is taken back, as an exponent, and the most that a place is lifted or held
 * back.
 */
const evenness = 0.35;
const [leastLift, mostLift] = [0.75, 1.5];

/**
 * Reads the light from the pale surfaces: their mean level, bright ones weighing most, and where it falls off. Dark
 * paint and wood do not count, so that a dark wall is not taken for a badly lit one. `amount` (0 to 1) scales the
 * lifts.
 */
export function readLight(
  { width, height, wrapX }: Copy,
  luma: Float32Array,
  surfaces: Surfaces,
  amount: number,
): RoomLight {
  const { samples, areas, red, blue } = surfaces;
  const pale = new Float32Array(samples.length);
  // How surely each pixel is smooth and pale, and the cube of its luma: the same in every pass.
  const paleness = new Float64Array(luma.length);
  const cubes = new Float64Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    if (samples[3 * i + 2] === 0) continue;
    const r = samples[3 * i] - red;
    const b = samples[3 * i + 1] - blue;
    const closeness = Math.exp(-(r * r + b * b) / (2 * paleWidth * paleWidth));
    paleness[i] = (samples[3 * i + 2] / Math.max(1e-4, luma[i] ** 2)) * closeness;
    cubes[i] = luma[i] ** 3;
  }
  let level = 1;
  // First a plain mean; then without what is far brighter than that, because windows and lamps light a room and are not
  // its paint.
  const lastPass = 2;
  for (let pass = 0; pass <= lastPass; pass++) {
    let [sum, weights] = [1e-9, 1e-9];
    for (let i = 0; i < luma.length; i++) {
      const paint = Math.min(1, Math.max(0, (brightest * level - luma[i]) / (0.2 * level)));
      const weight = pass === 0 ? paleness[i] : paleness[i] * (paint * cubes[i]);
      if (pass === lastPass) pale[3 * i + 2] = weight;
      const area = areas ? areas[Math.floor(i / width)] : 1;
      sum += area * weight * luma[i];
      weights += area * weight;
    }
    level = weights > 1e-6 ? sum / weights : 0.5;
  }
  for (let i = 0; i < luma.length; i++) pale[3 * i] = luma[i] - level;
  const { columns, rows, values } = smoothField(pale, width, height, wrapX);
  const field = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 2) {
    const here = Math.max(0.05, level + values[i]);
    const lift = (level / here) ** (evenness * amount);
    field[i] = Math.min(mostLift, Math.max(leastLift, lift));
  }
  const expanded = expandField({ columns, rows, values: field }, width, height, wrapX);
  const lifts = new Float32Array(luma.length);
  for (let i = 0; i < lifts.length; i++) lifts[i] = expanded[2 * i];
  return { level, lifts };
}
