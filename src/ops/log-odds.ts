/** Distribution of one kind of evidence over the samples on which the weights were fitted. */
export interface EvidenceScale<Name extends string> {
  readonly name: Name;
  /** 1st and 99th percentile; values are clamped to this range. */
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly sigma: number;
}

/** Logistic regression on kinds of evidence, as bench/log-odds.ts fits it. */
export interface OddsModel<Name extends string> {
  /** Log-odds in nats if all terms are 0. */
  readonly bias: number;
  readonly scales: readonly EvidenceScale<Name>[];
  /** Weights of the terms of {@link evidenceTerms}, in their order; of the first, plain ones if there are no more. */
  readonly weights: readonly number[];
}

/** Natural logarithm of the odds that the conclusion is right, given the evidence. */
export function logOdds<Name extends string>(
  evidence: Readonly<Record<Name, number>>,
  { bias, scales, weights }: OddsModel<Name>,
): number {
  const terms = evidenceTerms(evidence, scales, weights.length > scales.length);
  return terms.reduce((total, term, i) => total + weights[i] * term, bias);
}

/**
 * Each kind of evidence in standard deviations from its mean. `withProducts`: followed by their pairwise products,
 * including squares, for conclusions that hardly any kind of evidence supports alone.
 */
export function evidenceTerms<Name extends string>(
  evidence: Readonly<Record<Name, number>>,
  scales: readonly EvidenceScale<Name>[],
  withProducts: boolean,
): number[] {
  const values = scales.map(({ name, low, high, mean, sigma }) => {
    return (Math.min(high, Math.max(low, evidence[name])) - mean) / sigma;
  });
  if (!withProducts) return values;
  return [...values, ...values.flatMap((value, i) => values.slice(i).map((other) => value * other))];
}
