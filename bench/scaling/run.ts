import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { medianOf } from "../../src/ops/index.ts";
import { machineName } from "../machine.ts";
import { appendRows } from "../saved-rows.ts";
import { programs } from "./programs.ts";
import { series } from "./series.ts";

const { values: options } = parseArgs({
  options: {
    series: { type: "string" },
    rounds: { type: "string", default: "1" },
    smoke: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    label: { type: "string", default: "" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const usage = `Usage: npm run bench -- scaling [--series NAME] [--rounds 1] [--save --label TEXT] [--smoke]

Times whole commands over growing work: frames, megapixels and sets, with one and two workers, next to enfuse and OpenCV.
  --series NAME  only this series: ${series.map(({ name }) => JSON.stringify(name)).join(", ")}
  --rounds N     how often each command runs, in turn; the median counts
  --smoke        only the smallest value of each series
  --save         adds the rows to bench/results; npm run docs plots them in docs/PERFORMANCE.md
  --label TEXT   what saved rows are called`;

/** Share of the machine's memory that a program may be expected to use; one that needs more is skipped. */
const usableShare = 0.7;

if (options.help) console.log(usage);
else await run();

async function run(): Promise<void> {
  const present = programs.filter((program) => program.isPresent());
  const file = new URL(`../results/${machineName()}-scaling.csv`, import.meta.url);
  for (const { name, grows, values, work } of series.filter(
    (each) => !options.series || each.name === options.series,
  )) {
    console.log(`\n${name}: ${grows}`);
    const rows: string[][] = [];
    for (const value of options.smoke ? values.slice(0, 1) : values) {
      const { brackets, workers, megapixels } = await work(value);
      const fits = present.filter(({ bytesPerPixel }) => bytesPerPixel * megapixels * 1e6 < usableShare * totalmem());
      // Peers have no workers: their rows of the series with one worker would be those of the other.
      const timed = workers === 1 ? fits.slice(0, 1) : fits;
      const runs = timed.map(() => [] as { seconds: number; peakMb: number }[]);
      for (let round = 0; round < Number(options.rounds); round++) {
        for (const [i, program] of timed.entries()) {
          const folder = mkdtempSync(join(tmpdir(), "lightwell-scaling-"));
          runs[i].push(program.run(brackets, folder, workers));
          rmSync(folder, { recursive: true });
        }
      }
      for (const [i, program] of timed.entries()) {
        const seconds = medianOf(runs[i].map((each) => each.seconds));
        const peakMb = Math.max(...runs[i].map((each) => each.peakMb));
        rows.push([name, program.name, String(value), seconds.toFixed(2), peakMb.toFixed(0)]);
        console.log(
          `${String(value).padStart(5)}  ${program.name.padEnd(18)} ${seconds.toFixed(2)} s  ${peakMb.toFixed(0)} MB`,
        );
      }
    }
    // Series are saved separately, so that an interrupted run keeps those that ended.
    if (options.save) appendRows(file, "date,label,series,program,value,seconds,peak_mb", options.label, rows);
  }
}
