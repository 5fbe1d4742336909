import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Limits lines of comments to 120 characters, which the formatter does not: `npm run lint` lists longer ones and fails,
// `npm run format` wraps them.

const maxColumns = 120;
const sources = /\.(ts|mjs|cjs|js|cc|h)$/;
/** Comments for tools, which must stay on their line. */
const directive = /biome-ignore|@ts-|<reference/;
const startsItem = /^\s*([-*•] |\d+\. |\||@|```)/;

/** A line, and the prefix of its words if it consists only of a comment. */
interface Line {
  readonly line: string;
  readonly prefix: string | undefined;
}

/**
 * Numbers of the lines of `text` with a comment that is too long, from 1; a single word that is too long is ignored.
 */
export function longComments(text: string): number[] {
  if (wrapComments(text) === text) return [];
  return linesOf(text).flatMap((line, i) => (isTooLong(line) ? [i + 1] : []));
}

/** Wraps every comment line that is too long, with the rest of its paragraph. */
export function wrapComments(text: string): string {
  const lines = linesOf(text);
  const result: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const { line, prefix = "" } = lines[i];
    const oneLine = /^(\s*)\/\*\*? (.*?)\s*\*\/$/.exec(line);
    if (!isTooLong(lines[i])) {
      result.push(line);
    } else if (oneLine) {
      const [, indent, words] = oneLine;
      result.push(`${indent}/**`, ...wrap(`${indent} * `, words), `${indent} */`);
    } else {
      const hang = /^(\s*[-*•] |\s*\d+\. |\s*)/.exec(line.slice(prefix.length))?.[0] ?? "";
      const rest = prefix + " ".repeat(hang.length);
      let words = line.slice(rest.length);
      while (continues(lines[i + 1], prefix, rest)) words += ` ${lines[++i].line.slice(rest.length)}`;
      result.push(...wrap(prefix + hang, words, rest));
    }
  }
  return result.join("\n");
}

function isTooLong({ line, prefix }: Line): boolean {
  return prefix !== undefined && line.length > maxColumns && !directive.test(line);
}

/** Whether a line continues the paragraph of the one before: the same prefix and indent, and not a new item. */
function continues(next: Line | undefined, prefix: string, rest: string): boolean {
  if (next?.prefix !== prefix || !next.line.startsWith(rest) || directive.test(next.line)) return false;
  return /^\S/.test(next.line.slice(rest.length)) && !startsItem.test(next.line.slice(prefix.length));
}

function wrap(first: string, words: string, rest = first): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of words.split(" ")) {
    const start = lines.length === 0 ? first : rest;
    if (line !== start && line.length + 1 + word.length > maxColumns) {
      lines.push(line);
      line = rest + word;
    } else {
      line += line === start ? word : ` ${word}`;
    }
  }
  return [...lines, line];
}

function linesOf(text: string): Line[] {
  let isInside = false;
  return text.split("\n").map((line) => {
    const wasInside = isInside;
    if (wasInside || /^\s*\/\*/.test(line)) isInside = !line.includes("*/");
    const prefix = wasInside ? /^\s*\* ?(?!\/)/.exec(line) : /^\s*(\/\/ |\/\*\*? )/.exec(line);
    return { line, prefix: prefix?.[0] };
  });
}

/** Files that git tracks or does not ignore, in `folders` or everywhere. */
function listFiles(folders: readonly string[]): string[] {
  const found = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    encoding: "utf8",
  });
  return found.split("\n").filter((name) => sources.test(name) && existsSync(name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isWriting = process.argv.includes("--write");
  for (const file of listFiles(process.argv.slice(2).filter((argument) => argument !== "--write"))) {
    const text = readFileSync(file, "utf8");
    const lines = longComments(text);
    if (isWriting && lines.length > 0) writeFileSync(file, wrapComments(text));
    if (isWriting || lines.length === 0) continue;
    for (const line of lines)
      console.error(`${file}:${line}: a comment has over ${maxColumns} characters; npm run format wraps it`);
    process.exitCode = 1;
  }
}
