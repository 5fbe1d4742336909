import type { GeometryHistory, IntegerImage } from "../../image/index.ts";
import { fittingScale, type LensCorrection, type LineSegment } from "../../ops/index.ts";
import type { FoundSegments } from "./find-edges.ts";
import { bows } from "./params.ts";

/** How straight lines bow all over a picture, as a lens's distortion makes them. */
export interface Bow {
  /**
   * How far the picture's corners lie too far out, as part of their distance from the centre; negative for a barrel.
   */
  readonly cornerShift: number;
  /** Its standard error. */
  readonly sigma: number;
  /** Number of lines that agree. */
  readonly lines: number;
}

/** A picture, of which the size is enough, and what is known of its distortion. */
export interface BowInput {
  readonly image: Pick<IntegerImage, "width" | "height">;
  readonly correction?: LensCorrection | undefined;
  /** What was done to the picture before. */
  readonly history?: GeometryHistory | undefined;
  /** Whether bowed lines may determine the lens's distortion if nothing else does. Default false. */
  readonly calibrate?: boolean;
}

/** How lines bow, and its correction if that is certain and the distortion is not known to be corrected. */
export function bowCorrection(
  { image, correction: known, history, calibrate = false }: BowInput,
  found: FoundSegments,
): { readonly bow: Bow; readonly correction: LensCorrection } | undefined {
  if (!calibrate || known?.distortion || history?.done.includes("distortion") || history?.reframed) return undefined;
  const bow = findBow(found);
  const correction = bow && correctionOfBow(bow, image, known);
  return bow && correction && { bow, correction };
}

/**
 * The plumb-line method (Brown 1971) for one radial term: x(1 + k r²) gives a line at a distance d from the centre the
 * curvature 2 k d; a robust regression over all lines finds k. On drawn rooms it is right to 0.3 % of the corner's
 * distance.
 */
function findBow({ steep, flat, width, height }: FoundSegments): Bow | undefined {
  const halfDiagonal = Math.hypot(width, height) / 2;
  const long = [...steep, ...flat].filter(
    ({ lengthPx, bowSigma }) => lengthPx >= bows.leastLength * Math.max(width, height) && bowSigma > 0,
  );
  const samples = long.map((segment) => ({
    reach: (2 * distanceFrom((width - 1) / 2, (height - 1) / 2, segment)) / halfDiagonal ** 2,
    bow: segment.bow,
    sigma: Math.hypot(segment.bowSigma, (8 * bows.sagittaPx) / segment.lengthPx ** 2),
  }));
  const fit = fitSlope(samples);
  if (!fit) return undefined;
  const { slope, sigma, lines } = fit;
  return {
    cornerShift: slope * (1 + bows.nextOrder * slope),
    sigma: sigma * Math.abs(1 + 2 * bows.nextOrder * slope),
    lines,
  };
}

/** A line's distance from a point, positive to the right of it or below, as its bow counts. */
function distanceFrom(x: number, y: number, { x1, y1, x2, y2 }: LineSegment): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const isSteep = Math.abs(dy) >= Math.abs(dx);
  const slope = isSteep ? dx / dy : dy / dx;
  const across = isSteep ? x1 - x - slope * (y1 - y) : y1 - y - slope * (x1 - x);
  return across / Math.hypot(1, slope);
}

interface Sample {
  readonly reach: number;
  readonly bow: number;
  readonly sigma: number;
}

function fitSlope(samples: readonly Sample[]): { slope: number; sigma: number; lines: number } | undefined {
  let result: { slope: number; sigma: number; lines: number } | undefined;
  for (const limit of bows.passes) {
    const slope = result?.slope ?? 0;
    let [xx, xy, squares, total, lines] = [0, 0, 0, 0, 0];
    for (const { reach, bow, sigma } of samples) {
      const error = (bow - slope * reach) / sigma;
      const weight = Math.max(0, 1 - (error / limit) ** 2) ** 2;
      xx += (weight * reach * reach) / sigma ** 2;
      xy += (weight * reach * bow) / sigma ** 2;
      squares += weight * error * error;
      total += weight;
      if (weight > bows.agreeing) lines++;
    }
    if (!(xx > 0)) return undefined;
    const scatter = Math.max(1, squares / Math.max(1, total - 1));
    result = { slope: xy / xx, sigma: Math.sqrt(scatter / xx), lines };
  }
  return result;
}

/** The correction of a bow that is sure, with what else of the lens is corrected; `undefined` if it is not certain. */
function correctionOfBow(
  { cornerShift, sigma, lines }: Bow,
  { width, height }: Pick<IntegerImage, "width" | "height">,
  known: LensCorrection | undefined,
): LensCorrection | undefined {
  const shift = Math.abs(cornerShift);
  const [leastShift, mostShift] = bows.shifts;
  if (lines < bows.leastLines || shift < bows.leastSigmas * sigma || shift < leastShift || shift > mostShift)
    return undefined;
  const unitsPerPx = 2 / Math.hypot(Math.max(1, width - 1), Math.max(1, height - 1));
  const unscaled = { ...known, width, height, scale: 1, distortion: { unitsPerPx, terms: [1, 0, cornerShift] } };
  const scale = fittingScale(unscaled);
  return scale === undefined ? undefined : { ...unscaled, scale };
}
