import { existsSync, readFileSync } from "node:fs";

const begin = "<!-- figures: npm run -w service bench -- figures -->\n";
const end = "\n<!-- end of figures -->";

interface SavedFigures {
  /** YYYY-MM-DD. */
  readonly measured: string;
  readonly machine: string;
  readonly figures: readonly {
    readonly what: string;
    readonly value: number;
    readonly unit: string;
    readonly bar: string;
  }[];
}

/** A page with the saved figures between its markers. Throws if the page has no markers. */
export function withFigures(page: string, saved = readFigures()): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`SCALING.md: expected a line ${begin.trim()} and one ${end.trim()}`);
  return page.slice(0, from + begin.length) + figuresTable(saved) + page.slice(to);
}

function readFigures(): SavedFigures | undefined {
  const file = new URL("../bench/results/figures.json", import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SavedFigures) : undefined;
}

function figuresTable(saved: SavedFigures | undefined): string {
  if (!saved) return "\nNot measured yet.\n";
  const { measured, machine, figures } = saved;
  const rows = figures.map(
    ({ what, value, unit, bar }) => `| ${what} | ${`${value} ${unit}`.trim()} | ${`${bar} ${unit}`.trim()} |`,
  );
  return [
    "",
    `Measured ${measured}, ${machine}:`,
    "",
    "| promise | measured | bar |",
    "|---|---:|---:|",
    ...rows,
    "",
  ].join("\n");
}
