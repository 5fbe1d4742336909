import { type EvidenceScale, evidenceTerms, type OddsModel, solveCholesky } from "../src/ops/index.ts";

/** One case: its evidence, and whether the conclusion was right. */
export interface OddsSample<Name extends string> {
  readonly evidence: Readonly<Record<Name, number>>;
  readonly isRight: boolean;
}

interface OddsFit {
  /** Precision of the weights' prior, for weights that the samples do not determine. */
  readonly ridge: number;
  /** Whether pairwise products of evidence are terms, too. */
  readonly withProducts: boolean;
}

/** Fits the log-odds of a conclusion by logistic regression on standardised terms. */
export function fitOdds<Name extends string>(
  samples: readonly OddsSample<Name>[],
  { ridge, withProducts }: OddsFit,
): OddsModel<Name> {
  const scales = scalesOf(samples);
  const terms = samples.map(({ evidence }) => evidenceTerms(evidence, scales, withProducts));
  const spreads = terms[0].map((_, k) => moments(terms.map((row) => row[k])));
  const rows = terms.map((row) => [1, ...row.map((value, k) => (value - spreads[k].mean) / spreads[k].sigma)]);
  const isRight = samples.map((sample) => sample.isRight);
  const found = fitLogistic(rows, isRight, ridge);
  const weights = spreads.map(({ sigma }, k) => found[k + 1] / sigma);
  const bias = weights.reduce((sum, weight, k) => sum - weight * spreads[k].mean, found[0]);
  return { bias: round(bias, 4), scales, weights: weights.map((weight) => round(weight, 4)) };
}

/** Source of a module with a fitted model; `origin` says what it was fitted on and by which script. */
export function sourceOf<Name extends string>({ bias, scales, weights }: OddsModel<Name>, origin: string): string {
  return `/** ${origin} */
export const bias = ${bias};

/** Range, mean and standard deviation of each kind of evidence over those samples. */
export const scales = [
${scales.map((scale) => `  ${JSON.stringify(scale)},`).join("\n")}
] as const;

/** Weights of the terms of \`evidenceTerms\`, in the same order. */
export const weights: readonly number[] = [${weights.join(", ")}];
`;
}

function scalesOf<Name extends string>(samples: readonly OddsSample<Name>[]): EvidenceScale<Name>[] {
  const names = Object.keys(samples[0].evidence) as Name[];
  return names.map((name) => {
    const sorted = samples.map(({ evidence }) => evidence[name]).sort((a, b) => a - b);
    const [low, high] = [0.01, 0.99].map((share) => round(sorted[Math.floor(sorted.length * share)], 2));
    const { mean, sigma } = moments(sorted.map((value) => Math.min(high, Math.max(low, value))));
    return { name, low, high, mean: round(mean, 3), sigma: round(sigma, 3) || 1 };
  });
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

function moments(values: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, sigma: Math.sqrt(variance) || 1 };
}

/** Newton's method, with a ridge on all columns except the first, constant one. */
function fitLogistic(
  rows: readonly (readonly number[])[],
  isRight: readonly boolean[],
  ridge: number,
): readonly number[] {
  const n = rows[0].length;
  let weights: readonly number[] = Array(n).fill(0);
  for (let pass = 0; pass < 40; pass++) {
    const gradient = weights.map((weight, i) => (i > 0 ? ridge * weight : 0));
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++) matrix[i * n + i] = i > 0 ? ridge : 1e-6;
    for (const [s, row] of rows.entries()) {
      const p = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i], 0)));
      for (let i = 0; i < n; i++) {
        gradient[i] += (p - (isRight[s] ? 1 : 0)) * row[i];
        for (let j = 0; j <= i; j++) matrix[i * n + j] += p * (1 - p) * row[i] * row[j];
      }
    }
    const step = solveCholesky(matrix, gradient);
    if (!step) throw new Error("the samples do not determine the weights");
    weights = weights.map((weight, i) => weight - step[i]);
  }
  return weights;
}
