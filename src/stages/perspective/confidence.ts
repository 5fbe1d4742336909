import { bias, scales, weights } from "./confidence-weights.ts";
import type { Evidence } from "./evidence.ts";

/** How the values of one kind of evidence are spread over the scenes that the weights were fitted on. */
export interface Scale {
  readonly name: keyof Evidence;
  /** 1st and 99th percentile; values outside are taken as these. */
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly sigma: number;
}

/**
 * The probability, 0 to 1, that a tilt with this evidence is the camera's to 0.35°: logistic regression on the evidence
 * and the products of each two kinds of it, because hardly any is enough alone. bench/perspective/fit.ts fits it.
 */
export function confidenceIn(evidence: Evidence): number {
  const terms = termsOf(evidence, scales);
  const sum = terms.reduce((total, term, i) => total + weights[i] * term, bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Each kind of evidence in standard deviations from its mean, then their products by two, squares among them. */
export function termsOf(evidence: Evidence, by: readonly Scale[]): number[] {
  const values = by.map(({ name, low, high, mean, sigma }) => {
    return (Math.min(high, Math.max(low, evidence[name])) - mean) / sigma;
  });
  return [...values, ...values.flatMap((value, i) => values.slice(i).map((other) => value * other))];
}
