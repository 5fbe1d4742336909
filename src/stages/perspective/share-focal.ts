import { EngineError } from "../../errors/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { type BowInput, bowCorrection } from "./bow.ts";
import { edgesOf, findSegments } from "./find-edges.ts";
import { focalLengthOf, seenWith, standsOut, supportOf } from "./focal-length.ts";
import { focalLengths, sharing } from "./params.ts";

/** A focal length common to photographs by one camera. Plain data. */
export interface SharedFocal {
  /** Focal length relative to the longer edge of the lens-corrected picture. */
  readonly byLongerEdge: number;
  /** Number of pictures that showed it clearly. */
  readonly pictures: number;
}

/** Evidence from the edges of one picture for its focal length. */
export interface FocalReading {
  /** Support of level edges as a grid of right angles for each focal length of {@link finelyTried}. */
  readonly supports: readonly number[];
  /** Whether this picture alone is sufficient to determine it. */
  readonly isClear: boolean;
}

/** The focal lengths tried for a single picture with one more between each two, as multiples of the assumed one. */
const finelyTried = focalLengths.tried.flatMap((share, i, tried) =>
  i > 0 ? [Math.sqrt(share * tried[i - 1]), share] : [share],
);

/** Reads a picture, or a copy of at least 1200 px: upright, display sRGB, 3 channels. */
export async function readFocal(
  input: BowInput & { readonly image: IntegerImage },
  context: StageContext,
): Promise<FocalReading> {
  const { image } = input;
  const found = await findSegments(image, context);
  const correction = bowCorrection(input, found)?.correction;
  const { focalPx } = focalLengthOf({}, image.width, image.height);
  const edges = edgesOf(found, image, correction, focalPx * (correction?.scale ?? 1));
  if (edges.steep.length < 2) return { supports: finelyTried.map(() => 0), isClear: false };
  const supports = finelyTried.map((share) => supportOf(seenWith(edges, share)));
  const coarse = supports.filter((_, i) => i % 2 === 0);
  return { supports, isClear: standsOut(coarse) };
}

/**
 * The focal length of one camera's pictures: the peak of their summed supports. A picture gets it unless it clearly
 * contradicts it; one that does was zoomed, and its own focal length is estimated. `undefined` for all if fewer than
 * two clear pictures agree, or at most half of them. Does not depend on the order of the readings.
 */
export function shareFocal(readings: readonly (FocalReading | undefined)[]): (SharedFocal | undefined)[] {
  const read = readings.filter((reading) => reading !== undefined);
  const against = finelyTried.map((_, i) => orderedSum(read.map(({ supports }) => againstAt(supports, i))));
  const shared = peakOf(against.map((sum) => -sum));
  const clear = read.filter(({ isClear }) => isClear);
  const agreeing = clear.filter((reading) => !contradicts(reading, shared));
  if (agreeing.length < sharing.minAgreeing || agreeing.length * 2 <= clear.length)
    return readings.map(() => undefined);
  const focal = { byLongerEdge: shared * focalLengths.assumed, pictures: agreeing.length };
  return readings.map((reading) => (reading && !(reading.isClear && contradicts(reading, shared)) ? focal : undefined));
}

function againstAt(supports: readonly number[], i: number): number {
  return Math.min(sharing.maxAgainst, Math.max(...supports) - supports[i]);
}

/** Sorted, because floating-point sums depend on the order. */
function orderedSum(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0);
}

function contradicts({ supports }: FocalReading, share: number): boolean {
  const last = finelyTried.length - 1;
  const after = finelyTried.findIndex((tried) => tried >= share);
  const high = after < 1 ? (after < 0 ? last : 1) : after;
  const [from, to] = [finelyTried[high - 1], finelyTried[high]];
  const part = Math.min(1, Math.max(0, Math.log(share / from) / Math.log(to / from)));
  const support = supports[high - 1] * (1 - part) + supports[high] * part;
  return Math.max(...supports) - support > sharing.contradiction;
}

/** Maximum of the parabola through the highest value and its neighbours, over logarithms of focal lengths. */
function peakOf(values: readonly number[]): number {
  const at = values.indexOf(Math.max(...values));
  if (at === 0 || at === values.length - 1) return finelyTried[at];
  const [below, above] = [-1, 1].map((side) => Math.log(finelyTried[at + side] / finelyTried[at]));
  const [fallBelow, fallAbove] = [values[at] - values[at - 1], values[at] - values[at + 1]];
  const bend = above * fallBelow - below * fallAbove;
  return (
    finelyTried[at] * Math.exp(bend > 0 ? (above * above * fallBelow - below * below * fallAbove) / (2 * bend) : 0)
  );
}

/** Checks that a value is a result of {@link shareFocal}, and copies it. Throws `options/invalid`. */
export function checkSharedFocal(value: unknown): SharedFocal {
  const { byLongerEdge, pictures } = typeof value === "object" && value !== null ? (value as Partial<SharedFocal>) : {};
  const [least, most] = sharing.possible;
  const isFocal = typeof byLongerEdge === "number" && byLongerEdge >= least && byLongerEdge <= most;
  if (isFocal && typeof pictures === "number" && Number.isInteger(pictures) && pictures > 0)
    return { byLongerEdge, pictures };
  const message = `house: expected focal as readHouse gives it, got ${JSON.stringify(value)}`;
  throw new EngineError("options/invalid", message, { option: "house" });
}
