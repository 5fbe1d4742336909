import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { solveCholesky } from "../../src/ops/index.ts";
import {
  type Evidence,
  edgesOf,
  findSegments,
  focalLengthOf,
  levelHomography,
  type Scale,
  termsOf,
  type View,
  weighTilts,
} from "../../src/stages/perspective/index.ts";
import { testContext } from "../../test/support/context.ts";
import { meanLeanDeg } from "../../test/support/upright-truth.ts";
import { kinds, takePicture } from "./trial.ts";

const usage = `Fits the confidence in a tilt and writes src/stages/perspective/confidence-weights.ts, in some minutes:
npx tsx bench/perspective/fit.ts [--seeds 800]; npm run format afterwards. bench/perspective/run.ts reports on other seeds.`;

/** First seeds of two ranges, half of the scenes from each; every seed gives a scene of each kind. */
const SEED_RANGES = [3001, 4001];

/** Maximum mean lean after a correct tilt, in degrees. */
const RIGHT_DEG = 0.35;
/**
 * Regularisation of weights that the scenes do not determine: the prior's precision, with terms in standard deviations.
 * The best of 3 to 300 on the seeds of one range with weights fitted on the other.
 */
const RIDGE = 10;

interface Sample {
  readonly evidence: Evidence;
  readonly isRight: boolean;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seeds: { type: "string", default: "800" }, help: { type: "boolean" } } });
  if (values.help) return console.log(usage);
  const samples: Sample[] = [];
  for (let i = 0; i < Number(values.seeds); i++) {
    const seed = SEED_RANGES[i % 2] + Math.floor(i / 2);
    for (const [kind, hold] of kinds) samples.push(...(await samplesOf(takePicture(kind, hold, seed))));
  }
  const path = new URL("../../src/stages/perspective/confidence-weights.ts", import.meta.url);
  await writeFile(path, sourceOf(fitWeights(samples), Number(values.seeds) * kinds.length));
}

async function samplesOf({ image, photo, camera }: ReturnType<typeof takePicture>): Promise<Sample[]> {
  const { width, height } = image;
  const { focalPx } = focalLengthOf(photo.lens, width, height);
  const view: View = { width, height, focalPx };
  const edges = edgesOf(await findSegments(image, testContext()), image, undefined, focalPx);
  return weighTilts(edges, view).map(({ estimate, evidence }) => ({
    evidence,
    isRight: meanLeanDeg(levelHomography(estimate.tilt, view), camera, image) <= RIGHT_DEG,
  }));
}

/** Fits weights of standardised terms, and returns them for unscaled terms. */
function fitWeights(samples: readonly Sample[]): {
  bias: number;
  scales: readonly Scale[];
  weights: readonly number[];
} {
  const scales = scalesOf(samples);
  const terms = samples.map(({ evidence }) => termsOf(evidence, scales));
  const spreads = terms[0].map((_, k) => moments(terms.map((row) => row[k])));
  const rows = terms.map((row) => [1, ...row.map((value, k) => (value - spreads[k].mean) / spreads[k].sigma)]);
  const found = fitLogistic(
    rows,
    samples.map(({ isRight }) => isRight),
  );
  const weights = spreads.map(({ sigma }, k) => found[k + 1] / sigma);
  return { bias: weights.reduce((sum, weight, k) => sum - weight * spreads[k].mean, found[0]), scales, weights };
}

function scalesOf(samples: readonly Sample[]): Scale[] {
  const names = Object.keys(samples[0].evidence) as (keyof Evidence)[];
  return names.map((name) => {
    const sorted = samples.map(({ evidence }) => evidence[name]).sort((a, b) => a - b);
    const [low, high] = [0.01, 0.99].map((share) => round(sorted[Math.floor(sorted.length * share)], 2));
    const { mean, sigma } = moments(sorted.map((value) => Math.min(high, Math.max(low, value))));
    return { name, low, high, mean: round(mean, 3), sigma: round(sigma, 3) };
  });
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

function sourceOf({ bias, scales, weights }: ReturnType<typeof fitWeights>, pictures: number): string {
  const shown = scales.map((scale) => `  ${JSON.stringify(scale)},`);
  const values = weights.map((weight) => round(weight, 4));
  return `/** Fitted by bench/perspective/fit.ts on ${pictures} drawn scenes, which writes this file. */
export const bias = ${round(bias, 4)};

/** How each kind of evidence is spread over those scenes. */
export const scales = [
${shown.join("\n")}
] as const;

/** Of the terms of \`termsOf\`, in its order. */
export const weights: readonly number[] = [${values.join(", ")}];
`;
}

function moments(values: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, sigma: Math.sqrt(variance) || 1 };
}

/** Logistic regression by Newton's method, with a ridge on all columns except the first, constant one. */
function fitLogistic(rows: readonly (readonly number[])[], isRight: readonly boolean[]): readonly number[] {
  const n = rows[0].length;
  let weights: readonly number[] = Array(n).fill(0);
  for (let pass = 0; pass < 40; pass++) {
    const gradient = weights.map((weight, i) => (i > 0 ? RIDGE * weight : 0));
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++) matrix[i * n + i] = i > 0 ? RIDGE : 1e-6;
    for (const [s, row] of rows.entries()) {
      const p = 1 / (1 + Math.exp(-row.reduce((sum, value, i) => sum + value * weights[i], 0)));
      for (let i = 0; i < n; i++) {
        gradient[i] += (p - (isRight[s] ? 1 : 0)) * row[i];
        for (let j = 0; j <= i; j++) matrix[i * n + j] += p * (1 - p) * row[i] * row[j];
      }
    }
    const step = solveCholesky(matrix, gradient);
    if (!step) throw new Error("the scenes do not decide the weights");
    weights = weights.map((weight, i) => weight - step[i]);
  }
  return weights;
}

await main();
