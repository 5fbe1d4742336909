import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createEngine } from "../../src/engine.ts";
import { benchBracket, benchSphere } from "../frames.ts";
import { markdownTable, marked } from "../fusion/table.ts";
import { benchRawBracket } from "../speed/raw-file.ts";

const { values } = parseArgs({
  options: {
    case: { type: "string" },
    measure: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const usage = `Usage: npm run bench -- memory [--case WORDS]

Makes pictures of brackets within a memory budget, each case in a fresh process. Reports the peak (Linux: VmHWM), which may exceed
the budget by a tenth, and the growth from before the first picture to three seconds after the last one, which may be 150 MB. Both are
in MB of 2^20 bytes; bold marks a missed bar.
  --case WORDS  only the cases whose names contain WORDS`;

interface Case {
  readonly name: string;
  readonly frames: () => Promise<string[]>;
  readonly sets: number;
  readonly budgetMb: number;
  readonly options?: { readonly panorama?: "on"; readonly format?: "tiff" };
}

const cases: readonly Case[] = [
  { name: "5 x 24 megapixels", frames: () => benchBracket(24), sets: 1, budgetMb: 1024 },
  { name: "ten sets of 5 x 24 megapixels", frames: () => benchBracket(24), sets: 10, budgetMb: 2048 },
  { name: "5 x 102 megapixels", frames: () => benchBracket(102), sets: 1, budgetMb: 2560 },
  {
    name: "5 x 102 megapixels to TIFF",
    frames: () => benchBracket(102),
    sets: 1,
    budgetMb: 2560,
    options: { format: "tiff" },
  },
  {
    name: "5 x 102 megapixels, RAW",
    frames: async () => benchRawBracket(102),
    sets: 1,
    budgetMb: 2560,
  },
  {
    name: "5 x 72 megapixels, full circle",
    frames: () => benchSphere(12_000),
    sets: 1,
    budgetMb: 2560,
    options: { panorama: "on" },
  },
];

interface Measured {
  readonly seconds: number;
  readonly failed: string | undefined;
  readonly peakMb: number;
  readonly keptMb: number;
}

if (values.help) console.log(usage);
else if (values.measure !== undefined) console.log(JSON.stringify(await measure(cases[Number(values.measure)])));
else await compare();

async function compare(): Promise<void> {
  const chosen = [...cases.entries()].filter(([, { name }]) => name.includes(values.case ?? ""));
  const rows: string[][] = [];
  for (const [i, { name, frames, sets, budgetMb }] of chosen) {
    await frames();
    const { seconds, failed, peakMb, keptMb } = inFreshProcess(i);
    if (failed !== undefined) console.log(`${name}: ${failed}`);
    const peak = marked(peakMb.toFixed(0), failed === undefined && peakMb <= 1.1 * budgetMb);
    rows.push([
      name,
      String(sets),
      String(budgetMb),
      peak,
      marked(keptMb.toFixed(0), keptMb <= 150),
      seconds.toFixed(1),
    ]);
  }
  const head = ["case", "sets", "budget, MB", "peak, MB", "kept, MB", "seconds"];
  console.log(markdownTable({ head, rows }));
}

function inFreshProcess(index: number): Measured {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), "--measure", String(index)];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(stdout) as Measured;
}

async function measure({ frames, sets, budgetMb, options = {} }: Case): Promise<Measured> {
  const paths = await frames();
  const engine = createEngine({ memoryBudgetMb: budgetMb });
  // Starts threads and loads the lens database.
  await engine.thumbnail(paths[0]);
  await engine.lenses("Canon");
  const idleMb = statusMb("VmRSS");
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "lightwell-bench-memory-"));
  const make = (set: number) => {
    const output = join(folder, `${set}.${options.format === "tiff" ? "tif" : "jpg"}`);
    return engine.enhance(paths, { ...options, output });
  };
  let failed: string | undefined;
  for (let set = 0; set < sets; set += 2) {
    const both = Array.from({ length: Math.min(2, sets - set) }, (_, i) => make(set + i));
    for (const made of await Promise.allSettled(both)) if (made.status === "rejected") failed = String(made.reason);
  }
  const seconds = (performance.now() - start) / 1000;
  await wait(3000);
  const measured = { seconds, failed, peakMb: statusMb("VmHWM"), keptMb: statusMb("VmRSS") - idleMb };
  await engine.close();
  rmSync(folder, { recursive: true });
  return measured;
}

function statusMb(name: "VmHWM" | "VmRSS"): number {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
