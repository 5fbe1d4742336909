import type { VignettingSample } from "./database.ts";
import { calibrations } from "./params.ts";

interface FocalSample {
  readonly focalMm: number;
  readonly terms: readonly number[];
}

/**
 * How a model's terms go between focal lengths: a number is the term of a lens without the error, and the difference
 * from it is interpolated times the focal length (errors shrink as lenses get longer); "as-is" terms are interpolated
 * themselves.
 */
export type TermRules = readonly (number | "as-is")[];

/**
 * The terms of samples at `focalMm`, as lensfun has them: between two samples by a cubic Hermite curve whose slopes are
 * the neighbours' secants (one-sided at the ends), beyond the ends the end's; samples of one focal length (measured at
 * several apertures) count with their mean. `undefined` without samples, or far outside.
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

export interface Shot {
  readonly focalMm: number;
  readonly fNumber: number;
  readonly distanceM: number;
  /** Focal range of the lens. */
  readonly focalRangeMm: readonly [number, number];
}

/**
 * The vignetting terms of a shot: inverse distance weighting (Shepard 1968) with power 3.5 over focal length (as a part
 * of the lens's range), aperture (4 / f-number) and focus distance (0.1 m / distance), the metric lensfun documents.
 * `undefined` when no sample is near.
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
