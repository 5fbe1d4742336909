import { EngineError } from "../../errors/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { type BowInput, bowCorrection } from "./bow.ts";
import { edgesOf, findSegments } from "./find-edges.ts";
import { ASSUMED_SHARE, focalLengthOf, seenWith, standsOut, supportOf, TRIED } from "./focal-length.ts";

/** A focal length that photographs of one camera show together. Plain data. */
export interface SharedFocal {
  /** Focal length by the longer edge of the lens-corrected picture. */
  readonly byLongerEdge: number;
  /** How many pictures showed it clearly. */
  readonly pictures: number;
}

/** What one picture's edges say of its focal length. */
export interface FocalReading {
  /** The support that level edges have as a grid of right angles under each focal length of {@link FINELY_TRIED}. */
  readonly supports: readonly number[];
  /** Whether the picture alone would determine it. */
  readonly isClear: boolean;
}

/** Between any two focal lengths that a picture alone tries, one more, by the assumed one. */
const FINELY_TRIED = TRIED.flatMap((share, i) => (i > 0 ? [Math.sqrt(share * TRIED[i - 1]), share] : [share]));

/** A picture speaks against a focal length by so much support at most: one that is misled outvotes no others. */
const MOST_AGAINST = 4;
/**
 * Clear pictures with more support than this against a focal length were taken with another. Of those taken with it one
 * in fifty has more, of those taken with one a fifth longer a quarter has less (bench/perspective/shoots.ts, seeds 1 to
 * 20).
 */
const CONTRADICTION = 2.5;
/** So many clear pictures must agree, and more than half of the clear ones. */
const LEAST_AGREEING = 2;

/** Reads a picture, or a copy of 1200 px or more: upright, display sRGB, 3 channels. */
export async function readFocal(
  input: BowInput & { readonly image: IntegerImage },
  context: StageContext,
): Promise<FocalReading> {
  const { image } = input;
  const found = await findSegments(image, context);
  const correction = bowCorrection(input, found)?.correction;
  const { focalPx } = focalLengthOf({}, image.width, image.height);
  const edges = edgesOf(found, image, correction, focalPx * (correction?.scale ?? 1));
  if (edges.steep.length < 2) return { supports: FINELY_TRIED.map(() => 0), isClear: false };
  const supports = FINELY_TRIED.map((share) => supportOf(seenWith(edges, share)));
  const coarse = supports.filter((_, i) => i % 2 === 0);
  return { supports, isClear: standsOut(coarse) };
}

/**
 * The focal length of one camera's pictures: the one that the sum of their supports has its peak at. Each picture that
 * does not clearly contradict it gets it; one that does was zoomed, and estimates its own. `undefined` for all where
 * fewer than two clear ones agree, or not more than half. Does not depend on the order of the readings.
 */
export function shareFocal(readings: readonly (FocalReading | undefined)[]): (SharedFocal | undefined)[] {
  const read = readings.filter((reading) => reading !== undefined);
  const against = FINELY_TRIED.map((_, i) => orderedSum(read.map(({ supports }) => againstAt(supports, i))));
  const shared = peakOf(against.map((sum) => -sum));
  const clear = read.filter(({ isClear }) => isClear);
  const agreeing = clear.filter((reading) => !contradicts(reading, shared));
  if (agreeing.length < LEAST_AGREEING || agreeing.length * 2 <= clear.length) return readings.map(() => undefined);
  const focal = { byLongerEdge: shared * ASSUMED_SHARE, pictures: agreeing.length };
  return readings.map((reading) => (reading && !(reading.isClear && contradicts(reading, shared)) ? focal : undefined));
}

function againstAt(supports: readonly number[], i: number): number {
  return Math.min(MOST_AGAINST, Math.max(...supports) - supports[i]);
}

/** Floating-point sums depend on their order. */
function orderedSum(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0);
}

function contradicts({ supports }: FocalReading, share: number): boolean {
  const last = FINELY_TRIED.length - 1;
  const after = FINELY_TRIED.findIndex((tried) => tried >= share);
  const high = after < 1 ? (after < 0 ? last : 1) : after;
  const [from, to] = [FINELY_TRIED[high - 1], FINELY_TRIED[high]];
  const part = Math.min(1, Math.max(0, Math.log(share / from) / Math.log(to / from)));
  const support = supports[high - 1] * (1 - part) + supports[high] * part;
  return Math.max(...supports) - support > CONTRADICTION;
}

/** Where a parabola through the highest value and its neighbours is highest, over logarithms of focal lengths. */
function peakOf(values: readonly number[]): number {
  const at = values.indexOf(Math.max(...values));
  if (at === 0 || at === values.length - 1) return FINELY_TRIED[at];
  const [below, above] = [-1, 1].map((side) => Math.log(FINELY_TRIED[at + side] / FINELY_TRIED[at]));
  const [fallBelow, fallAbove] = [values[at] - values[at - 1], values[at] - values[at + 1]];
  const bend = above * fallBelow - below * fallAbove;
  return (
    FINELY_TRIED[at] * Math.exp(bend > 0 ? (above * above * fallBelow - below * below * fallAbove) / (2 * bend) : 0)
  );
}

/** Checks that a value is what {@link shareFocal} tells, and copies it. Throws `options/invalid`. */
export function checkSharedFocal(value: unknown): SharedFocal {
  const { byLongerEdge, pictures } = typeof value === "object" && value !== null ? (value as Partial<SharedFocal>) : {};
  const isFocal = typeof byLongerEdge === "number" && byLongerEdge >= 0.05 && byLongerEdge <= 60;
  if (isFocal && typeof pictures === "number" && Number.isInteger(pictures) && pictures > 0)
    return { byLongerEdge, pictures };
  const message = `house: expected focal as readHouse gives it, got ${JSON.stringify(value)}`;
  throw new EngineError("options/invalid", message, { option: "house" });
}
