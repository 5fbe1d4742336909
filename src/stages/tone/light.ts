import { ramp } from "./ramp.ts";
import { expandField, type Field, smoothField } from "./smooth-field.ts";
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

/** The same for what is grey at any brightness: its darkness may be shade, that of colours is their own. */
const greyWidth = 0.3;

/** Times the level beyond which a surface is a light, not paint. */
const brightest = 1.35;

/**
 * How much of the fall of light over the pale surfaces is taken back, and of that over everything in the room, as
 * exponents; and the most that a place is lifted or held back.
 */
const evenness = 1;
const allEvenness = 0.35;
const [leastLift, mostLift] = [0.6, 2.6];

/** Shares of the level between which a pale surface begins to count: what is darker still is paint, not shade. */
const [shadeFrom, shadeTo] = [0.25, 0.4];

/** Display value below which a place counts as this bright, or noise would be lifted. */
const leastLevel = 0.05;

/** What tells the light; `dark` is how surely a pixel is painted dark, 0 to 1: see {@link findDarkPaint}. */
interface LightEvidence {
  readonly luma: Float32Array;
  readonly surfaces: Surfaces;
  readonly dark: Float32Array;
}

/**
 * Reads the light from the pale surfaces: their mean level, bright ones weighing most, and where it falls off. Dark
 * paint and wood do not count, so that a dark wall is not taken for a badly lit one. `amount` (0 to 1) scales the
 * lifts.
 */
export function readLight(copy: Copy, { luma, surfaces, dark }: LightEvidence, amount: number): RoomLight {
  const { width, height, wrapX } = copy;
  const { samples, areas, red, blue } = surfaces;
  // How surely each pixel is smooth and pale, and the cube of its luma: the same in every pass.
  const paleness = new Float64Array(luma.length);
  const cubes = new Float64Array(luma.length);
  const unpainted = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const r = samples[3 * i] - red;
    const b = samples[3 * i + 1] - blue;
    const distance = r * r + b * b;
    unpainted[i] = (1 - dark[i]) * Math.exp(-distance / (2 * greyWidth * greyWidth));
    cubes[i] = luma[i] * luma[i] * luma[i];
    if (samples[3 * i + 2] === 0) continue;
    const closeness = Math.exp(-distance / (2 * paleWidth * paleWidth));
    paleness[i] = (samples[3 * i + 2] / Math.max(1e-4, luma[i] ** 2)) * closeness;
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
      const area = areas ? areas[Math.floor(i / width)] : 1;
      sum += area * weight * luma[i];
      weights += area * weight;
    }
    level = weights > 1e-6 ? sum / weights : 0.5;
  }
  const { columns, rows, values } = fieldOfLight(copy, luma, { paleness, unpainted, cubes }, level);
  const field = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 2) {
    const lift = (level / values[i]) ** (evenness * amount) * (level / values[i + 1]) ** (allEvenness * amount);
    field[i] = Math.min(mostLift, Math.max(leastLift, lift));
  }
  const expanded = expandField({ columns, rows, values: field }, width, height, wrapX);
  const lifts = new Float32Array(luma.length);
  for (let i = 0; i < lifts.length; i++) lifts[i] = expanded[2 * i];
  return { level, lifts };
}

/** How surely each pixel is smooth, pale paint, and how surely it is grey; the cube of its luma. */
interface Witnesses {
  readonly paleness: Float64Array;
  readonly unpainted: Float32Array;
  readonly cubes: Float64Array;
}

/**
 * The light at every place, two display values a cell: of pale surfaces near by, the brighter ones counting most, and
 * of all that is grey near by. Where there are few of either they lean on the level; lamps and windows count as
 * pale paint.
 */
function fieldOfLight(
  { width, height, wrapX }: Copy,
  luma: Float32Array,
  { paleness, unpainted, cubes }: Witnesses,
  level: number,
): Field {
  const [fourth, sure, all] = [0, 1, 2].map(() => new Float32Array(3 * luma.length));
  for (let i = 0; i < luma.length; i++) {
    const share = luma[i] / level;
    const paint = ramp(-share, -brightest, 0.2 - brightest);
    const at = 3 * i;
    fourth[at] = luma[i] * cubes[i];
    fourth[at + 1] = cubes[i];
    fourth[at + 2] = paleness[i] * paint * ramp(share, shadeFrom, shadeTo);
    sure[at] = 1;
    sure[at + 2] = fourth[at + 2];
    all[at] = Math.min(0, luma[i] - level);
    all[at + 2] = unpainted[i];
  }
  const [powers, sureness, whole] = [fourth, sure, all].map((samples) => smoothField(samples, width, height, wrapX));
  const values = new Float32Array(powers.values.length);
  for (let i = 0; i < values.length; i += 2) {
    const pale = powers.values[i] / Math.max(1e-9, powers.values[i + 1]);
    values[i] = Math.max(leastLevel, level + (pale - level) * sureness.values[i]);
    values[i + 1] = Math.max(leastLevel, level + whole.values[i]);
  }
  return { ...powers, values };
}
