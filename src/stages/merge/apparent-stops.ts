import { decodeSrgb } from "../../image/index.ts";
import { tableSteps } from "../../kernels/index.ts";
import { lookUp, lumaSample, type Relation, strideFor } from "../../ops/index.ts";

/** Display values that tell of light: above the noise, below the shoulder. */
const darkest = 0.06;
const brightest = 0.87;
/** So many cells are enough for a median. */
const cells = 26_000;
/** Fewer of them than this share tell nothing. */
const leastShare = 5e-4;

/**
 * Light of frames over the first of them, in stops, as display values decoded from sRGB show it in the mid-tones:
 * larger than it is by as much as the camera's curve adds contrast. For code that takes display values for light.
 * `places`: rising, of the relation's order.
 */
export function apparentStops(relation: Relation, places: readonly number[]): number[] {
  const stops = [0];
  for (let i = 1; i < places.length; i++) {
    stops.push(stops[i - 1] + Math.max(0, apparentStep(relation, places[i - 1], places[i])));
  }
  return stops;
}

/**
 * Over frames that were left out, the tables of all links between are gone through; where these share no tones, the
 * steps are added.
 */
function apparentStep({ copies, links }: Relation, dark: number, bright: number): number {
  const between = links.slice(dark, bright);
  const sum = between.reduce((total, { stops }) => total + stops, 0);
  if (between.some(({ measured }) => !measured)) return sum;
  const table = Float32Array.from({ length: tableSteps + 1 }, (_, i) =>
    between.reduceRight((value, { down }) => lookUp(down[lumaSample], value), i / tableSteps),
  );
  return medianRatio(copies[bright].data, strideFor(copies[bright], cells), table) ?? sum;
}

/** Of the tones that both frames show well, each as often as the brighter one does. */
function medianRatio(bright: ArrayLike<number>, step: number, down: Float32Array): number | undefined {
  const counts = new Uint32Array(tableSteps + 1);
  for (let i = lumaSample; i < bright.length; i += step) counts[Math.round((bright[i] / 65535) * tableSteps)]++;
  const tones: { readonly ratio: number; readonly count: number }[] = [];
  for (let i = Math.ceil(darkest * tableSteps); i < brightest * tableSteps; i++) {
    if (counts[i] === 0 || down[i] < darkest) continue;
    tones.push({ ratio: Math.log2(decodeSrgb(i / tableSteps) / decodeSrgb(down[i])), count: counts[i] });
  }
  tones.sort((a, b) => a.ratio - b.ratio);
  const total = tones.reduce((sum, { count }) => sum + count, 0);
  if (total < Math.max(1, (leastShare * bright.length) / step)) return undefined;
  let left = total / 2;
  return tones.find(({ count }) => {
    left -= count;
    return left <= 0;
  })?.ratio;
}
