import { parseArgs } from "node:util";
import { solveCholesky } from "../../src/ops/index.ts";
import {
  type Evidence,
  edgesOf,
  findSegments,
  focalLengthOf,
  levelHomography,
  type View,
  weighTilts,
} from "../../src/stages/perspective/index.ts";
import { testContext } from "../../test/support/context.ts";
import { meanLeanDeg } from "../../test/support/upright-truth.ts";
import { kinds, takePicture } from "./trial.ts";

const usage = `Fits the weights of src/stages/perspective/belief.ts and prints them: npx tsx bench/perspective/fit.ts [--scenes 200]
bench/perspective/run.ts reports on other seeds.`;

/** The first seeds of two ranges, half of the scenes from each. */
const SEED_RANGES = [1, 1001];

/** A tilt that leaves no more than this mean lean, in degrees, is right. */
const RIGHT_DEG = 0.35;
/** Keeps weights small that the scenes do not decide: the prior's precision, weights being in standard deviations. */
const RIDGE = 1;

interface Sample {
  readonly evidence: Evidence;
  readonly isRight: boolean;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { scenes: { type: "string", default: "200" }, help: { type: "boolean" } } });
  if (values.help) return console.log(usage);
  const samples: Sample[] = [];
  for (let i = 0; i < Number(values.scenes); i++) {
    const seed = SEED_RANGES[i % 2] + Math.floor(i / 2);
    for (const [kind, hold] of kinds) samples.push(...(await samplesOf(takePicture(kind, hold, seed))));
  }
  printWeights(samples);
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

function printWeights(samples: readonly Sample[]): void {
  const names = Object.keys(samples[0].evidence) as (keyof Evidence)[];
  const limits = names.map((name) => {
    const sorted = samples.map(({ evidence }) => evidence[name]).sort((a, b) => a - b);
    return [sorted[Math.floor(sorted.length * 0.01)], sorted[Math.floor(sorted.length * 0.99)]] as const;
  });
  const values = samples.map(({ evidence }) =>
    names.map((name, k) => Math.min(limits[k][1], Math.max(limits[k][0], evidence[name]))),
  );
  const scales = names.map((_, k) => moments(values.map((row) => row[k])));
  const rows = values.map((row) => [1, ...row.map((value, k) => (value - scales[k].mean) / scales[k].sigma)]);
  const found = fitLogistic(
    rows,
    samples.map(({ isRight }) => isRight),
  );
  const weights = names.map((_, k) => found[k + 1] / scales[k].sigma);
  const bias = found[0] - weights.reduce((sum, weight, k) => sum + weight * scales[k].mean, 0);
  console.log(`const bias = ${bias.toFixed(3)};`);
  for (const [k, name] of names.entries()) {
    const [low, high] = limits[k];
    console.log(`  ${name}: { weight: ${weights[k].toFixed(3)}, low: ${low.toFixed(2)}, high: ${high.toFixed(2)} },`);
  }
}

function moments(values: readonly number[]): { readonly mean: number; readonly sigma: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, sigma: Math.sqrt(variance) || 1 };
}

/** Logistic regression by Newton's method, with a ridge on all but the first, constant, column. */
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
