import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Trait, traits } from "../../fixtures/shoots/index.ts";
import { markdownTable, type Table } from "../fusion/table.ts";
import { type RunKind, readRun, type SavedRun } from "./saved-runs.ts";
import { confidenceTable, methodTable, traitTable } from "./tables.ts";

const page = fileURLToPath(new URL("../../docs/GROUPING.md", import.meta.url));

/** Replaces the tables of a kind in docs/GROUPING.md by those of the saved run. */
export function writePage(kind: RunKind): void {
  writeFileSync(page, fillPage(readFileSync(page, "utf8"), kind));
}

/** The text of docs/GROUPING.md with the tables of the saved run of this kind. */
export function fillPage(text: string, kind: RunKind): string {
  const run = readRun(kind);
  const [score] = run.scores;
  const results = [`${run.range}; **bold** misses its bar.`, markdownTable(methodTable(run.methods, run.scores))];
  if (kind === "group-exports") return between(text, "exports", run, results);
  const same = `${run.methods[0]}, the same shoots.`;
  const parts: readonly [string, readonly string[]][] = [
    ["results", results],
    ["traits", [same, markdownTable(definedTraits(traitTable(score)))]],
    ["confidence", [same, markdownTable(confidenceTable(score))]],
  ];
  return parts.reduce((filled, [name, part]) => between(filled, name, run, part), text);
}

/** The table with the simulator's definition of each trait; traits that do not occur come last. */
function definedTraits({ head: [first, , ...counts], rows }: Table): Table {
  const measured = rows.map(([trait, , ...cells]) => [trait, traits[trait as Trait], ...cells]);
  const others = Object.entries(traits)
    .filter(([trait]) => !rows.some(([name]) => name === trait))
    .map(([trait, truth]) => [trait, truth, ...counts.map(() => "")]);
  return { head: [first, "what happens, and what is right", ...counts], rows: [...measured, ...others] };
}

function between(whole: string, name: string, run: SavedRun, part: readonly string[]): string {
  const [begin, end] = [new RegExp(`<!-- ${name}: [^>]* -->`), `<!-- end of ${name} -->`];
  const start = whole.search(begin);
  const stop = whole.indexOf(end);
  if (start < 0 || stop < start) throw new RangeError(`${page}: expected a block ${name}`);
  const lines = [`<!-- ${name}: ${run.command} -->`, `<!-- saved ${run.date} on ${run.machine} -->`, ...part];
  return `${whole.slice(0, start)}${lines.join("\n\n")}\n\n${whole.slice(stop)}`;
}
