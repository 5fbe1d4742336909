import { EngineError } from "../errors/index.ts";
import { closestNames, didYouMean } from "./closest-names.ts";

/**
 * One option: its check, its default, and its one-line documentation (also the CLI's help). `Given` is the type that
 * callers can write, if it has more values than the stages accept.
 */
export interface Rule<T, Given = T> {
  readonly doc: string;
  readonly fallback: T;
  readonly type:
    | "number"
    | "integer"
    | "choice"
    | "flag"
    | "text" /** The range or the choices, for documentation and error messages. */;
  readonly accepts: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** For switches that are on by default: the CLI's help for the flag that switches them off. */
  readonly offDoc?: string;
  /** Whether the default, a number, means a value that is found automatically. */
  readonly isAutomatic?: boolean;
  /** The placeholder of a text value in the CLI's help, e.g. DIR. */
  readonly value?: string;
  /** For the message of a rejected value: what the caller may have meant. */
  readonly hint?: (value: string) => string | undefined;
  /** Whether the value is valid; the message for an invalid one comes from `accepts`. */
  check(value: unknown): value is Given;
  /** Converts the value to the one that stages take, if callers can write it in several ways. */
  read?(given: Given): T;
}

export type OptionTable = Readonly<Record<string, Rule<unknown>>>;
/** The resolved options of a table: all names, with checked values. */
export type OptionsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Rule<infer T, infer _Given> ? T : never;
};
/** The options of a verb without options: `{}`. */
export type NoOptions = Readonly<Record<string, never>>;
/** The options that a caller can pass: any subset. */
export type OptionsInput<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: (Table[Name] extends Rule<infer _T, infer Given> ? Given : never) | undefined;
};

export function numberIn(
  min: number,
  max: number,
  fallback: number,
  doc: string,
): Rule<number> & Readonly<Record<"min" | "max", number>> {
  return {
    doc,
    fallback,
    type: "number",
    min,
    max,
    accepts: `${min} to ${max}`,
    check: (value): value is number => typeof value === "number" && value >= min && value <= max,
  };
}

export function integerIn(min: number, max: number, fallback: number, doc: string): Rule<number> {
  return {
    doc,
    fallback,
    type: "integer",
    min,
    max,
    accepts: `a whole number, ${min} to ${max}`,
    check: (value): value is number => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  };
}

/** The same rule with a default that lets the program find the value; help and documentation show "automatic". */
export function automatic(rule: Rule<number>): Rule<number> {
  return { ...rule, isAutomatic: true };
}

/** The default as text for people. */
export function fallbackText({ fallback, isAutomatic = false }: Rule<unknown>): string {
  return isAutomatic ? "automatic" : String(fallback) || "none";
}

export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
  doc: string,
): Rule<Choice> {
  return {
    doc,
    fallback,
    type: "choice",
    choices,
    accepts: choices.join(" | "),
    check: (value): value is Choice => choices.includes(value as Choice),
  };
}

/** The number that a choice spells. */
type NumberOf<Choice> = Choice extends `${infer N extends number}` ? N : never;

/** Like {@link oneOf}, if some choices are numbers: callers can write `16` for `"16"`. */
export function oneOfNumbers<const Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
  doc: string,
): Rule<Choice, Choice | NumberOf<Choice>> {
  const isChoice = (value: unknown) =>
    (typeof value === "string" || typeof value === "number") && choices.includes(String(value) as Choice);
  return {
    ...oneOf(choices, fallback, doc),
    check: (value): value is Choice | NumberOf<Choice> => isChoice(value),
    read: (given) => String(given) as Choice,
  };
}

export function flag(fallback: false, doc: string): Rule<boolean>;
export function flag(fallback: true, doc: string, offDoc: string): Rule<boolean>;
export function flag(fallback: boolean, doc: string, offDoc?: string): Rule<boolean> {
  return {
    doc,
    fallback,
    ...(offDoc === undefined ? {} : { offDoc }),
    type: "flag",
    accepts: "true | false",
    check: (value): value is boolean => typeof value === "boolean",
  };
}

export function text(fallback: string, maxLength: number, doc: string, value = "TEXT"): Rule<string> {
  return {
    doc,
    fallback,
    value,
    type: "text",
    accepts: `text of at most ${maxLength} characters`,
    check: (value): value is string => typeof value === "string" && value.length <= maxLength,
  };
}

/** Additional names, too many for help and documentation, and a description of them. */
interface MoreNames {
  readonly names: readonly string[];
  readonly what: string;
}

/** Any of the names, separated by commas; none by default. The error for an unknown name lists the closest ones. */
export function listOf(names: readonly string[], doc: string, more: MoreNames = { names: [], what: "" }): Rule<string> {
  const known = new Set([...names, ...more.names]);
  const listed = `${names.join(", ")}${more.what === "" ? "" : `, ${more.what}`}`;
  const unknownOf = (value: string) => value.split(",").find((name) => !known.has(name.trim()));
  return {
    doc,
    fallback: "",
    value: "LIST",
    type: "text",
    accepts: `any of ${listed}, separated by commas`,
    hint: (value) => {
      const unknown = unknownOf(value)?.trim().slice(0, 80);
      const near = unknown === undefined ? [] : closestNames(unknown, [...known]);
      return near.length === 0 ? undefined : `for "${unknown}", ${didYouMean(near, "")}`;
    },
    check: (value): value is string => typeof value === "string" && (value === "" || unknownOf(value) === undefined),
  };
}

/**
 * Checks `input` against `table` and fills in defaults. Throws `options/unknown` for a name that is not in the table
 * and `options/invalid` for a value that its rule rejects; messages begin with `stage`. `undefined` counts as omitted.
 */
export function resolveOptions<Table extends OptionTable>(
  stage: string,
  table: Table,
  input: OptionsInput<Table> = {},
): OptionsOf<Table> {
  if (typeof input !== "object" || input === null)
    throw new EngineError("options/invalid", `${stage}: options must be an object, got ${String(input)}`);
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(table, name)) {
      const known = Object.keys(table).join(", ");
      throw new EngineError("options/unknown", `${stage}: there is no option "${name}"; known: ${known || "none"}`, {
        option: name,
      });
    }
  }
  const resolved: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(table)) {
    const given: unknown = (input as Record<string, unknown>)[name];
    const legal: boolean = given === undefined || rule.check(given);
    if (!legal) {
      const came = typeof given === "string" ? `"${given.slice(0, 80)}"` : String(given);
      const hint = typeof given === "string" ? rule.hint?.(given) : undefined;
      const message = `${stage}: ${name} must be ${rule.accepts}, got ${came}${hint === undefined ? "" : `; ${hint}`}`;
      throw new EngineError("options/invalid", message, {
        option: name,
      });
    }
    resolved[name] = given === undefined ? rule.fallback : (rule.read?.(given) ?? given);
  }
  return resolved as OptionsOf<Table>;
}

/**
 * Splits a flat record of options by the tables that own the names, checks each part and fills in defaults. Throws
 * `options/unknown` with the closest known names for a name in no table, and the errors of {@link resolveOptions}.
 */
export function resolveTables<Tables extends Readonly<Record<string, OptionTable>>>(
  tables: Tables,
  input: Readonly<Record<string, unknown>>,
): { readonly [Stage in keyof Tables]: ReturnType<typeof resolveOptions<Tables[Stage]>> } {
  const owners = new Map<string, string>();
  for (const [stage, table] of Object.entries(tables)) {
    for (const name of Object.keys(table)) owners.set(name, stage);
  }
  const split: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(input)) {
    const stage = owners.get(name);
    if (stage === undefined) {
      const near = didYouMean(closestNames(name, [...owners.keys()]), "docs/OPTIONS.md lists all");
      throw new EngineError("options/unknown", `options: there is no option "${name}"; ${near}`, { option: name });
    }
    split[stage] ??= {};
    split[stage][name] = value;
  }
  const resolved = Object.entries(tables).map(([stage, table]) => [
    stage,
    resolveOptions(stage, table, split[stage] ?? {}),
  ]);
  return Object.fromEntries(resolved) as never;
}
