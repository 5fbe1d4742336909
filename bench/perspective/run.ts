import { parseArgs } from "node:util";
import { emptyPhoto, identityHomography } from "../../src/image/index.ts";
import { createEngine, type Engine } from "../../src/index.ts";
import { type PerspectiveResult, perspective } from "../../src/stages/perspective/index.ts";
import { testContext } from "../../test/support/context.ts";
import { meanLeanDeg } from "../../test/support/upright-truth.ts";
import { tryBows } from "./bows.ts";
import { tryPhotographs } from "./photos.ts";
import { tryShoots } from "./shoots.ts";
import { straightenedBy } from "./through-enhance.ts";
import { type Hold, kinds, type Trial, takePicture } from "./trial.ts";
import { tryWalls } from "./walls.ts";

const usage = `Draws scenes with and without upright edges, straightens them, and reports the results.
npm run bench -- perspective [--seeds 100] [--from 100001] [--kinds room,forest] [--no-focal] [--enhance] [--list]
--enhance: JPEG to JPEG through the engine, instead of the stage alone.
npm run bench -- perspective --walls [--seeds 100] [--from 100001]: rooms seen almost straight on, with perspective full.
npm run bench -- perspective --bows [--seeds 100] [--from 100001] [--kinds room,attic]: scenes distorted by lenses without a profile.
npm run bench -- perspective --shoots [--seeds 40] [--from 100001]: shoots by one camera without a focal length, shared or not.
npm run bench -- perspective --photos FOLDER [--list]: tilts upright photographs (FOLDER/*/result.*) in six ways each.
Constants are fitted on seeds below 100000.`;

/** Minimum visible lean, in degrees: smaller ones need no correction, and no correction may add more than this. */
const SEEN_DEG = 0.2;
/** Maximum lean after a correction, in degrees. */
const DONE_DEG = 0.35;

interface Outcome {
  readonly kind: string;
  readonly hold: Hold;
  readonly seed: number;
  readonly isBuilt: boolean;
  readonly beforeDeg: number;
  readonly afterDeg: number;
  readonly result: PerspectiveResult;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "100" },
      from: { type: "string", default: "100001" },
      kinds: { type: "string" },
      list: { type: "boolean" },
      walls: { type: "boolean" },
      bows: { type: "boolean" },
      photos: { type: "string" },
      shoots: { type: "boolean" },
      enhance: { type: "boolean" },
      "no-focal": { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  if (values.photos) return tryPhotographs(values.photos, values.list === true);
  if (values.shoots) return tryShoots(Number(values.seeds), Number(values.from));
  if (values.walls) return tryWalls(Number(values.seeds), Number(values.from));
  const wanted = values.kinds?.split(",");
  if (values.bows) return tryBows(Number(values.seeds), Number(values.from), wanted);
  const engine = values.enhance ? createEngine({ workers: 1 }) : undefined;
  const outcomes: Outcome[] = [];
  console.log(
    "| scene | held | pictures | changed | level, changed > 0.2° | leaning, refused | made worse | left, mean / worst |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const [kind, hold] of kinds.filter(([name]) => !wanted || wanted.includes(name))) {
    const of: Outcome[] = [];
    for (let i = 0; i < Number(values.seeds); i++)
      of.push(await tryOne(takePicture(kind, hold, Number(values.from) + i), !values["no-focal"], engine));
    outcomes.push(...of);
    console.log(row(kind, hold, of));
    if (values.list) for (const each of of) listBad(each);
  }
  console.log(`\n${calibration(outcomes)}`);
  await engine?.close();
}

async function tryOne(taken: Trial, isFocalTold: boolean, engine: Engine | undefined): Promise<Outcome> {
  const trial = isFocalTold ? taken : { ...taken, photo: emptyPhoto };
  const { kind, hold, seed, isBuilt, image, photo, camera } = trial;
  const result = await (engine
    ? straightenedBy(engine, trial)
    : perspective({ image, photo, is360: false }, {}, testContext()));
  const lean = (homography = identityHomography) => meanLeanDeg(homography, camera, image);
  return { kind, hold, seed, isBuilt, result, beforeDeg: lean(), afterDeg: lean(result.homography) };
}

const isWorse = ({ beforeDeg, afterDeg }: Outcome) => afterDeg > beforeDeg + SEEN_DEG / 2;
const isLean = ({ beforeDeg }: Outcome) => beforeDeg > 2 * SEEN_DEG;

function row(kind: string, hold: Hold, outcomes: readonly Outcome[]): string {
  const share = (part: readonly Outcome[], of: readonly Outcome[]) =>
    of.length === 0 ? "–" : `${((100 * part.length) / of.length).toFixed(1)} %`;
  const applied = outcomes.filter(({ result }) => result.applied);
  const leaning = outcomes.filter((each) => each.isBuilt && isLean(each));
  const refused = leaning.filter(({ result }) => !result.applied);
  const level = hold === "level" ? outcomes : [];
  const moved = level.filter(({ result, afterDeg }) => result.applied && afterDeg > SEEN_DEG);
  const left = applied.map(({ afterDeg }) => afterDeg);
  const mean = left.reduce((sum, value) => sum + value, 0) / left.length;
  const remains = left.length > 0 ? `${mean.toFixed(2)}° / ${Math.max(...left).toFixed(2)}°` : "–";
  const shares = [
    share(applied, outcomes),
    share(moved, level),
    share(refused, leaning),
    share(outcomes.filter(isWorse), outcomes),
  ];
  return `| ${[kind, hold, outcomes.length, ...shares, remains].join(" | ")} |`;
}

function listBad(outcome: Outcome): void {
  const { kind, hold, seed, isBuilt, beforeDeg, afterDeg, result } = outcome;
  const isMissed = isBuilt && isLean(outcome) && !result.applied;
  const isFalse = result.applied && (!isBuilt || isWorse(outcome));
  if (!isMissed && !isFalse) return;
  const { reason = "corrected", facts } = result;
  const told = `${beforeDeg.toFixed(2)}° → ${afterDeg.toFixed(2)}°, confidence ${facts.confidence.toFixed(2)}`;
  console.log(`    ${kind} ${hold} ${seed}: ${told}: ${reason}`);
}

/** Share of the corrections at each confidence that bring upright edges closer to upright. */
function calibration(outcomes: readonly Outcome[]): string {
  const applied = outcomes.filter(({ result }) => result.applied);
  const steps = [0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.01];
  const rows = steps.slice(0, -1).map((low, i) => {
    const within = applied.filter(
      ({ result }) => result.facts.confidence >= low && result.facts.confidence < steps[i + 1],
    );
    const good = within.filter(({ beforeDeg, afterDeg }) => afterDeg < Math.min(beforeDeg, DONE_DEG));
    const share = within.length > 0 ? `${((100 * good.length) / within.length).toFixed(1)} %` : "–";
    return `| ${low} to ${Math.min(1, steps[i + 1])} | ${within.length} | ${share} |`;
  });
  return ["| confidence | corrections | improve |", "|---|---|---|", ...rows].join("\n");
}

await main();
