import { readFileSync } from "node:fs";

/** A row of a saved run: cells by column head. */
export type SavedRow = Readonly<Record<string, string>>;

/** A saved run of a bench with its command, date and place. */
export interface SavedRun {
  readonly rows: readonly SavedRow[];
  readonly command: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly machine: string;
  /** Path in the checkout. */
  readonly source: string;
}

/** The rows of the last label in a file of bench/results written by `--save`. */
export function readCsv(name: string, command: string): SavedRun {
  const source = `bench/results/${name}.csv`;
  const [head, ...lines] = readText(source).trim().split("\n");
  const names = head.split(",");
  const all = lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell])));
  const { label, date } = all[all.length - 1];
  const rows = all.filter((row) => row.label === label);
  const machine = name.replace(/(-x\d+).*$/, "$1");
  return { rows, command: `${command} --save --label ${JSON.stringify(label)}`, date, machine, source };
}

/** The tables that a bench wrote between the markers of a page. */
export function readBlock(page: string, block: string): SavedRun {
  const source = `docs/${page}`;
  const pattern = new RegExp(`<!-- ${block}: ([^>]*) -->([\\s\\S]*?)<!-- end of ${block} -->`);
  const [, command, text] = pattern.exec(readText(source)) ?? missing(source, block);
  const [, date, machine] = /<!-- saved (\S+) on (.*?) -->/.exec(text) ?? missing(source, `the date of ${block}`);
  return { rows: tableRows(text), command, date, machine, source };
}

/** The tables that a bench printed under `--record`. */
export function readRecord(name: string): SavedRun {
  const source = `bench/results/${name}.txt`;
  const text = readText(source);
  const field = (key: string) =>
    new RegExp(`^${key}: (.*)$`, "m").exec(text)?.[1] ?? missing(source, `the line ${key}`);
  return {
    rows: tableRows(text),
    command: field("command"),
    date: field("date"),
    machine: field("machine"),
    source,
  };
}

/** The only row with these cells. Throws `RangeError` if there is none, or several. */
export function findRow({ rows, source }: SavedRun, cells: SavedRow): SavedRow {
  const found = rows.filter((row) => Object.entries(cells).every(([head, cell]) => row[head] === cell));
  if (found.length !== 1)
    throw new RangeError(`${source}: expected one row with ${JSON.stringify(cells)}, found ${found.length}`);
  return found[0];
}

/** The rows of all Markdown tables of a text, without bold type. A repeated head gets the suffix 2. */
function tableRows(text: string): SavedRow[] {
  const rows: SavedRow[] = [];
  let heads: string[] | undefined;
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) {
      heads = undefined;
      continue;
    }
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("**", ""));
    if (!heads) heads = cells.map((cell, i) => (cells.indexOf(cell) === i ? cell : `${cell} 2`));
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
      rows.push(Object.fromEntries(cells.map((cell, i) => [heads?.[i] ?? "", cell])));
  }
  return rows;
}

function readText(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
}

function missing(source: string, what: string): never {
  throw new RangeError(`${source}: expected ${what}`);
}
