import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Lines of comments have at most 120 characters, which no formatter sees to. `node build/comments.mjs` lists those that
// are longer and fails; with --write it wraps them.

const maxColumns = 120;
const sources = /\.(ts|mjs|cjs|js|cc|h)$/;
/** Comments that a tool reads stay on their line, and so does what begins a list, a table or a tag. */
const directive = /biome-ignore|@ts-|<reference/;
const startsItem = /^\s*([-*•] |\d+\. |\||@|```)/;

/**
 * The lines of `text` in which a comment is too long, counted from 1; a single word that does not fit is left alone.
 */
export function longComments(text) {
  const wrapped = wrapComments(text);
  if (wrapped === text) return [];
  return linesOf(text).flatMap(({ line, prefix }, i) =>
    prefix !== undefined && line.length > maxColumns && !directive.test(line) ? [i + 1] : [],
  );
}

/** Wraps every comment line that is too long, with the rest of its paragraph. */
export function wrapComments(text) {
  const lines = linesOf(text);
  const result = [];
  for (let i = 0; i < lines.length; i++) {
    const { line, prefix } = lines[i];
    if (prefix === undefined || line.length <= maxColumns || directive.test(line)) {
      result.push(line);
      continue;
    }
    const oneLine = /^(\s*)\/\*\*? (.*?)\s*\*\/$/.exec(line);
    if (oneLine) {
      const [, indent, words] = oneLine;
      result.push(`${indent}/**`, ...wrap(`${indent} * `, words.split(" ")), `${indent} */`);
      continue;
    }
    let words = line.slice(prefix.length);
    const hang = /^(\s*[-*•] |\s*\d+\. |\s*)/.exec(words)[0];
    const first = prefix + hang;
    const rest = prefix + " ".repeat(hang.length);
    words = words.slice(hang.length);
    const closes = words.endsWith(" */");
    if (closes) words = words.slice(0, -3);
    while (!closes && continues(lines[i + 1], prefix, rest))
      words += ` ${lines[++i].line.trim().slice(prefix.trim().length).trim()}`;
    result.push(...wrap(first, words.split(" "), rest));
    if (closes) result.push(`${prefix.replace(/\* $/, "*/")}`);
  }
  return result.join("\n");
}

/** Whether a line goes on with the paragraph of the one before: the same prefix and indent, and no item of its own. */
function continues(next, prefix, rest) {
  if (next?.prefix !== prefix || !next.line.startsWith(rest) || directive.test(next.line)) return false;
  const words = next.line.slice(prefix.length);
  return (
    next.line.slice(rest.length).trim() !== "" && !/^\s/.test(next.line.slice(rest.length)) && !startsItem.test(words)
  );
}

function wrap(first, words, rest = first) {
  const lines = [];
  let line = first;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > maxColumns) {
      lines.push(line);
      line = rest + word;
    } else {
      line += isEmpty ? word : ` ${word}`;
    }
    isEmpty = false;
  }
  return [...lines, line];
}

/** Every line with what stands before its words, where it is a comment and nothing else. */
function linesOf(text) {
  let isInside = false;
  return text.split("\n").map((line) => {
    const wasInside = isInside;
    const start = /^\s*\/\*/.test(line);
    if (start || wasInside) isInside = !line.includes("*/");
    const prefix = wasInside ? /^\s*\* ?(?!\/)/.exec(line)?.[0] : /^\s*(\/\/+ |\/\*\*? )/.exec(line)?.[0];
    return { line, prefix };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isWriting = process.argv.includes("--write");
  const folders = process.argv.slice(2).filter((argument) => argument !== "--write");
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    encoding: "utf8",
  });
  for (const file of files.split("\n").filter((name) => sources.test(name))) {
    let text;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      continue; // deleted, and git does not know yet
    }
    if (isWriting) {
      const wrapped = wrapComments(text);
      if (wrapped !== text) writeFileSync(file, wrapped);
      continue;
    }
    for (const line of longComments(text)) {
      console.error(`${file}:${line}: a comment has more than ${maxColumns} characters; npm run format wraps it`);
      process.exitCode = 1;
    }
  }
}
