import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Trait, traits } from "../../fixtures/shoots/index.ts";
import { markdownTable, type Table } from "../fusion/table.ts";
import { savedLine } from "../machine.ts";
import type { Score } from "./score.ts";
import { confidenceTable, methodTable, traitTable } from "./tables.ts";

const page = fileURLToPath(new URL("../../docs/GROUPING.md", import.meta.url));

/** Renews what stands between the markers of docs/GROUPING.md. */
export function writePage(range: string, names: readonly string[], scores: readonly Score[]): void {
  const results = [savedLine(), `${range}; **bold** misses its bar.`, markdownTable(methodTable(names, scores))];
  const byTrait = [savedLine(), `${names[0]}, the same shoots.`, markdownTable(definedTraits(traitTable(scores[0])))];
  const sure = [savedLine(), `${names[0]}, the same shoots.`, markdownTable(confidenceTable(scores[0]))];
  let text = readFileSync(page, "utf8");
  text = between(text, "results", results.join("\n\n"));
  text = between(text, "traits", byTrait.join("\n\n"));
  text = between(text, "confidence", sure.join("\n\n"));
  writeFileSync(page, text);
}

/** The table with the simulator's definition of each trait; traits that no set of the shoots has come last. */
function definedTraits({ head: [first, , ...counts], rows }: Table): Table {
  const measured = rows.map(([trait, , ...cells]) => [trait, traits[trait as Trait], ...cells]);
  const others = Object.entries(traits)
    .filter(([trait]) => !rows.some(([name]) => name === trait))
    .map(([trait, truth]) => [trait, truth, ...counts.map(() => "")]);
  return { head: [first, "what happens, and what is right", ...counts], rows: [...measured, ...others] };
}

function between(whole: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: npm run bench -- group --write -->`, `<!-- end of ${name} -->`];
  const [start, stop] = [whole.indexOf(begin), whole.indexOf(end)];
  if (start < 0 || stop < start) throw new RangeError(`${page}: expected ${begin} and ${end}`);
  return `${whole.slice(0, start + begin.length)}\n\n${part}\n\n${whole.slice(stop)}`;
}
