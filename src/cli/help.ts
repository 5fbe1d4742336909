import { fallbackText, type Rule } from "../options/index.ts";
import { headings } from "../pipeline/options.ts";
import { type Command, sharedFlags } from "./command.ts";
import { flagName, type OwnFlag, unitSuffix } from "./flags.ts";

/** Maximum length of help lines in characters. */
const lineWidth = 100;
const usageWidth = 34;

const unitNames: Readonly<Record<string, string>> = {
  Px: "PIXELS",
  Ev: "EV",
  Ms: "MS",
  Mb: "MB",
  Deg: "DEGREES",
  S: "SECONDS",
};

const engineHeading = "Limits and resources";
const sharedHeading = "Flags of every command";

interface Row {
  /** Name of the flag, without dashes. */
  readonly flag: string;
  readonly usage: string;
  readonly doc: string;
  /** Beginning of the doc, for the short help. */
  readonly brief: string;
}
type Sections = ReadonlyMap<string, readonly Row[]>;

/** Number of lines that fit on a screen. Longer help shows only the common flags, unless `all` is requested. */
const screenLines = 45;

export function commandHelp(command: Command, all: boolean): string {
  const full = helpText(command, flagSections(command));
  const { common = [] } = command;
  if (all || common.length === 0 || full.split("\n").length <= screenLines) return full;
  const every = [...flagSections(command).values()].flat();
  const rows = common.flatMap((name) => every.filter(({ flag }) => flag === name));
  const sections = new Map([
    ["Common flags", rows.map((row) => ({ ...row, doc: row.brief }))],
    [sharedHeading, ownRows(sharedFlags)],
  ]);
  return helpText(command, sections, [`lightwell ${command.name} --help all lists every flag (${every.length}).`]);
}

function helpText({ name, usage, summary, examples = [] }: Command, sections: Sections, end: string[] = []): string {
  const [first, ...more] = wrap(`Usage: lightwell ${name} ${usage}`, lineWidth - 2);
  const blocks = [
    [first, ...more.map((line) => `  ${line}`)],
    wrap(summary, lineWidth),
    examples.length > 0 ? ["Examples:", ...examples.map((example) => `  ${example}`)] : [],
    [layOutSections(sections)],
    end,
  ];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** Every flag of a command, under headings. */
function flagSections({ tables, flags }: Command): Sections {
  const sections = new Map<string, Row[]>([["Flags", ownRows(flags)]]);
  for (const [stage, table] of Object.entries(tables)) {
    const heading = stage === "engine" ? engineHeading : headings[stage as keyof typeof headings];
    const rows = Object.entries(table).map(([option, rule]) => optionRow(option, rule));
    if (rows.length > 0) sections.set(heading, [...(sections.get(heading) ?? []), ...rows]);
  }
  return sections.set(sharedHeading, ownRows(sharedFlags));
}

function layOutSections(sections: Sections): string {
  const widest = Math.max(...[...sections.values()].flat().map(({ usage }) => usage.length));
  const width = Math.min(usageWidth, widest + 2);
  return [...sections]
    .filter(([, rows]) => rows.length > 0)
    .map(([heading, rows]) => [`${heading}:`, ...rows.map((row) => layOut(row, width))].join("\n"))
    .join("\n\n");
}

function ownRows(flags: Readonly<Record<string, OwnFlag>>): Row[] {
  return Object.entries(flags).map(([flag, { value, doc, short }]) => {
    const usage = `${short ? `-${short}, ` : ""}--${flag}${value ? ` ${value}` : ""}`;
    return { flag, usage, doc, brief: beginning(doc) };
  });
}

function optionRow(option: string, rule: Rule<unknown>): Row {
  const brief = `${beginning(ruleDoc(rule))}${rule.type === "flag" ? "" : ` (default ${fallbackText(rule)})`}`;
  return { flag: flagName(option), usage: flagUsage(option, rule), doc: flagDoc(rule), brief };
}

/** The doc up to its details; a single word before a colon is not enough. */
function beginning(doc: string): string {
  return doc.split(/; |(?<= .*): | \(/, 1)[0];
}

/** Formats rows in two columns; if the usage is too long for its column, the text starts on the next line. */
function layOut({ usage, doc }: Row, width: number): string {
  const indent = " ".repeat(width + 2);
  const [first, ...rest] = wrap(doc, lineWidth - indent.length).map((line) => indent + line);
  const start = usage.length >= width ? [`  ${usage}`, first] : [`  ${usage.padEnd(width)}${first.trimStart()}`];
  return [...start, ...rest].join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function flagUsage(option: string, rule: Rule<unknown>): string {
  const flag = `--${flagName(option)}`;
  if (rule.type === "flag") return rule.fallback === true ? `--no-${flagName(option)}` : flag;
  if (rule.type === "choice") return `${flag} ${rule.choices?.join("|")}`;
  const unit = unitSuffix.exec(option)?.[1];
  return `${flag} ${unit ? unitNames[unit] : (rule.value ?? "N")}`;
}

function ruleDoc({ doc, offDoc }: Rule<unknown>): string {
  return (offDoc ?? doc).replace(/\.$/, "");
}

function flagDoc(rule: Rule<unknown>): string {
  const { type, accepts } = rule;
  const text = ruleDoc(rule);
  if (type === "flag") return text;
  return `${text} (${type === "choice" ? "" : `${accepts}; `}default ${fallbackText(rule)})`;
}
