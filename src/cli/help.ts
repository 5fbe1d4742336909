import type { OptionTable, Rule } from "../options/index.ts";
import { headings } from "../pipeline/options.ts";
import { flagName, type OwnFlag, unitSuffix } from "./flags.ts";

/** Lines of help fit the width of a terminal. */
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

type Row = readonly [usage: string, doc: string];

/** The help lines of a command's flags, under headings. */
export function describeFlags(
  tables: Readonly<Record<string, OptionTable>>,
  ownFlags: Readonly<Record<string, OwnFlag>>,
): string {
  const own = Object.entries(ownFlags).map(
    ([flag, { value, doc }]): Row => [`--${flag}${value ? ` ${value}` : ""}`, doc],
  );
  const sections = new Map<string, Row[]>([["Flags", [...own, ["-h, --help", "Show this help"]]]]);
  for (const [stage, table] of Object.entries(tables)) {
    const heading = stage === "engine" ? engineHeading : headings[stage as keyof typeof headings];
    const rows = Object.entries(table).map(([option, rule]): Row => [flagUsage(option, rule), flagDoc(rule)]);
    if (rows.length > 0) sections.set(heading, [...(sections.get(heading) ?? []), ...rows]);
  }
  const widest = Math.max(...[...sections.values()].flat().map(([usage]) => usage.length));
  const width = Math.min(usageWidth, widest + 2);
  return [...sections]
    .map(([heading, rows]) => [`${heading}:`, ...rows.map((row) => layOut(row, width))].join("\n"))
    .join("\n\n");
}

/** A usage too long for its column has its text on the next line. */
function layOut([usage, doc]: Row, width: number): string {
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

function flagDoc({ type, doc, offDoc, accepts, fallback }: Rule<unknown>): string {
  const text = (offDoc ?? doc).replace(/\.$/, "");
  if (type === "flag") return text;
  return `${text} (${type === "choice" ? "" : `${accepts}; `}default ${String(fallback) || "none"})`;
}
