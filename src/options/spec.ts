import { EngineError } from "../errors/index.ts";
import { closestNames, didYouMean } from "./closest-names.ts";

/**
 * One option: how to check it, its default, and its one-line documentation (also the CLI's help). `Given` is what
 * callers may write, if that is more than the values the stages take.
 */
export interface Rule<T, Given = T> {
  readonly doc: string;
  readonly fallback: T;
  readonly type: "number" | "integer" | "choice" | "flag" | "text";
  /** For documentation: the range or the choices. */
  readonly accepts: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Of switches that are on by default: the CLI's help for the flag that switches them off. */
  readonly offDoc?: string;
  /** Whether the default, a number, means a value that is found automatically. */
  readonly isAutomatic?: boolean;
  /** The placeholder of a text value in the CLI's help, e.g. DIR. */
  readonly value?: string;
  /** For the message of a refusal: what the caller may have meant. */
  readonly hint?: (value: string) => string | undefined;
  /** True when the value is legal; the message of the refusal comes from `accepts`. */
  check(value: unknown): value is Given;
  /** The value as the stages take it, where callers may write it in more than one way. */
  read?(given: Given): T;
}

export type OptionTable = Readonly<Record<string, Rule<unknown>>>;
/** The resolved options of a table: every name, every value checked. */
export type OptionsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Rule<infer T, infer _Given> ? T : never;
};
/** What a verb takes that has nothing to choose: `{}`. */
export type NoOptions = Readonly<Record<string, never>>;
/** What a caller may hand in: any subset. */
export type OptionsInput<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: (Table[Name] extends Rule<infer _T, infer Given> ? Given : never) | undefined;
};

export function numberIn(min: number, max: number, fallback: number, doc: string): Rule<number> {
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

/** The same rule, where its default lets the program find the value: help and documentation say "automatic". */
export function automatic(rule: Rule<number>): Rule<number> {
  return { ...rule, isAutomatic: true };
}

/** The default in words for people. */
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

/** As {@link oneOf}, for choices of which some are numbers: callers may write `16` for `"16"`. */
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

/** More names than help and documentation can list, and what they are. */
interface MoreNames {
  readonly names: readonly string[];
  readonly what: string;
}

/** Any of the names, separated by commas; none by default. The error of an unknown name lists the closest ones. */
export function listOf(names: readonly string[], doc: string, more: MoreNames = { names: [], what: "" }): Rule<string> {
  const known = new Set([...names, ...more.names]);
  const listed = `${names.join(", ")}${more.what === "" ? "" : `, ${more.what}`}`;
  const unknownOf = (value: string) => value.split(",").find((name) => !known.has(name.trim()));
  return {
    doc: `${doc}: ${listed}`,
    fallback: "",
    value: "LIST",
    type: "text",
    accepts: `names of ${listed}, separated by commas`,
    hint: (value) => {
      const unknown = unknownOf(value)?.trim().slice(0, 80);
      const near = unknown === undefined ? [] : closestNames(unknown, [...known]);
      return near.length === 0 ? undefined : `for "${unknown}", ${didYouMean(near, "")}`;
    },
    check: (value): value is string => typeof value === "string" && (value === "" || unknownOf(value) === undefined),
  };
}

/**
 * Checks `input` against `table` and fills the defaults. Throws `options/unknown` for a name that is not in the table
 * and `options/invalid` for a value outside its rule; `stage` begins the message. `undefined` counts as not given.
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
 * Splits one flat record of options by the tables that own the names, and checks and fills each. Throws
 * `options/unknown` for a name that no table has, with the closest known names, and what {@link resolveOptions} throws.
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
