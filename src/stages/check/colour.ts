import { boxMean, percentile } from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { type Cells, counters, floats, total } from "./cells.ts";
import { colours, hues } from "./params.ts";

interface ColourFacts {
  /** Share of cells whose colour is neither the expected one nor that of any frame. */
  readonly foreignShare: number;
  /** Share of cells whose colour is far from the expected one. */
  readonly farShare: number;
  /** 95th percentile, over all cells, of the chroma difference between the picture and the expected colours. */
  readonly shift95: number;
}

/**
 * Compares colours. The chroma of one surface scales with lightness, so it is compared at the picture's lightness.
 * Accepted are the expected colour, the colour in a frame as bright as the picture, and all in between: an exposure
 * that clips a channel shows a paler colour, and the picture may be as pale.
 */
export async function compareColours(
  picture: Cells,
  expected: Pick<Cells, "lab">,
  frames: readonly Cells[],
  { kernels }: StageContext,
): Promise<ColourFacts> {
  const { width, height } = picture;
  const count = width * height;
  const shown = {
    labs: frames.map((frame) => frame.lab),
    rgbs: frames.map((frame) => frame.rgb),
    lumas: frames.map((frame) => frame.luma),
  };
  const found = { distances: floats(count), far: counters(height), foreign: counters(height) };
  await kernels.run(
    "farColours",
    { lab: picture.lab, expected: expected.lab, ...shown, ...found, width, ...colours },
    height,
  );
  return {
    foreignShare: total(found.foreign) / count,
    farShare: total(found.far) / count,
    shift95: percentile(found.distances, 0.95),
  };
}

interface TintFacts {
  /** Share of cells that became more magenta or green than the rest of the picture, which no change of light causes. */
  readonly tintedShare: number;
  /** Shift of the whole picture towards warm or cool, magenta or green: medians of logs of display values. */
  readonly cast: number;
}

/**
 * Compares the ratios of channels with those of another picture of the same scene: light changes all colours equally,
 * and vibrance changes each in proportion to its chroma.
 */
export function compareTints(picture: Cells, other: Pick<Cells, "rgb">): TintFacts {
  const { width, height } = picture;
  const count = width * height;
  const [tints, own, usable, warmths, changes] = Array.from({ length: 5 }, () => new Float32Array(count));
  const usableCells = readTints(picture.rgb, other.rgb, { tints, own, usable, warmths, changes });
  if (usableCells < hues.minShare * count) return { tintedShare: 0, cast: 0 };
  const vividness = slopeOf(own, tints, usable);
  for (let cell = 0; cell < count; cell++) tints[cell] -= vividness * own[cell] * usable[cell];
  const sums = boxMean({ width, height, data: tints }, hues.radius, false);
  const weights = boxMean({ width, height, data: usable }, hues.radius, false);
  const strengths = boxMean({ width, height, data: own.map(Math.abs) }, hues.radius, false);
  const means = new Float32Array(usableCells);
  for (let cell = 0, i = 0; cell < count; cell++) if (usable[cell] > 0) means[i++] = sums[cell] / weights[cell];
  const overall = percentile(means.slice(), 0.5);
  let tinted = 0;
  for (let cell = 0, i = 0; cell < count; cell++) {
    if (usable[cell] === 0) continue;
    const allowed = hues.foreignTint + (hues.ownVividness * strengths[cell]) / weights[cell];
    if (Math.abs(means[i++] - overall) > allowed) tinted++;
  }
  // Without grey surfaces, as under a lamp, the change of grey is only extrapolated: a cast must show in the actual
  // colours, too.
  const change = percentile(changes.subarray(0, usableCells), 0.5);
  const tint = Math.min(Math.abs(overall), Math.abs(change));
  return { tintedShare: tinted / count, cast: Math.hypot(percentile(warmths.subarray(0, usableCells), 0.5), tint) };
}

/** `tints`, `own` and `usable` of every cell; `warmths` and `changes` of the usable cells only, in order. */
interface Tints {
  readonly tints: Float32Array;
  readonly own: Float32Array;
  /** 1 where both pictures show a colour. */
  readonly usable: Float32Array;
  readonly warmths: Float32Array;
  readonly changes: Float32Array;
}

/** Returns the number of usable cells. A separate function, so that the JavaScript engine compiles only the loop. */
function readTints(picture: Float32Array, other: Float32Array, found: Tints): number {
  const { tints, own, usable, warmths, changes } = found;
  let usableCells = 0;
  for (let cell = 0; cell < usable.length; cell++) {
    const at = 3 * cell;
    if (!hasColour(picture, at) || !hasColour(other, at)) continue;
    usable[cell] = 1;
    const r = Math.log(picture[at] / other[at]);
    const g = Math.log(picture[at + 1] / other[at + 1]);
    const b = Math.log(picture[at + 2] / other[at + 2]);
    tints[cell] = (r + b) / 2 - g;
    own[cell] = Math.log(other[at] * other[at + 2]) / 2 - Math.log(other[at + 1]);
    changes[usableCells] = tints[cell];
    warmths[usableCells++] = (r - b) / 2;
  }
  return usableCells;
}

/** Gain in vividness: least-squares slope of the change against the original colour, over all usable cells. */
function slopeOf(own: Float32Array, change: Float32Array, usable: Float32Array): number {
  let [weight, x, y, xx, xy] = [1e-9, 0, 0, 0, 0];
  for (let i = 0; i < own.length; i++) {
    if (usable[i] === 0) continue;
    weight++;
    x += own[i];
    y += change[i];
    xx += own[i] * own[i];
    xy += own[i] * change[i];
  }
  const variance = xx / weight - (x / weight) ** 2;
  if (variance < 1e-4) return 0;
  const slope = (xy / weight - (x * y) / weight ** 2) / variance;
  return Math.min(hues.maxVividness, Math.max(-hues.maxVividness, slope));
}

function hasColour(rgb: Float32Array, at: number): boolean {
  const least = Math.min(rgb[at], rgb[at + 1], rgb[at + 2]);
  return least > hues.usableRange[0] && Math.max(rgb[at], rgb[at + 1], rgb[at + 2]) < hues.usableRange[1];
}
