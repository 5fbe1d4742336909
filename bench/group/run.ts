import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Trait, traits } from "../../fixtures/shoots/index.ts";
import { tableLines } from "../fusion/table.ts";
import type { Span } from "./judge.ts";
import { methods } from "./methods.ts";
import { type RunKind, saveRun } from "./saved-runs.ts";
import { addScore, emptyScore, type Score } from "./score.ts";
import { confidenceTable, methodTable, missedBars, traitTable } from "./tables.ts";
import { writeFailures } from "./write-failures.ts";
import { writePage } from "./write-page.ts";

const usage = `Usage: npm run bench -- group [--shoots N] [--first SEED] [--method LIST] [--trait LIST] [--processes N] [--exports] [--failures FILE] [--write] [--page] [--smoke] [--check]

Judges how well the sets of simulated shoots are found. ! marks a missed bar.
  --shoots N       how many (2000)
  --first SEED     the first seed (10001; 1 to 1000 are for tuning)
  --method LIST    only methods whose names contain one of these, e.g. lightwell,gap
  --trait LIST     only shoots with a set that has one of these traits, e.g. "no metadata,flambient"
  --processes N    processes at once (2, or as many as there are cores)
  --exports        exported shoots instead: no EXIF, hashed names, no order, 500 frames
  --failures FILE  the sets that lightwell missed, by trait and seed
  --write          save the scores in bench/results and put their tables into docs/GROUPING.md
  --page           only put the saved tables into docs/GROUPING.md
  --smoke          5 shoots
  --check          exit with 1 when lightwell misses a bar`;

const { values } = parseArgs({
  options: {
    shoots: { type: "string" },
    first: { type: "string", default: "10001" },
    method: { type: "string", default: "" },
    trait: { type: "string", default: "" },
    processes: { type: "string", default: String(Math.min(2, availableParallelism())) },
    exports: { type: "boolean", default: false },
    failures: { type: "string" },
    write: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const kind: RunKind = values.exports ? "group-exports" : "group";

if (values.help) console.log(usage);
else if (values.page) writePage(kind);
else await main();

async function main(): Promise<void> {
  const count = Number(values.shoots ?? (values.smoke ? 5 : 2000));
  const first = Number(values.first);
  const wanted = methods
    .filter(
      ({ name, isForExports }) =>
        (values.exports ? name.startsWith("lightwell") : isForExports !== true) &&
        name !== (values.exports ? "lightwell, no maker tags" : ""),
    )
    .map(({ name }) => name)
    .filter((name) => values.method.split(",").some((part) => name.includes(part)));
  const only = values.trait === "" ? [] : values.trait.split(",").map((name) => name.trim() as Trait);
  const unknown = only.filter((trait) => !(trait in traits));
  if (unknown.length > 0) throw new RangeError(`no such trait: ${unknown.join(", ")}`);
  const span = { first, end: first + count, methods: wanted, traits: only, areExported: values.exports };
  const scores = await judgeInProcesses(span, Number(values.processes));
  const range = `${count} shoots, seeds ${first} to ${first + count - 1}${only.length === 0 ? "" : `, those with ${only.join(" or ")}`}`;
  console.log(`${range}\n\n${tableLines(methodTable(wanted, scores)).join("\n")}`);
  console.log(`\n${wanted[0]} by trait\n${tableLines(traitTable(scores[0])).join("\n")}`);
  console.log(`\n${wanted[0]} by confidence\n${tableLines(confidenceTable(scores[0])).join("\n")}`);
  const missed = missedBars(scores[0]);
  console.log(`\n${wanted[0]} misses: ${missed.join(", ") || "nothing"}`);
  if (values.failures !== undefined) writeFailures(values.failures, scores[0].failures);
  if (values.write) {
    saveRun(kind, { command: commandOf(count, first), range, methods: wanted, scores });
    writePage(kind);
  }
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** Command that repeats the measurement. */
function commandOf(count: number, first: number): string {
  const { exports, method, trait } = values;
  const words = [...(method ? [`--method "${method}"`] : []), ...(trait ? [`--trait "${trait}"`] : [])];
  const kindWords = exports ? ["--exports"] : [];
  return ["npm run bench -- group", ...kindWords, `--shoots ${count} --first ${first}`, ...words, "--write"].join(" ");
}

/** Seeds are distributed evenly over processes; the sums do not depend on their number. */
async function judgeInProcesses(span: Omit<Span, "stride">, processes: number): Promise<Score[]> {
  const { first, end } = span;
  const stride = Math.max(1, Math.min(processes, end - first));
  const spans = Array.from({ length: stride }, (_, i) => ({ ...span, first: first + i, stride }));
  const parts = await Promise.all(spans.map(runProcess));
  return span.methods.map((_, i) => {
    const sum = emptyScore();
    for (const part of parts) addScore(sum, part[i]);
    return sum;
  });
}

function runProcess(span: Span): Promise<Score[]> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)));
    child.once("message", (scores) => resolve(scores as Score[]));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`seeds from ${span.first}: the process ended with ${code}`)));
    child.send(span);
  });
}
