import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { logOdds } from "../../src/ops/index.ts";
import { deal, workApart } from "../brackets/parts.ts";
import { SceneLibrary } from "../brackets/simulator/scenes.ts";
import { fitOdds, sourceOf } from "../log-odds.ts";
import { type Case, casesOf, type Row } from "./weigh-brackets.ts";

const usage = `Fits the log-odds of movement in an area and writes src/stages/deghost/odds-weights.ts:
npx tsx bench/deghost/fit.ts [--seeds 1-250] [--judge 601-680] [--jobs 2] [--rows FILE]; then run npm run format.
  --seeds A-B  seeds to fit on; each gives four brackets: still, badly aligned, with changing lamps, with movement
  --judge C-D  other seeds, for the table of errors by minimum odds
  --rows FILE  saves the evidence of every bracket; a later run reuses it`;

/**
 * Ridge penalty, which determines weights that the brackets do not: the prior's precision for standardised terms.
 */
const ridge = 3;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "1-250" },
      judge: { type: "string", default: "601-680" },
      jobs: { type: "string", default: "2" },
      rows: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  const known = values.rows && existsSync(values.rows) ? linesOf(values.rows) : [];
  const take = (range: string) => takeRows(range, Number(values.jobs), known, values.rows);
  const [fitted, judged] = [await take(values.seeds), await take(values.judge)];
  const samples = fitted.flatMap(({ areas }) => areas);
  const model = fitOdds(samples, { ridge, withProducts: false });
  console.log("| minimum odds | false areas | pictures with one | moved areas missed | share of moved cells missed |");
  console.log("| ---: | ---: | ---: | ---: | ---: |");
  for (const least of [-4, -3, -2, -1, 0, 1, 2, 3, 4]) {
    const cells = errorsAt(least, judged, ({ evidence }) => logOdds(evidence, model));
    console.log(`| ${least} | ${cells.join(" | ")} |`);
  }
  const path = new URL("../../src/stages/deghost/odds-weights.ts", import.meta.url);
  const origin = `Written by bench/deghost/fit.ts; fitted on ${samples.length} areas of ${fitted.length} simulated brackets.`;
  await writeFile(path, sourceOf(model, origin));
}

function linesOf(path: string): Row[] {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Row);
}

/** Errors with a minimum of the log-odds, on areas of brackets that the fit did not use. */
function errorsAt(least: number, rows: readonly Row[], odds: (area: Row["areas"][0]) => number): string[] {
  const all = rows.flatMap(({ areas }) => areas);
  const [right, wrong] = [all.filter(({ isRight }) => isRight), all.filter(({ isRight }) => !isRight)];
  const [taken, missed] = [wrong.filter((area) => odds(area) >= least), right.filter((area) => odds(area) < least)];
  const pictures = rows.filter(({ areas }) => areas.some((area) => !area.isRight && odds(area) >= least)).length;
  const sum = (areas: Row["areas"]) => areas.reduce((total, { share }) => total + share, 0);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    `${taken.length} of ${wrong.length}`,
    percent(pictures / rows.length),
    `${missed.length} of ${right.length}`,
    percent(sum(missed) / sum(right)),
  ];
}

/** Areas of the brackets whose seeds are in `range`; brackets in `known` are not simulated again. */
async function takeRows(range: string, jobs: number, known: readonly Row[], path?: string): Promise<Row[]> {
  const match = /^(\d+)-(\d+)$/.exec(range);
  if (!match) throw new RangeError(`expected two numbers A-B, got ${range}`);
  const [first, last] = [Number(match[1]), Number(match[2])];
  const own = known.filter(({ seed }) => seed >= first && seed <= last);
  const isKnown = ({ seed, kind }: Case) => own.some((row) => row.seed === seed && row.kind === kind);
  const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const open = seeds.flatMap(casesOf).filter((each) => !isKnown(each));
  await new SceneLibrary(false).prepare(jobs);
  const keep = (row: Row) => path && appendFileSync(path, `${JSON.stringify(row)}\n`);
  const parts = deal(open, jobs).filter((part) => part.length > 0);
  const script = fileURLToPath(new URL("weigh-brackets.ts", import.meta.url));
  const taken = await Promise.all(parts.map((part) => workApart<Row>(script, part, keep)));
  return [...own, ...taken.flat()];
}

await main();
