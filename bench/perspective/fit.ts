import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
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
import { fitOdds, type OddsSample, sourceOf } from "../log-odds.ts";
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

type Sample = OddsSample<keyof Evidence>;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seeds: { type: "string", default: "800" }, help: { type: "boolean" } } });
  if (values.help) return console.log(usage);
  const samples: Sample[] = [];
  for (let i = 0; i < Number(values.seeds); i++) {
    const seed = SEED_RANGES[i % 2] + Math.floor(i / 2);
    for (const [kind, hold] of kinds) samples.push(...(await samplesOf(takePicture(kind, hold, seed))));
  }
  const path = new URL("../../src/stages/perspective/confidence-weights.ts", import.meta.url);
  const scenes = Number(values.seeds) * kinds.length;
  const origin = `Written by bench/perspective/fit.ts; fitted on ${scenes} drawn scenes.`;
  await writeFile(path, sourceOf(fitOdds(samples, { ridge: RIDGE, withProducts: true }), origin));
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

await main();
