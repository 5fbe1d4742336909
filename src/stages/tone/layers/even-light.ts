import type { Copy, SceneContent } from "../../../ops/index.ts";
import type { Layer } from "../layer.ts";
import { clearBrightness } from "./clear-veils.ts";
import { allEvenness, evenness, glareRestraint, leastLift, leastLight, mostLift } from "./light-params.ts";
import { expandField, type Field, smoothField } from "./smooth-field.ts";

/**
 * Evens the fall of light over the pale surfaces of a room, and less of that over everything grey in it: a slope at
 * black for every pixel. Dark paint and wood do not count, so that a dark wall is not taken for a badly lit one.
 */
export const evenLight: Layer = ({ copy, small, content, options, room }, plan) => {
  const { level, glare } = content;
  const amount = options.toneStrength * options.autoExposure * room * Math.max(0, 1 - glareRestraint * glare);
  const { columns, rows, values } = fieldOfLight(copy, clearBrightness(small.data, plan.bright, plan.veils), content);
  const field = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 2) {
    const lift = (level / values[i]) ** (evenness * amount) * (level / values[i + 1]) ** (allEvenness * amount);
    field[i] = Math.min(mostLift, Math.max(leastLift, lift));
  }
  const expanded = expandField({ columns, rows, values: field }, copy.width, copy.height, copy.wrapX);
  return { lifts: plan.lifts.map((lift, i) => lift * expanded[2 * i]) };
};

/**
 * The light at every place, two display values a cell: of pale surfaces near by, the brighter ones counting most, and
 * of all that is grey near by. Where there are few of either they lean on the level.
 */
function fieldOfLight(
  { width, height, wrapX }: Copy,
  bright: Float32Array,
  { pale, grey, level }: SceneContent,
): Field {
  const [fourth, sure, all] = [0, 1, 2].map(() => new Float32Array(3 * bright.length));
  for (let i = 0; i < bright.length; i++) {
    const at = 3 * i;
    const cube = bright[i] ** 3;
    fourth[at] = bright[i] * cube;
    fourth[at + 1] = cube;
    fourth[at + 2] = pale[i];
    sure[at] = 1;
    sure[at + 2] = pale[i];
    all[at] = Math.min(0, bright[i] - level);
    all[at + 2] = grey[i];
  }
  const [powers, sureness, whole] = [fourth, sure, all].map((samples) => smoothField(samples, width, height, wrapX));
  const values = new Float32Array(powers.values.length);
  for (let i = 0; i < values.length; i += 2) {
    const near = powers.values[i] / Math.max(1e-9, powers.values[i + 1]);
    values[i] = Math.max(leastLight, level + (near - level) * sureness.values[i]);
    values[i + 1] = Math.max(leastLight, level + whole.values[i]);
  }
  return { ...powers, values };
}
