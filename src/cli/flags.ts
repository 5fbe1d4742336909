import { parseArgs } from "node:util";
import { EngineError } from "../errors/index.ts";
import { closestNames, didYouMean, type OptionTable, type Rule } from "../options/index.ts";

/** A flag that is not a pipeline option: where to write, what to print. */
export interface OwnFlag {
  readonly type: "boolean" | "string";
  readonly doc: string;
  /** Single-letter form, for example `o` for -o. */
  readonly short?: string;
  readonly choices?: readonly string[];
  /** The placeholder of the value in the help, e.g. DIR. */
  readonly value?: string;
  readonly required?: boolean;
  /** Whether the flag makes all others unnecessary, like `--help`. */
  readonly isAlone?: boolean;
}

export interface ParsedFlags {
  readonly paths: readonly string[];
  /** Typed values of the table options, by option name. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Values of the command's own flags, by flag name. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
}

/** Unit suffixes of option names. */
export const unitSuffix = /(Px|Ev|Ms|Mb|Deg|S)$/;

/** `maxWidthPx` → `max-width`: units are in the names of options, and in the help of flags. */
export function flagName(option: string): string {
  return option.replace(unitSuffix, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Parses the arguments of one command. Throws `options/unknown` and `options/invalid` with the flag's name. */
export function parseFlags(
  args: readonly string[],
  tables: Readonly<Record<string, OptionTable>>,
  ownFlags: Readonly<Record<string, OwnFlag>>,
): ParsedFlags {
  const rules = new Map<string, { option: string; rule: Rule<unknown> }>();
  for (const table of Object.values(tables)) {
    for (const [option, rule] of Object.entries(table)) rules.set(flagName(option), { option, rule });
  }
  const known: Record<string, FlagType> = {};
  for (const [flag, { rule }] of rules) known[flag] = { type: rule.type === "flag" ? "boolean" : "string" };
  for (const [flag, { type, short }] of Object.entries(ownFlags)) known[flag] = { type, ...(short ? { short } : {}) };
  const { values, positionals } = parse(args, known);
  const options: Record<string, unknown> = {};
  const own: Record<string, string | boolean | undefined> = {};
  for (const [flag, value] of Object.entries(values)) {
    const entry = rules.get(flag);
    if (entry) options[entry.option] = typeof value === "string" ? typedValue(flag, value, entry.rule) : value;
    else own[flag] = value as string | boolean;
  }
  const isAlone = Object.entries(ownFlags).some(([flag, rule]) => rule.isAlone && own[flag] === true);
  for (const [flag, { required, choices }] of Object.entries(ownFlags)) {
    const value = own[flag];
    if (required && value === undefined && !own["help"] && !own["version"] && !isAlone) {
      throw new EngineError("options/invalid", `--${flag} is needed`, { option: flag });
    }
    if (choices && typeof value === "string" && !choices.includes(value)) {
      const message = `--${flag} must be ${choices.join(" | ")}, got "${value.slice(0, 80)}"`;
      throw new EngineError("options/invalid", message, { option: flag });
    }
  }
  return { paths: positionals, options, own };
}

interface FlagType {
  readonly type: "boolean" | "string";
  readonly short?: string;
}
type FlagTypes = Readonly<Record<string, FlagType>>;

/** `--exposure -1` as `--exposure=-1`: parseArgs accepts a value that begins with a dash only in this form. */
function joinNegatives(args: readonly string[], options: FlagTypes): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? "";
    const takesValue = before.startsWith("--") && options[before.slice(2)]?.type === "string";
    if (takesValue && /^-[\d.]/.test(arg) && !joined.includes("--")) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function parse(args: readonly string[], options: FlagTypes) {
  try {
    return parseArgs({ args: joinNegatives(args, options), options, allowPositionals: true, allowNegative: true });
  } catch (thrown) {
    const unknown = /Unknown option '(-[^']*)'/.exec((thrown as Error).message)?.[1];
    const file = args.find((arg) => unknown && /^-[^-]./.test(arg) && arg.slice(1).includes(unknown.slice(1)));
    if (unknown && file) {
      const message = `there is no flag ${unknown}; write ./${file} for a file whose name begins with a dash`;
      throw new EngineError("options/unknown", message, { option: unknown });
    }
    if (unknown) {
      const near = closestNames(unknown.replace(/^-+/, ""), Object.keys(options)).map((name) => `--${name}`);
      const message = `there is no flag ${unknown}; ${didYouMean(near, "--help all lists every flag")}`;
      throw new EngineError("options/unknown", message, { option: unknown });
    }
    const message = (thrown as Error).message.split("\n")[0].split(". ")[0];
    const flag = /Option '.*--([\w-]+)' argument is ambiguous/.exec(message)?.[1];
    const ambiguous = `--${flag} needs a value; write one that begins with a dash as --${flag}=-VALUE`;
    throw new EngineError("options/invalid", flag ? ambiguous : message, flag ? { option: flag } : {}, thrown);
  }
}

function typedValue(flag: string, value: string, rule: Rule<unknown>): unknown {
  if (rule.type === "choice" || rule.type === "text") return value;
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) {
    throw new EngineError("options/invalid", `--${flag} must be ${rule.accepts}, got "${value}"`, { option: flag });
  }
  return number;
}
