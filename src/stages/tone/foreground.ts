import { guidedCoefficients } from "./guided-filter.ts";
import type { Copy } from "./view-mean.ts";

/**
 * Window and edge (display value) of the base that tells where it is dark, the window as a share of the longer edge.
 */
const [radiusShare, edgeStep] = [1 / 24, 0.1];

/**
 * Display value that counts as light enough, the share of the way there (as an exponent; in a fused bracket, whose
 * shade comes from its long exposures), and the most of a lift.
 */
const lightEnough = 0.5;
const [evenness, evennessFused] = [0.6, 0.3];
const mostLift = 2.5;

/**
 * Slopes at black by which dark parts before a bright sky are lifted, for every pixel of the small copy: what lies at
 * the light of the sky stays, so that it is not paid for by the sky's own tones. The base is edge-preserving (guided
 * filter, He, Sun, Tang 2013), so that no halo stands round a roof. `amount` is 0 to 1; 0 gives 1 everywhere.
 */
export function liftForeground(
  { width, height, wrapX }: Copy,
  luma: Float32Array,
  { amount, isFused }: { readonly amount: number; readonly isFused: boolean },
): Float32Array {
  const lifts = new Float32Array(luma.length).fill(1);
  if (amount === 0) return lifts;
  const share = isFused ? evennessFused : evenness;
  const radius = Math.max(1, Math.round(Math.max(width, height) * radiusShare));
  const coefficients = guidedCoefficients({ width, height, data: luma }, radius, edgeStep ** 2, wrapX);
  for (let i = 0; i < lifts.length; i++) {
    const base = Math.max(0.02, coefficients[2 * i] * luma[i] + coefficients[2 * i + 1]);
    lifts[i] = Math.min(mostLift, Math.max(1, lightEnough / base) ** (share * amount));
  }
  return lifts;
}
