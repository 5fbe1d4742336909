import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Measure, measures } from "../../../src/stages/check/index.ts";
import { type Table, tableLines } from "../../fusion/table.ts";
import { deal, workApart } from "../parts.ts";
import { SceneLibrary } from "../simulator/scenes.ts";
import type { Trial } from "./trial.ts";

const usage = `Compares the limits of the check with good brackets, and prints a new src/stages/check/limits.ts:
npx tsx bench/brackets/faults/fit-limits.ts --fit A-B --judge C-D [--planted 4] [--jobs 2] [--rows FILE]
  --fit A-B    brackets that limits are fitted on   --judge C-D  others, on which alarms and misses are counted before and after
  --planted N  faults are planted in the first N brackets of each range   --rows FILE  saves every trial; a later run continues from there`;

/** Share of good brackets that one measure may report: the limit is at least this quantile of their values. */
const falseAlarms = 0.005;
/** Factor by which a limit that is too low is raised above that quantile. */
const headroom = 1.1;

type Limits = Readonly<Record<Measure, number>>;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fit: { type: "string", default: "10000-10199" },
      judge: { type: "string", default: "20000-20199" },
      planted: { type: "string", default: "4" },
      jobs: { type: "string", default: "2" },
      rows: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  const known = values.rows && existsSync(values.rows) ? linesOf(values.rows) : [];
  const take = (range: string) => takeTrials(range, Number(values.planted), Number(values.jobs), known, values.rows);
  const [fit, judged] = [await take(values.fit), await take(values.judge)];
  const now = Object.fromEntries(namesOf().map((name) => [name, measures[name].limit])) as Limits;
  const fitted = fitLimits(now, fit);
  const count = cleanOf(fit).length / 3;
  console.log(`limits and what good brackets reach (${count} brackets to fit on)`);
  if (count < 1 / falseAlarms) console.log("too few to fit on: the quantile is the largest value; change no limit");
  console.log(tableLines(limitTable(now, fitted, fit, judged)).join("\n"));
  console.log("\nfalse alarms and faults found");
  console.log(tableLines(verdictTable(now, fitted, fit, judged)).join("\n"));
  console.log(`\n${sourceOf(fitted)}`);
}

const namesOf = () => Object.keys(measures) as Measure[];
const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Trial);
const cleanOf = (trials: readonly Trial[]) => trials.filter(({ fault }) => fault === "");

/** Trials of the brackets of a range; known ones are not repeated. */
async function takeTrials(range: string, planted: number, jobs: number, known: readonly Trial[], rows?: string) {
  const match = /^(\d+)-(\d+)$/.exec(range);
  if (!match) throw new RangeError(`expected two numbers A-B, got ${range}`);
  const [first, last] = [Number(match[1]), Number(match[2])];
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const own = known.filter(({ base }) => base >= first && base <= last);
  const open = all.filter((base) => own.filter((trial) => trial.base === base && trial.fault === "").length < 3);
  await new SceneLibrary(false).prepare(jobs);
  const script = fileURLToPath(new URL("run-faults.ts", import.meta.url));
  const keep = (trial: Trial) => rows && appendFileSync(rows, `${JSON.stringify(trial)}\n`);
  const parts = deal(open, jobs).filter((bases) => bases.length > 0);
  const taken = await Promise.all(
    parts.map((bases) => workApart<Trial>(script, { bases, cleanFrom: first + planted, small: false }, keep)),
  );
  return [...own.filter(({ base }) => !open.includes(base)), ...taken.flat()];
}

/** Values of a measure over good brackets, ascending. */
function valuesOf(measure: Measure, trials: readonly Trial[]): number[] {
  const values = cleanOf(trials).flatMap(({ place, measured }) =>
    placeOf(measure) === place && measured[measure] !== undefined ? [measured[measure] ?? 0] : [],
  );
  return values.sort((a, b) => a - b);
}

const placeOf = (measure: Measure) => measures[measure].place;
const quantile = (values: readonly number[], share: number) =>
  values[Math.min(values.length - 1, Math.ceil(share * values.length) - 1)] ?? 0;

/** Keeps a limit unless too many good brackets exceed it; then raises it to their quantile. */
function fitLimits(now: Limits, fit: readonly Trial[]): Limits {
  const entries = namesOf().map((measure) => {
    const least = quantile(valuesOf(measure, fit), 1 - falseAlarms);
    return [measure, least > now[measure] ? Number((headroom * least).toPrecision(2)) : now[measure]] as const;
  });
  return Object.fromEntries(entries) as Limits;
}

/** Measures that report a trial. For limits that stay, also those that rejected earlier rungs. */
function reportedBy(limits: Limits, { measured, found }: Trial, now: Limits): string[] {
  const own = namesOf().filter((measure) => (measured[measure] ?? 0) > limits[measure]);
  const refused = found.filter((each) => each.startsWith("refused"));
  const stays = (name: string): boolean => name in now && limits[name as Measure] === now[name as Measure];
  return [...new Set([...own, ...refused, ...found.filter(stays)])];
}

function limitTable(now: Limits, fitted: Limits, fit: readonly Trial[], judged: readonly Trial[]): Table {
  const rows = namesOf().map((measure) => {
    const [own, others] = [valuesOf(measure, fit), valuesOf(measure, judged)];
    const over = (values: readonly number[]) => values.filter((value) => value > now[measure]).length;
    const shown = [quantile(own, 0.5), quantile(own, 1 - falseAlarms), own.at(-1) ?? 0, others.at(-1) ?? 0];
    return [
      measure,
      String(now[measure]),
      String(fitted[measure]),
      ...shown.map((value) => value.toFixed(4)),
      `${over(own)} of ${own.length}`,
      `${over(others)} of ${others.length}`,
    ];
  });
  return {
    head: ["measure", "limit", "fitted", "median", "99.5 %", "most", "most, judged", "over, fit", "over, judged"],
    rows,
  };
}

/**
 * Results before and after, on both ranges; a visible fault counts as found if it exceeds a limit that its good twin
 * does not.
 */
function verdictTable(now: Limits, fitted: Limits, fit: readonly Trial[], judged: readonly Trial[]): Table {
  const rows = (
    [
      ["fit", fit],
      ["judged", judged],
    ] as const
  ).flatMap(([name, trials]) =>
    (
      [
        ["before", now],
        ["after", fitted],
      ] as const
    ).map(([when, limits]) => {
      const clean = cleanOf(trials);
      const twinOf = ({ base, place }: Trial) => clean.find((each) => each.base === base && each.place === place);
      const alarms = clean.filter((trial) => reportedBy(limits, trial, now).length > 0).length;
      const seen = trials.filter(({ fault, visible }) => fault !== "" && visible);
      const found = seen.filter((trial) => {
        const twin = twinOf(trial);
        const usual = twin ? reportedBy(limits, twin, now) : [];
        return reportedBy(limits, trial, now).some((measure) => !usual.includes(measure));
      }).length;
      return [name, when, `${alarms} of ${clean.length}`, `${found} of ${seen.length}`];
    }),
  );
  return { head: ["brackets", "limits", "false alarms", "visible faults found"], rows };
}

function sourceOf(limits: Limits): string {
  const lines = namesOf().map((name) => `  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${limits[name]},`);
  return ["export const limits = {", ...lines, "} as const;"].join("\n");
}

await main();
