import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseLensDatabase } from "../../src/stages/lens/index.ts";
import { type Tally, tryAliases } from "./trial.ts";
import { tryFringes } from "./try-fringes.ts";

const usage = `Writes names of lenses as cameras and programs do, and reports how many are found in the database.
npm run bench -- lenses [--aliases 5000] [--seed 1] [--half even|odd] [--absent] [--list]
With --absent the lens is removed from the database first, so that every match is wrong.
Rules of matching are tried on lenses of the even half, and reported on the odd one.
npm run bench -- lenses --fringes 40 [--seed 1] [--list]
Renders charts through lenses with known colour fringes, and reports how well the fringes are measured.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      aliases: { type: "string", default: "5000" },
      seed: { type: "string", default: "1" },
      half: { type: "string" },
      absent: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      fringes: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  if (values.fringes !== undefined) {
    const lines = await tryFringes(Number(values.fringes), Number(values.seed));
    for (const line of values.list ? lines : lines.slice(0, 2)) console.log(line);
    return;
  }
  const database = parseLensDatabase(readFileSync(new URL("../../data/lensfun.json.br", import.meta.url)));
  const half = values.half === undefined ? undefined : values.half === "odd" ? 1 : 0;
  const tallies = tryAliases(database, {
    count: Number(values.aliases),
    seed: Number(values.seed),
    half,
    absent: values.absent,
    list: values.list,
  });
  console.log("| written | aliases | found | in doubt | not found | wrong |\n|---|---|---|---|---|---|");
  const all: Tally = { tried: 0, found: 0, doubted: 0, wrong: 0 };
  for (const [way, tally] of tallies) {
    for (const key of ["tried", "found", "doubted", "wrong"] as const) all[key] += tally[key];
    console.log(row(way, tally));
  }
  console.log(row("all", all));
}

function row(name: string, { tried, found, doubted, wrong }: Tally): string {
  const share = (part: number) => `${((100 * part) / Math.max(1, tried)).toFixed(1)} %`;
  return `| ${[name, tried, share(found), share(doubted), share(tried - found - doubted - wrong), wrong].join(" | ")} |`;
}

await main();
