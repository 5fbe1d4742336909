import type { Evidence } from "./evidence.ts";

interface Weight {
  readonly weight: number;
  /** Values outside are taken as these: 1st and 99th percentile of what it was fitted on. */
  readonly low: number;
  readonly high: number;
}

/** Fitted by bench/perspective/fit.ts on 2,600 drawn scenes, forests and leaning ladders among them. */
const bias = -1.165;
const weights: Readonly<Record<keyof Evidence, Weight>> = {
  edges: { weight: -0.591, low: 1.1, high: 4.47 },
  share: { weight: 1.813, low: 0.07, high: 1.0 },
  uncertainty: { weight: -0.67, low: -2.23, high: 1.55 },
  scatter: { weight: -0.443, low: 0.09, high: 1.72 },
  misses: { weight: -0.398, low: -3.0, high: 1.26 },
  columns: { weight: 0.062, low: 1.0, high: 15.0 },
  span: { weight: 1.424, low: 0.0, high: 1.0 },
  grid: { weight: 0.597, low: 0.0, high: 0.9 },
  gridGain: { weight: 0.367, low: -0.96, high: 0.94 },
  gridLength: { weight: -0.085, low: 0.0, high: 2.81 },
  gridAndColumns: { weight: 0.212, low: 0.0, high: 24.0 },
  gridShare: { weight: -1.761, low: 0.0, high: 1.0 },
  gridSigma: { weight: -0.602, low: -1.36, high: 1.99 },
  gridZ: { weight: -0.798, low: 0.03, high: 16.45 },
  rivalGrid: { weight: 1.093, low: -1.88, high: 2.12 },
  fragility: { weight: 0.32, low: -3.0, high: 3.32 },
  shareOfFragile: { weight: -1.071, low: -2.91, high: 1.51 },
  roll: { weight: -0.539, low: 0.0, high: 17.33 },
  pitch: { weight: -0.052, low: 0.01, high: 29.76 },
  tiltSize: { weight: -0.14, low: 0.02, high: 30.97 },
};

/** The probability, 0 to 1, that a tilt with this evidence is the camera's to 0.35°. */
export function beliefIn(evidence: Evidence): number {
  let sum = bias;
  for (const [name, { weight, low, high }] of Object.entries(weights)) {
    sum += weight * Math.min(high, Math.max(low, evidence[name as keyof Evidence]));
  }
  return 1 / (1 + Math.exp(-sum));
}
