import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { scalingRun, writeFigures } from "./figures.ts";
import { writeGenerated } from "./generate.ts";
import { listPages } from "./pages.ts";
import { performancePage } from "./performance.ts";
import { scalingPlot } from "./scaling-plot.ts";

/** Pictures and other slow outputs, by the word for `npm run docs -- WORD`. */
const pictures: Readonly<Record<string, string>> = {
  readme: "readme-picture.ts",
  fusion: "fusion-pictures.ts",
  raw: "raw-pictures.ts",
  grid: "quality-grid.ts",
};

const usage = `Usage: npm run docs                              renews the generated pages, those of the service too
       npm run docs -- ${Object.keys(pictures).join("|").padEnd(26)} renews pictures, and the tables next to them`;

async function main(): Promise<void> {
  const [word, ...options] = process.argv.slice(2);
  if (word === "--help" || word === "-h") return console.log(usage);
  if (word === undefined) {
    writeGenerated();
    writeFileSync(new URL("../../docs/PERFORMANCE.md", import.meta.url), performancePage());
    writeFileSync(new URL("../../docs/scaling.svg", import.meta.url), scalingPlot(scalingRun));
    writeFigures(listPages());
    const others = [
      ["npx", "typedoc", "--options", "scripts/docs/typedoc.json"],
      ["npm", "run", "docs", "-w", "service"],
    ];
    for (const [program, ...args] of others)
      if (spawnSync(program, args, { stdio: "inherit" }).status !== 0) process.exitCode = 1;
    return;
  }
  if (!Object.hasOwn(pictures, word)) {
    console.error(`docs: expected one of ${Object.keys(pictures).join(", ")}, got ${word}`);
    process.exitCode = 2;
    return;
  }
  const module = new URL(pictures[word], import.meta.url);
  process.argv = [process.argv[0], fileURLToPath(module), ...options];
  await import(module.href);
}

await main();
