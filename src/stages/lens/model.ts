import type { EmbeddedLens } from "../../image/index.ts";
import { fittingScale, growsUpTo, type LensCorrection, type RadialModel, solveCholesky } from "../../ops/index.ts";
import type { LensEntry, VignettingSample } from "./database.ts";
import { calibrations, sensors } from "./params.ts";

/** Errors to correct. */
export interface Wanted {
  /** Curved straight lines. */
  readonly distortion: boolean;
  /** Colour fringes (lateral chromatic aberration). */
  readonly tca: boolean;
  /** Fall-off of light towards the corners. */
  readonly vignetting: boolean;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Crop factor of the camera. */
  readonly crop: number;
}

const distortionRules: TermRules = [1, 0, 0, 0, 0];
const tcaRules: TermRules = ["as-is", 0, 0, "as-is", 0, 0];

/**
 * Builds the correction of one shot from the entries of its lens, by lensfun's definitions of its models: each kind of
 * error from the entry measured on the smallest sensor that covers the camera's. Kinds without a usable calibration are
 * omitted; `undefined` if all are.
 */
export function buildCorrection(
  entries: readonly LensEntry[],
  shot: Shot,
  frame: Frame,
  wanted: Wanted,
): LensCorrection | undefined {
  const { width, height, crop } = frame;
  const diagonalPx = Math.hypot(Math.max(1, width - 1), Math.max(1, height - 1)) / 2;
  const covering = entries
    .filter((entry) => entry.crop <= crop * sensors.cropSlack)
    .toSorted((a, b) => b.crop - a.crop);
  // Radii in half diagonals of the calibration sensor, or in halves of its shorter side.
  const diagonals = (entry: LensEntry): number => entry.crop / crop / diagonalPx;
  const shortSides = (entry: LensEntry): number => diagonals(entry) * Math.hypot(entry.aspect, 1);

  const distortion = firstModel(covering, wanted.distortion, shortSides, (e) =>
    termsAtFocal(e.distortion, shot.focalMm, distortionRules),
  );
  const tca = firstModel(covering, wanted.tca, shortSides, (e) => termsAtFocal(e.tca, shot.focalMm, tcaRules));
  const vignetting = firstModel(covering, wanted.vignetting, diagonals, (e) => vignettingAt(e.vignetting, shot));
  const isSound = !distortion || growsUpTo(distortion, diagonalPx * 1.1);
  if (!isSound || (!distortion && !tca && !vignetting)) return undefined;
  const unscaled: LensCorrection = {
    width,
    height,
    scale: 1,
    ...(distortion && { distortion }),
    ...(tca && { tca: { unitsPerPx: tca.unitsPerPx, red: tca.terms.slice(0, 3), blue: tca.terms.slice(3) } }),
    ...(vignetting && { vignetting }),
  };
  const scale = fittingScale(unscaled);
  return scale === undefined ? undefined : { ...unscaled, scale };
}

function firstModel(
  entries: readonly LensEntry[],
  isWanted: boolean,
  unitsOf: (entry: LensEntry) => number,
  termsOf: (entry: LensEntry) => readonly number[] | undefined,
): RadialModel | undefined {
  if (!isWanted) return undefined;
  for (const entry of entries) {
    const terms = termsOf(entry);
    if (terms) return { unitsPerPx: unitsOf(entry), terms };
  }
  return undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Errors to correct by the data of the file. */
interface WantedOfFile {
  readonly distortion: boolean;
  readonly tca: boolean;
}

/** Number of terms per polynomial; for the values of Sony and Fujifilm the fit is within 0.0001 of the radius. */
const TERMS = { distortion: 6, tca: 3 };

/**
 * Builds a correction from the lens data of a RAW file, plus what a measured profile adds (`measured`): vignetting
 * always, fringes if the file has none. `undefined` if the file's values are invalid.
 */
export function embeddedCorrection(
  lens: EmbeddedLens,
  size: Size,
  wanted: WantedOfFile,
  measured: LensCorrection | undefined,
): LensCorrection | undefined {
  const diagonalPx = Math.hypot(Math.max(1, size.width - 1), Math.max(1, size.height - 1)) / 2;
  const unitsPerPx = 1 / diagonalPx;
  const distortion = wanted.distortion && fitted(lens.radii, lens.distortion, TERMS.distortion);
  if (wanted.distortion && !(distortion && growsUpTo({ unitsPerPx, terms: distortion }, diagonalPx))) return undefined;
  const own = wanted.tca ? fringesOf(lens, unitsPerPx) : undefined;
  const tca = own ?? measured?.tca;
  const vignetting: RadialModel | undefined = measured?.vignetting;
  const unscaled: LensCorrection = {
    ...size,
    scale: 1,
    ...(distortion && { distortion: { unitsPerPx, terms: distortion } }),
    ...(tca && { tca }),
    ...(vignetting && { vignetting }),
  };
  if (!distortion && !tca && !vignetting) return undefined;
  const scale = fittingScale(unscaled);
  return scale === undefined ? undefined : { ...unscaled, scale };
}

function fringesOf({ radii, distortion, fringes }: EmbeddedLens, unitsPerPx: number): LensCorrection["tca"] {
  if (!fringes) return undefined;
  const inFile = radii.map((radius, i) => radius * distortion[i]);
  const [red, blue] = [fringes.red, fringes.blue].map((factors) => fitted(inFile, factors, TERMS.tca));
  return red && blue ? { unitsPerPx, red, blue } : undefined;
}

/** Least-squares fit to the shifts of points: terms with factor ≈ t0 + t1 r + t2 r² + …. */
function fitted(radii: readonly number[], factors: readonly number[], most: number): readonly number[] | undefined {
  const count = Math.min(most, radii.length - 1);
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  for (const [k, r] of radii.entries()) {
    for (let i = 0; i < count; i++) {
      right[i] += r * r * factors[k] * r ** i;
      for (let j = 0; j <= i; j++) matrix[i * count + j] += r * r * r ** (i + j);
    }
  }
  const terms = solveCholesky(matrix, right, 1e-13);
  return terms && [...terms];
}

interface FocalSample {
  readonly focalMm: number;
  readonly terms: readonly number[];
}

/**
 * Interpolation of a model's terms between focal lengths: a number is the term of a lens without the error, and the
 * difference from it is interpolated times the focal length (errors shrink as lenses get longer); "as-is" terms are
 * interpolated directly.
 */
export type TermRules = readonly (number | "as-is")[];

/**
 * The terms of samples at `focalMm`, by lensfun's rules: between two samples by a cubic Hermite curve whose slopes are
 * the neighbours' secants (one-sided at the ends), beyond the ends constant; samples of one focal length (measured at
 * several apertures) are averaged. `undefined` without samples, or far outside.
 */
export function termsAtFocal(
  samples: readonly FocalSample[],
  focalMm: number,
  rules: TermRules,
): readonly number[] | undefined {
  const sorted = meansByFocal(samples);
  const above = sorted.findIndex((sample) => sample.focalMm >= focalMm);
  if (above > 0 && sorted[above].focalMm > focalMm) return hermite(sorted, above - 1, focalMm, rules);
  const nearest = above < 0 ? sorted.at(-1) : sorted[above];
  if (!nearest) return undefined;
  const ratio = nearest.focalMm / focalMm;
  return ratio > calibrations.focalSlack || ratio < 1 / calibrations.focalSlack ? undefined : nearest.terms;
}

function meansByFocal(samples: readonly FocalSample[]): FocalSample[] {
  const groups = new Map<number, FocalSample[]>();
  for (const sample of samples) groups.set(sample.focalMm, [...(groups.get(sample.focalMm) ?? []), sample]);
  return [...groups]
    .map(([focalMm, group]) => ({
      focalMm,
      terms: group[0].terms.map((_, k) => group.reduce((sum, { terms }) => sum + terms[k], 0) / group.length),
    }))
    .sort((a, b) => a.focalMm - b.focalMm);
}

function hermite(sorted: readonly FocalSample[], i: number, focalMm: number, rules: TermRules): readonly number[] {
  const [p1, p2] = [sorted[i], sorted[i + 1]];
  const p0 = i > 0 ? sorted[i - 1] : undefined;
  const p3 = sorted[i + 2];
  const t = (focalMm - p1.focalMm) / (p2.focalMm - p1.focalMm);
  const [t2, t3] = [t * t, t * t * t];
  return rules.map((rule, k) => {
    const levelOf = ({ terms, focalMm: at }: FocalSample): number =>
      rule === "as-is" ? terms[k] : (terms[k] - rule) * at;
    const [y1, y2] = [levelOf(p1), levelOf(p2)];
    const slope1 = p0 ? (y2 - levelOf(p0)) / 2 : y2 - y1;
    const slope2 = p3 ? (levelOf(p3) - y1) / 2 : y2 - y1;
    const y = (2 * t3 - 3 * t2 + 1) * y1 + (t3 - 2 * t2 + t) * slope1 + (3 * t2 - 2 * t3) * y2 + (t3 - t2) * slope2;
    return rule === "as-is" ? y : rule + y / focalMm;
  });
}

interface Shot {
  readonly focalMm: number;
  readonly fNumber: number;
  readonly distanceM: number;
  /** Focal range of the lens. */
  readonly focalRangeMm: readonly [number, number];
}

/**
 * The vignetting terms of a shot: inverse distance weighting (Shepard 1968) with power 3.5 over focal length (relative
 * to the lens's range), aperture (4 / f-number) and focus distance (0.1 m / distance), the metric that lensfun
 * documents. `undefined` if no sample is near.
 */
export function vignettingAt(samples: readonly VignettingSample[], shot: Shot): readonly number[] | undefined {
  const [shortest, longest] = shot.focalRangeMm;
  const span = Math.max(longest - shortest, 1e-6);
  const position = (s: Pick<Shot, "focalMm" | "fNumber" | "distanceM">): readonly [number, number, number] => [
    longest > shortest ? (s.focalMm - shortest) / span : 0,
    4 / s.fNumber,
    0.1 / s.distanceM,
  ];
  const [focal, aperture, nearness] = position(shot);
  const sums = [0, 0, 0];
  let total = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const sample of samples) {
    const [f, a, n] = position(sample);
    const distance = Math.hypot(f - focal, a - aperture, n - nearness);
    if (distance < 1e-4) return sample.terms;
    nearest = Math.min(nearest, distance);
    const weight = distance ** -3.5;
    for (let k = 0; k < 3; k++) sums[k] += sample.terms[k] * weight;
    total += weight;
  }
  return nearest > calibrations.maxVignettingDistance ? undefined : sums.map((sum) => sum / total);
}
