import type { ToneMap } from "./rgb-conversion.ts";

/** HDR diffuse white and the usual peak of grading displays (BT.2408-7, section 2). */
const DIFFUSE_WHITE_NITS = 203;
const PEAK_NITS = 1000;

/** PQ code value in [0, 1] to light, 1 = diffuse white. */
export function pqToLight(code: number): number {
  return pqToNits(code) / DIFFUSE_WHITE_NITS;
}

/** SMPTE ST 2084, equation 4.1: code value to nits. */
function pqToNits(code: number): number {
  const root = code ** (1 / 78.84375);
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125);
}

/** SMPTE ST 2084, equation 5.1: nits to code value. */
function nitsToPq(nits: number): number {
  const power = (nits / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
}

/** BT.2100-2, table 5: inverse OETF, then the OOTF of a 1000-nit display (gamma 1.2) channel by channel. */
export function hlgToLight(code: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = code <= 0.5 ? (code * code) / 3 : (Math.exp((code - c) / a) + b) / 12;
  return (PEAK_NITS * scene ** 1.2) / DIFFUSE_WHITE_NITS;
}

const TONE_STEPS = 4096;
const TONE_LIMIT = 10_000 / DIFFUSE_WHITE_NITS;

/** BT.2390-11, 5.4.1: the Hermite knee in PQ that maps the peak onto diffuse white and leaves the lower range alone. */
export function createHdrToneMap(): ToneMap {
  const top = nitsToPq(PEAK_NITS);
  const target = nitsToPq(DIFFUSE_WHITE_NITS) / top;
  const knee = 1.5 * target - 0.5;
  const scales = Float32Array.from({ length: TONE_STEPS + 2 }, (_, i) => {
    const light = (Math.min(i, TONE_STEPS) / TONE_STEPS) ** 2 * TONE_LIMIT;
    const code = Math.min(1, nitsToPq(light * DIFFUSE_WHITE_NITS) / top);
    if (code <= knee) return 1;
    const t = (code - knee) / (1 - knee);
    const mapped =
      (2 * t ** 3 - 3 * t ** 2 + 1) * knee +
      (t ** 3 - 2 * t ** 2 + t) * (1 - knee) +
      (3 * t ** 2 - 2 * t ** 3) * target;
    return pqToNits(mapped * top) / DIFFUSE_WHITE_NITS / light;
  });
  return (peak) => {
    const position = Math.sqrt(Math.min(peak, TONE_LIMIT) / TONE_LIMIT) * TONE_STEPS;
    const index = position | 0;
    return scales[index] + (scales[index + 1] - scales[index]) * (position - index);
  };
}
