import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tableLines } from "../fusion/table.ts";
import type { Span } from "./judge.ts";
import { methods } from "./methods.ts";
import { addScore, emptyScore, type Score } from "./score.ts";
import { confidenceTable, methodTable, missedBars, traitTable } from "./tables.ts";
import { writeFailures } from "./write-failures.ts";
import { writePage } from "./write-page.ts";

const usage = `Usage: npm run bench:group -- [--shoots N] [--first SEED] [--method LIST] [--processes N] [--failures FILE] [--write] [--smoke] [--check]

Judges how well the sets of simulated shoots are found. ! marks a missed bar.
  --shoots N       how many (2000)
  --first SEED     the first seed (10001; 1 to 1000 are for tuning)
  --method LIST    only methods whose names hold one of these, e.g. lightwell,gap
  --processes N      processes at once (2, or as many as there are cores)
  --failures FILE  the sets that lightwell missed, by trait and seed
  --write          put the tables into docs/GROUPING.md
  --smoke          12 shoots
  --check          exit with 1 when lightwell misses a bar`;

const { values } = parseArgs({
  options: {
    shoots: { type: "string" },
    first: { type: "string", default: "10001" },
    method: { type: "string", default: "" },
    processes: { type: "string", default: String(Math.min(2, availableParallelism())) },
    failures: { type: "string" },
    write: { type: "boolean", default: false },
    smoke: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else await main();

async function main(): Promise<void> {
  const count = Number(values.shoots ?? (values.smoke ? 12 : 2000));
  const first = Number(values.first);
  const wanted = methods
    .map(({ name }) => name)
    .filter((name) => values.method.split(",").some((part) => name.includes(part)));
  const scores = await judgeInProcesses(first, count, wanted, Number(values.processes));
  const range = `${count} shoots, seeds ${first} to ${first + count - 1}`;
  console.log(`${range}\n\n${tableLines(methodTable(wanted, scores)).join("\n")}`);
  console.log(`\n${wanted[0]} by trait\n${tableLines(traitTable(scores[0])).join("\n")}`);
  console.log(`\n${wanted[0]} by confidence\n${tableLines(confidenceTable(scores[0])).join("\n")}`);
  const missed = missedBars(scores[0]);
  console.log(`\n${wanted[0]} misses: ${missed.join(", ") || "nothing"}`);
  if (values.failures !== undefined) writeFailures(values.failures, scores[0].failures);
  if (values.write) writePage(range, wanted, scores);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** Every process takes every so manyth seed; the sums do not depend on how many there are. */
async function judgeInProcesses(first: number, count: number, wanted: readonly string[], processes: number) {
  const stride = Math.max(1, Math.min(processes, count));
  const end = first + count;
  const spans = Array.from({ length: stride }, (_, i) => ({ first: first + i, end, stride, methods: wanted }));
  const parts = await Promise.all(spans.map(runProcess));
  return wanted.map((_, i) => {
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
