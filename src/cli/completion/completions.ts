import type { Rule } from "../../options/index.ts";
import type { Command } from "../command.ts";
import { flagName, type OwnFlag } from "../flags.ts";

/** Kinds of values that can follow a flag or a command. */
export type ValueKind =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "file" | "folder" | "text" };

export interface FlagCompletion {
  /** Name of the flag with dashes. */
  readonly flag: string;
  readonly doc: string;
  /** Kind of the value; absent for switches. */
  readonly value?: ValueKind;
}

export interface CommandCompletion {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagCompletion[];
  /** Words allowed as the first argument, other than paths. */
  readonly words: readonly string[];
  readonly takesPaths: boolean;
}

/** Completions of every command, from the same tables as its help and parser. */
export function completionsOf(commands: readonly Command[]): CommandCompletion[] {
  return commands.map(({ name, summary, tables, flags, words = [], takesPaths = true }) => ({
    name,
    summary,
    flags: [
      ...Object.entries(flags).map(ownCompletion),
      { flag: "--help", doc: "Show the help of the command" },
      ...Object.values(tables).flatMap((table) => Object.entries(table).map(optionCompletion)),
    ],
    words,
    takesPaths,
  }));
}

function ownCompletion([name, { type, doc, value = "" }]: [string, OwnFlag]): FlagCompletion {
  const flag = { flag: `--${name}`, doc: briefly(doc) };
  return type === "boolean" ? flag : { ...flag, value: kindOf(value) };
}

function optionCompletion([option, rule]: [string, Rule<unknown>]): FlagCompletion {
  const isOff = rule.type === "flag" && rule.fallback === true;
  const flag = { flag: `--${isOff ? "no-" : ""}${flagName(option)}`, doc: briefly(rule.offDoc ?? rule.doc) };
  if (rule.type === "flag") return flag;
  return { ...flag, value: rule.choices ? { kind: "words", words: rule.choices } : kindOf(rule.value ?? "") };
}

/** Derives the kind from the placeholder in the help: `DIR`, `FILE`, `FILE.json`, `FILE|FOLDER`, or anything else. */
function kindOf(value: string): ValueKind {
  if (value === "DIR") return { kind: "folder" };
  return { kind: value.startsWith("FILE") ? "file" : "text" };
}

/** The first clause of a doc, since menus show one line for each flag. */
function briefly(doc: string): string {
  return doc.split(/; | \(/, 1)[0].replace(/\.$/, "");
}

/** A text in single quotes, as POSIX shells take it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
