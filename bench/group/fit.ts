import { parseArgs } from "node:util";
import { loadViews, simulateShoot, toFrames } from "../../fixtures/shoots/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { solveCholesky } from "../../src/ops/index.ts";
import type { GroupFrame } from "../../src/stages/group/index.ts";
import { findSequences } from "../../src/stages/group/order/index.ts";
import { headerOdds } from "../../src/stages/group/params.ts";
import { Pictures } from "../../src/stages/group/pictures/index.ts";
import { gatherEvidence } from "../../src/stages/group/search/evidence.ts";
import { firstRound, withHabits } from "../../src/stages/group/search/round.ts";
import { collectShots } from "../../src/stages/group/shots/index.ts";
import { InlineExecutor } from "../../src/workers/help.ts";
import { handSetOdds } from "./hand-set-odds.ts";

const usage = `Fits the log-odds of what headers show (headerOdds in src/stages/group/params.ts) and prints them, a line each:
npx tsx bench/group/fit.ts [--shoots 40] [--first 1]. Seeds 1 to 1000 are for fitting; npm run bench -- group judges others.`;

/**
 * Standard deviation of a hand-set value before any shoot is seen, in nats. Evidence that is rare in simulated shoots
 * stays as set on real brackets.
 */
const priorSigma = 0.5;
/** Minimum number of neighbours with a property to determine its log-odds. */
const minSeen = 30;

type Name = keyof typeof handSetOdds;

/** Two neighbours, their header evidence, and the log-odds of all other evidence in the search. */
interface Sample {
  readonly evidence: readonly (readonly [name: Name, amount: number])[];
  readonly otherOdds: number;
  readonly areOneSet: boolean;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      shoots: { type: "string", default: "40" },
      first: { type: "string", default: "1" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return console.log(usage);
  const views = await loadViews();
  const samples: Sample[] = [];
  for (let seed = Number(values.first), end = seed + Number(values.shoots); seed < end; seed++) {
    const shoot = simulateShoot(seed, views);
    const setOf = shoot.files.map(({ set }) => set);
    for (const hasMakerTags of [true, false])
      samples.push(...(await samplesOf(toFrames(shoot, { hasMakerTags }), setOf)));
  }
  const names = Object.keys(handSetOdds) as Name[];
  const seen = new Map(names.map((name) => [name, samples.filter(({ evidence }) => shows(evidence, name)).length]));
  const fitted = fitOdds(
    samples,
    names.filter((name) => seen.get(name)! >= minSeen),
  );
  console.log(`${samples.length} pairs of neighbours of ${values.shoots} shoots from seed ${values.first}\n`);
  console.log("| headers show | neighbours | set by hand | fitted | in use |\n| --- | ---: | ---: | ---: | ---: |");
  for (const name of names) {
    const cells = [handSetOdds[name], fitted.get(name), headerOdds[name]].map((odds) => odds?.toFixed(1) ?? "");
    console.log(`| ${name} | ${seen.get(name)} | ${cells.join(" | ")} |`);
  }
}

/** The neighbours in all sequences with times, as the search sees them before it reads pictures. */
async function samplesOf(frames: readonly GroupFrame[], setOf: readonly number[]): Promise<Sample[]> {
  const { signal } = new AbortController();
  const context = { kernels: new InlineExecutor().kernels(signal), memory: new PixelPool(), signal, warn: () => {} };
  const pictures = new Pictures(context);
  const shots = collectShots(
    frames.map((frame) => ({ ...frame, thumbnail: async () => undefined })),
    false,
  );
  const samples: Sample[] = [];
  for (const sequence of await findSequences(shots, pictures)) {
    if (!sequence.isTimed) continue;
    const evidence = await gatherEvidence(sequence, pictures, 90);
    const { cut } = withHabits(firstRound(evidence, 25));
    for (const [i, { evidence: shown }] of evidence.headerLinks.entries()) {
      const own = shown.reduce((sum, [name, amount]) => sum + headerOdds[name] * amount, 0);
      const otherOdds = cut.margins[i] - own;
      if (shown.length === 0 || !Number.isFinite(otherOdds)) continue;
      const [a, b] = [evidence.shots[i], evidence.shots[i + 1]];
      samples.push({ evidence: shown, otherOdds, areOneSet: setOf[a.index] === setOf[b.index] });
    }
  }
  return samples;
}

function shows(evidence: Sample["evidence"], wanted: Name): boolean {
  return evidence.some(([name]) => name === wanted);
}

/** Logistic regression by Newton's method, with each weight regularised towards its hand-set value. */
function fitOdds(samples: readonly Sample[], names: readonly Name[]): ReadonlyMap<Name, number> {
  const place = new Map(names.map((name, i) => [name, i]));
  const size = names.length;
  const precision = 1 / priorSigma ** 2;
  let odds = names.map((name) => handSetOdds[name] as number);
  for (let pass = 0; pass < 30; pass++) {
    const gradient = odds.map((value, i) => precision * (value - handSetOdds[names[i]]));
    const matrix = new Float64Array(size * size);
    for (let i = 0; i < size; i++) matrix[i * size + i] = precision;
    for (const { evidence, otherOdds, areOneSet } of samples) {
      const terms = evidence.flatMap(([name, amount]) => {
        const at = place.get(name);
        return at === undefined ? [] : [{ at, amount }];
      });
      const held = evidence.reduce(
        (sum, [name, amount]) => sum + (place.has(name) ? 0 : handSetOdds[name] * amount),
        0,
      );
      const total = terms.reduce((sum, { at, amount }) => sum + odds[at] * amount, otherOdds + held);
      const p = 1 / (1 + Math.exp(-total));
      for (const { at: i, amount: x } of terms) {
        gradient[i] += (p - (areOneSet ? 1 : 0)) * x;
        for (const { at: j, amount: y } of terms) matrix[i * size + j] += p * (1 - p) * x * y;
      }
    }
    const step = solveCholesky(matrix, Float64Array.from(gradient), 0);
    if (!step) throw new Error("the shoots do not decide the log-odds");
    odds = odds.map((value, i) => value - step[i]);
  }
  return new Map(names.map((name, i) => [name, odds[i]]));
}

await main();
