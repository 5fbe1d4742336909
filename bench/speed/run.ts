import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Bench } from "tinybench";
import { PixelPool } from "../../src/image/index.ts";
import { loadDropPages } from "../../src/kernels/index.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import { benchBracket } from "../frames.ts";
import { machineName } from "../machine.ts";
import { appendRows } from "../saved-rows.ts";
import type { BenchCase, BenchTools } from "./case.ts";
import { endToEndCases } from "./end-to-end-cases.ts";
import { compareFloor } from "./floor.ts";
import { comparePeers, type PeerRow } from "./peers.ts";
import { benchRaw } from "./raw-file.ts";
import { compareRawPeers, type RawPeerRow } from "./raw-peers.ts";
import { stageCases } from "./stage-cases.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const { values } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    mp: { type: "string", default: "24" },
    case: { type: "string" },
    label: { type: "string", default: `v${version}` },
    rounds: { type: "string", default: "5" },
    workers: { type: "string", default: String(availableParallelism()) },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

const usage = `Usage: npm run bench -- speed [--mp 24] [--case NAME] [--workers N] [--save --label TEXT] [--peers] [--smoke]

Times every stage and whole calls at real sizes, and compares with the last saved row of this machine.
  --mp N       megapixels of the frames (24 by default; 45 and 100 are worth a look)
  --case NAME  only the cases whose names contain NAME
  --save       add the rows to bench/results; of --peers the whole commands on brackets
  --label TEXT what saved rows are called (the version of the package)
  --peers      time and memory of whole commands and, in turn on the same files, of enfuse, dcraw_emu, darktable and RawTherapee; and the merge stage on one and two workers
  --rounds N   how often --peers times each command (5)
  --smoke      small frames, one run: does everything work`;

const header = "date,label,case,megapixels,workers,kernels,node,median_ms,samples";

if (values.help) console.log(usage);
else if (values.peers) await compareAll();
else await runCases();

async function compareAll(): Promise<void> {
  console.log(`Preparing five frames of ${values.mp} megapixels, kept in the temporary folder …`);
  const bracket = await benchBracket(Number(values.mp));
  const rows = comparePeers(bracket, Number(values.rounds));
  if (values.save) savePeers(rows);
  const raws = compareRawPeers(benchRaw(Number(values.mp)));
  if (values.save) saveRawPeers(raws);
  await compareFloor(bracket);
}

async function runCases(): Promise<void> {
  const megapixels = values.smoke ? 0.5 : Number(values.mp);
  console.log(`Preparing five frames of ${megapixels} megapixels, kept in the temporary folder …`);
  const bracket = await benchBracket(megapixels);
  const executor = new WorkerPool({
    threads: Number(values.workers),
    kernels: "auto",
    timeoutMs: 600_000,
    heapMb: 512,
  });
  const signal = new AbortController().signal;
  const context = {
    kernels: executor.kernels(signal),
    memory: new PixelPool(undefined, loadDropPages()),
    signal,
    warn: () => {},
  };
  const tools: BenchTools = { executor, context, bracket, raw: benchRaw(megapixels), megapixels };
  const wanted = [...stageCases, ...endToEndCases].filter(({ name }) => name.includes(values.case ?? ""));
  const saved = savedRows();
  const rows: Row[] = [];
  for (const [i, each] of wanted.entries()) {
    console.log(`${i + 1} of ${wanted.length}: ${each.name} …`);
    const row = await measure(each, tools);
    rows.push(row);
    if (!values.smoke) print(row, saved);
  }
  await executor.close();
  if (values.smoke) console.log(`${rows.length} cases ran`);
  if (values.save) save(rows, context.kernels.implementation);
}

interface Row {
  readonly name: string;
  readonly medianMs: number;
  readonly samples: number;
}

async function measure(each: BenchCase, tools: BenchTools): Promise<Row> {
  const prepared = await each.prepare(tools);
  const once = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };
  const bench = new Bench(values.smoke ? once : { iterations: 5, time: 1500, warmupIterations: 1, warmupTime: 0 });
  bench.add(each.name, () => prepared.run());
  await bench.run();
  await prepared.dispose?.();
  const { result } = bench.tasks[0];
  if (result.state !== "completed") throw new Error(`bench ${each.name}: ${JSON.stringify(result)}`);
  return { name: each.name, medianMs: result.latency.p50, samples: result.latency.samplesCount };
}

/** Cells of the rows saved earlier on this machine. */
function savedRows(): readonly string[][] {
  const file = resultsFile();
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => line.split(","));
}

function print({ name, medianMs, samples }: Row, saved: readonly string[][]): void {
  const last = saved.findLast((cells) => cells[2] === name && cells[3] === values.mp && cells[4] === values.workers);
  const change = last ? `  ${(medianMs / Number(last[7])).toFixed(2)} × the last row (${last[1] || last[0]})` : "";
  console.log(`${name.padEnd(32)} ${medianMs.toFixed(0).padStart(7)} ms  (${samples} runs)${change}`);
}

function save(rows: readonly Row[], kernels: string): void {
  const cells = rows.map(({ name, medianMs, samples }) => [
    name,
    values.mp,
    values.workers,
    kernels,
    process.version,
    medianMs.toFixed(1),
    String(samples),
  ]);
  appendRows(resultsFile(), header, values.label, cells);
}

function savePeers(rows: readonly PeerRow[]): void {
  const cells = rows.map(({ name, seconds, ratioToEnfuse, peakMb }) => [
    name,
    values.mp,
    seconds.toFixed(2),
    ratioToEnfuse?.toFixed(3) ?? "",
    peakMb.toFixed(0),
    values.rounds,
  ]);
  appendRows(
    resultsFile("-peers"),
    "date,label,command,megapixels,median_s,ratio_to_enfuse,peak_mb,rounds",
    values.label,
    cells,
  );
}

function saveRawPeers(rows: readonly RawPeerRow[]): void {
  const cells = rows.map(({ name, seconds, ratioToLightwell, peakMb }) => [
    name,
    values.mp,
    seconds.toFixed(2),
    ratioToLightwell.toFixed(3),
    peakMb.toFixed(0),
  ]);
  appendRows(
    resultsFile("-raw-peers"),
    "date,label,command,megapixels,median_s,ratio_to_lightwell,peak_mb",
    values.label,
    cells,
  );
}

/** A file of this machine in bench/results. */
function resultsFile(suffix = ""): URL {
  return new URL(`../results/${machineName()}${suffix}.csv`, import.meta.url);
}
