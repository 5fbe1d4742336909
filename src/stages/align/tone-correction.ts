import { solveCholesky } from "../../ops/index.ts";
import { lumaPyramid, toneCorrection } from "./params.ts";
import type { ToneMatch, TonePair } from "./tone-match.ts";

interface Datum {
  readonly at: number;
  readonly off: number;
  readonly sigma: number;
  readonly limit: number;
}

/**
 * Corrects the tones of a match where pixels contradict it. A curve stiff enough for an unknown motion cannot follow a
 * camera's shoulder through a few pixels of each tone; it is wrong by a tenth there, and a wrong tone pulls the edges
 * between it and the next one all in the same direction. Once the motion is known, a few pixels suffice: the difference
 * is fitted by a smooth curve with Geman-McClure weights, held to 0 where there are no pixels.
 */
export function correctTone(tone: ToneMatch, pairs: readonly TonePair[]): ToneMatch {
  const code = codeOf(tone.dark);
  const error = (tones: { readonly share: number; readonly codes: number }, value: number) =>
    tones.share * value + tones.codes * code;
  const data = pairs
    .filter(({ bright }) => bright < lumaPyramid.clipAt - 1 / 128)
    .map(({ bright, dark, weight }): Datum => {
      const value = lookUp(tone.bright, bright);
      const sigma = Math.hypot(
        error(toneCorrection.pairError, value),
        error(toneCorrection.pixelError, value) / Math.sqrt(weight),
      );
      return {
        at: bright * (toneCorrection.knots - 1),
        off: lookUp(tone.dark, dark) - value,
        sigma,
        limit: error(toneCorrection.reject, value),
      };
    });
  const priors = Float64Array.from({ length: toneCorrection.knots }, (_, i) =>
    error(toneCorrection.matchError, lookUp(tone.bright, i / (toneCorrection.knots - 1))),
  );
  const total = new Float64Array(toneCorrection.knots);
  for (let pass = 0; pass < toneCorrection.passes; pass++) {
    const left = data.map((datum) => ({ ...datum, off: datum.off - valueAt(total, datum.at) }));
    let correction = new Float64Array(toneCorrection.knots);
    for (const misfit of toneCorrection.misfits) {
      const solved = fitOnce(left, priors, correction, misfit);
      if (!solved) return tone;
      correction = solved;
    }
    for (let i = 0; i < toneCorrection.knots; i++) total[i] += correction[i];
  }
  return applyTo(tone, total);
}

function fitOnce(
  data: readonly Datum[],
  priors: Float64Array,
  last: Float64Array,
  misfit: number,
): Float64Array<ArrayBuffer> | undefined {
  const matrix = new Float64Array(toneCorrection.knots * toneCorrection.knots);
  const right = new Float64Array(toneCorrection.knots);
  for (const { at, off, sigma, limit } of data) {
    const wrong = (off - valueAt(last, at)) / (misfit * limit);
    const weight = 1 / (sigma * sigma * (1 + wrong * wrong) ** 2);
    const i = Math.min(toneCorrection.knots - 2, Math.floor(at));
    const shares = [1 - (at - i), at - i];
    for (let a = 0; a < 2; a++) {
      right[i + a] += weight * shares[a] * off;
      for (let b = 0; b < 2; b++) matrix[(i + a) * toneCorrection.knots + i + b] += weight * shares[a] * shares[b];
    }
  }
  for (const [i, prior] of priors.entries()) matrix[i * toneCorrection.knots + i] += 1 / (prior * prior);
  const second = [1, -2, 1];
  for (let i = 0; i + 2 < toneCorrection.knots; i++) {
    for (const [a, da] of second.entries()) {
      for (const [b, db] of second.entries())
        matrix[(i + a) * toneCorrection.knots + i + b] += (da * db) / (toneCorrection.bend * toneCorrection.bend);
    }
  }
  return solveCholesky(matrix, right) as Float64Array<ArrayBuffer> | undefined;
}

/** Both tables increase, and end at the tone at which the brighter frame clips. */
function applyTo(tone: ToneMatch, correction: Float64Array): ToneMatch {
  const bright = new Uint16Array(new SharedArrayBuffer(65536 * 2));
  const dark = new Uint16Array(new SharedArrayBuffer(65536 * 2));
  const clip = Math.floor(lumaPyramid.clipAt * 65535);
  let highest = 0;
  for (let i = 0; i <= clip; i++) {
    const value = tone.bright[i] + 65535 * valueAt(correction, (i / 65535) * (toneCorrection.knots - 1));
    highest = Math.min(65535, Math.max(highest, value));
    bright[i] = highest;
  }
  bright.fill(highest, clip + 1);
  for (let i = 0; i < 65536; i++) dark[i] = Math.min(highest, tone.dark[i]);
  return { bright, dark };
}

/** Size of one 8-bit code of the darker frame on the common scale. */
function codeOf(dark: ToneMatch["dark"]): number {
  let most = 1;
  for (let i = 257; i < 65536; i += 257) most = Math.max(most, dark[i] - dark[i - 257]);
  return most / 65535;
}

/** `value` is 0 to 1. */
function lookUp(table: ToneMatch["bright"], value: number): number {
  return table[Math.min(65535, Math.max(0, Math.round(value * 65535)))] / 65535;
}

function valueAt(curve: Float64Array, at: number): number {
  const i = Math.min(toneCorrection.knots - 2, Math.max(0, Math.floor(at)));
  return curve[i] + (curve[i + 1] - curve[i]) * (at - i);
}
