import { type F32, type IntegerImage, maxValueOf } from "../../image/index.ts";
import { channelShift, halvedReach, shiftSmooth } from "../../kernels/index.ts";
import {
  biweightTuning,
  fittingScale,
  type LensCorrection,
  medianOf,
  sigmaPerMad,
  solveCholesky,
} from "../../ops/index.ts";
import type { StageContext } from "../context.ts";
import { fringeLimits } from "./params.ts";

/**
 * Share of its slope energy, and so of certainty, that green keeps after losing fine detail: σ of the two binomials.
 */
const slopeKept = Math.sqrt(shiftSmooth / (shiftSmooth + halvedReach));

/** Red or blue relative to green: r_channel = r (1 + linear + cubic · ρ²), ρ the radius in half diagonals. */
interface ChannelFringe {
  readonly linear: number;
  readonly cubic: number;
}

interface FoundFringes {
  /** Correction for the rectify stage; absent if the pictures show no certain fringes. */
  readonly tca?: NonNullable<LensCorrection["tca"]>;
  /**
   * Shift of red and blue relative to green in the corner, px; outward is positive. 0 for a channel that is not
   * certain.
   */
  readonly cornerPx: { readonly red: number; readonly blue: number };
  /** Number of measured edges. */
  readonly edges: number;
  /** Reason if nothing is corrected: that of red, then of blue if it differs. */
  readonly reason?: string;
}

const none: ChannelFringe = { linear: 0, cubic: 0 };

/**
 * Measures lateral chromatic aberration in pictures by one lens: red and blue are registered to green along their
 * clearest edges, and a radial shift is fitted (Tukey's biweight by iteratively reweighted least squares), together
 * with a shift of the whole picture, which chroma subsampling causes. `pictures`: of one size and one lens, three
 * channels, the optical axis in the middle; the caller keeps them.
 */
export async function findFringes(pictures: readonly IntegerImage[], { kernels }: StageContext): Promise<FoundFringes> {
  const [{ width, height }] = pictures;
  const halfDiagonal = Math.hypot(Math.max(1, width - 1), Math.max(1, height - 1)) / 2;
  const blockPx = Math.max(fringeLimits.minBlockPx, Math.ceil(Math.max(width, height) / fringeLimits.blocksAcross));
  const [columns, rows] = [Math.ceil(width / blockPx), Math.ceil(height / blockPx)];
  const measure = async (red: ChannelFringe, blue: ChannelFringe, halved: number) => {
    const measured: Edge[] = [];
    for (const { data: source } of pictures) {
      const shifts = new Float32Array(new SharedArrayBuffer(4 * columns * rows * channelShift.length)) as F32;
      const args = {
        ...{
          source,
          shifts,
          width,
          height,
          blockPx,
          spacing: fringeLimits.spacing,
          max: maxValueOf(source),
          halved,
          ...fringeLimits.clear,
        },
        ...{ unitsPerPx: 1 / halfDiagonal, redLinear: red.linear, redCubic: red.cubic },
        ...{ blueLinear: blue.linear, blueCubic: blue.cubic },
      };
      await kernels.run("channelShifts", args, rows, 4);
      measured.push(...edgesOf(shifts, { width, height }, halfDiagonal));
    }
    return measured;
  };
  let [red, blue] = [none, none];
  const asStored = [await measure(red, blue, 0), await measure(red, blue, 1)];
  const [whole, half] = asStored.map((each) => medianOf(each.flatMap(({ sure }) => sure.filter((one) => one > 0))));
  const halved = half > slopeKept * whole ? 1 : 0;
  let edges = asStored[halved];
  for (let round = 0; round < fringeLimits.rounds; round++) {
    // Another round could not make this large enough.
    if (round > 0 && largest([red, blue], halfDiagonal) < fringeLimits.minShiftPx / 2) break;
    if (round > 0) edges = await measure(red, blue, halved);
    const more = [0, 1].map((channel) => fitShifts(edges, channel));
    const [moreRed, moreBlue] = more;
    if (!moreRed || !moreBlue) return { cornerPx: { red: 0, blue: 0 }, edges: edges.length, reason: "too few edges" };
    red = { linear: red.linear + moreRed.linear, cubic: red.cubic + moreRed.cubic };
    blue = { linear: blue.linear + moreBlue.linear, cubic: blue.cubic + moreBlue.cubic };
  }
  const doubts = [red, blue].map((each, channel) => doubtOf(edges, channel, each, halfDiagonal));
  const [sureRed, sureBlue] = [red, blue].map((each, channel) => (doubts[channel] ? none : each));
  const corner = (each: ChannelFringe) => shiftAt(each, 1, halfDiagonal);
  const found = { cornerPx: { red: corner(sureRed), blue: corner(sureBlue) }, edges: edges.length };
  if (sureRed === none && sureBlue === none) {
    const [ofRed, ofBlue] = doubts;
    return { ...found, reason: ofRed === ofBlue ? `${ofRed}` : `${ofRed}; ${ofBlue}` };
  }
  const terms = ({ linear, cubic }: ChannelFringe) => [1 + linear, 0, cubic];
  return { ...found, tca: { unitsPerPx: 1 / halfDiagonal, red: terms(sureRed), blue: terms(sureBlue) } };
}

/** A picture's correction with fringes measured in it; unchanged if the combination is invalid. */
export function withFringes(
  correction: LensCorrection | undefined,
  tca: NonNullable<LensCorrection["tca"]>,
  { width, height }: Pick<IntegerImage, "width" | "height">,
): LensCorrection | undefined {
  const unscaled = { ...(correction ?? { width, height }), tca, scale: 1 };
  const scale = fittingScale(unscaled);
  return scale === undefined ? correction : { ...unscaled, scale };
}

/** One measured edge. */
interface Edge {
  /** Position relative to the centre, in half diagonals. */
  readonly x: number;
  readonly y: number;
  /** Effect of a radial shift along the edge's normal: px for a linear term of 1. */
  readonly radial: number;
  readonly normal: readonly [number, number];
  /** Shifts of red and blue along the normal, px, and their 1 / variance. */
  readonly shift: readonly [number, number];
  readonly sure: readonly [number, number];
}

function edgesOf(shifts: F32, { width, height }: Pick<IntegerImage, "width" | "height">, halfDiagonal: number): Edge[] {
  const edges: Edge[] = [];
  const { at, length } = channelShift;
  for (let i = 0; i < shifts.length / length; i++) {
    if (shifts[i * length + at.redSure] === 0 && shifts[i * length + at.blueSure] === 0) continue;
    const { column, row, normalX, normalY, red, redSure, blue, blueSure } = channelShift.read(shifts, i);
    const [x, y] = [(column - (width - 1) / 2) / halfDiagonal, (row - (height - 1) / 2) / halfDiagonal];
    const radial = (x * normalX + y * normalY) * halfDiagonal;
    edges.push({ x, y, radial, normal: [normalX, normalY], shift: [red, blue], sure: [redSure, blueSure] });
  }
  return edges;
}

interface Fit extends ChannelFringe {
  /** Variances of `linear` and `cubic`, and their covariance. */
  readonly covariance: readonly [number, number, number];
}

const unknowns = 4;

/** Robust fit of the shift to the edges. */
function fitShifts(edges: readonly Edge[], channel: number): Fit | undefined {
  const known = edges.filter(({ sure }) => sure[channel] > 0);
  if (known.length < 2 * unknowns) return undefined;
  const rows = Float64Array.from(
    known.flatMap(({ x, y, radial, normal }) => [radial, radial * (x * x + y * y), normal[0], normal[1]]),
  );
  const shifts = Float64Array.from(known, ({ shift }) => shift[channel]);
  const base = Float64Array.from(known, ({ sure }) => 1 / (1 / sure[channel] + fringeLimits.minDeviation ** 2));
  let weights = base;
  let solved: Float64Array | undefined;
  let normalMatrix = new Float64Array(unknowns * unknowns);
  for (let round = 0; round < fringeLimits.fitRounds; round++) {
    const { matrix, right } = normalEquations(rows, weights, shifts);
    normalMatrix = matrix;
    solved = solveCholesky(matrix, right, 1e-12);
    if (!solved) return undefined;
    const offs = offsFrom(solved, rows, shifts, base);
    const scale = sigmaPerMad * medianOf(offs.map(Math.abs));
    weights = weightsOf(offs, base, scale);
  }
  if (!solved) return undefined;
  const covariance = covarianceOf(normalMatrix);
  return covariance && { linear: solved[0], cubic: solved[1], covariance };
}

// The loops of the fit are separate functions, so that the JavaScript engine compiles only them, and only once.

/** The lower triangle of the matrix and the right side; `rows` has `unknowns` factors an edge. */
function normalEquations(rows: Float64Array, weights: Float64Array, shifts: Float64Array) {
  const matrix = new Float64Array(unknowns * unknowns);
  const right = new Float64Array(unknowns);
  for (let k = 0; k < weights.length; k++) {
    const row = k * unknowns;
    for (let i = 0; i < unknowns; i++) {
      const weighted = weights[k] * rows[row + i];
      right[i] += weighted * shifts[k];
      for (let j = 0; j <= i; j++) matrix[i * unknowns + j] += weighted * rows[row + j];
    }
  }
  return { matrix, right };
}

/** What a solution leaves of each shift, in its standard deviations. */
function offsFrom(solved: Float64Array, rows: Float64Array, shifts: Float64Array, base: Float64Array): Float64Array {
  const offs = new Float64Array(shifts.length);
  for (let k = 0; k < offs.length; k++) {
    let fitted = 0;
    for (let i = 0; i < unknowns; i++) fitted += rows[k * unknowns + i] * solved[i];
    offs[k] = (shifts[k] - fitted) * Math.sqrt(base[k]);
  }
  return offs;
}

function weightsOf(offs: Float64Array, base: Float64Array, scale: number): Float64Array<ArrayBuffer> {
  const reach = biweightTuning * Math.max(scale, 1e-6);
  const weights = new Float64Array(offs.length);
  for (let k = 0; k < weights.length; k++) {
    weights[k] = (base[k] * Math.max(0, 1 - (offs[k] / reach) ** 2) ** 2) / Math.max(1, scale * scale);
  }
  return weights;
}

/** Covariance of the first two unknowns. */
function covarianceOf(matrix: Float64Array): Fit["covariance"] | undefined {
  const columns = [0, 1].map((k) => {
    const right = new Float64Array(unknowns);
    right[k] = 1;
    return solveCholesky(matrix.slice(), right, 1e-12);
  });
  const [first, second] = columns;
  return first && second ? [first[0], second[1], first[1]] : undefined;
}

/** Reason if the shifts of a channel are not certain enough to be corrected. */
function doubtOf(
  edges: readonly Edge[],
  channel: number,
  found: ChannelFringe,
  halfDiagonal: number,
): string | undefined {
  const known = edges.filter(({ sure }) => sure[channel] > 0);
  const outer = known.filter(({ x, y }) => Math.hypot(x, y) >= fringeLimits.outerFrom);
  const seen = new Set(
    outer.map(
      ({ x, y }) => Math.floor(((Math.atan2(y, x) / Math.PI + 1) / 2) * fringeLimits.sectors) % fringeLimits.sectors,
    ),
  );
  if (
    known.length < fringeLimits.minEdges ||
    outer.length < fringeLimits.minOuter ||
    seen.size < fringeLimits.minSectors
  )
    return "too few edges";
  const most = largest([found], halfDiagonal);
  if (most < fringeLimits.minShiftPx) return "no visible fringes";
  if (most > fringeLimits.maxShiftPx) return "shifts larger than those of any lens";
  // The residual of the last round shows how certain it is.
  const left = fitShifts(known, channel);
  const halves = [0, 1].map((half) =>
    fitShifts(
      known.filter((_, i) => i % 2 === half),
      channel,
    ),
  );
  if (!left) return "too few edges";
  let isCertain = false;
  for (const r of fringeLimits.radii) {
    const [a, b, ab] = left.covariance;
    const deviation = r * Math.sqrt(Math.max(0, a + 2 * ab * r * r + b * r ** 4)) * halfDiagonal;
    const shift = Math.abs(shiftAt(found, r, halfDiagonal));
    if (shift >= fringeLimits.minShiftPx && shift > fringeLimits.minSigmas * deviation) isCertain = true;
    const [one, other] = halves.map((half) => (half ? shiftAt(half, r, halfDiagonal) : Number.POSITIVE_INFINITY));
    if (!(Math.abs(one - other) <= Math.max(fringeLimits.halvesPx, fringeLimits.halvesPart * shift)))
      return "edges disagree";
  }
  return isCertain ? undefined : "shifts that are not certain";
}

/** Shift of a channel relative to green at a radius in half diagonals, px. */
function shiftAt({ linear, cubic }: ChannelFringe, r: number, halfDiagonal: number): number {
  return r * (linear + cubic * r * r) * halfDiagonal;
}

function largest(fringes: readonly ChannelFringe[], halfDiagonal: number): number {
  return Math.max(
    ...fringes.flatMap((each) => fringeLimits.radii.map((r) => Math.abs(shiftAt(each, r, halfDiagonal)))),
  );
}
