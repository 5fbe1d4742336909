import { dirname, resolve } from "node:path";
import { aboutFile, EngineError, wrapError } from "../errors/index.ts";
import { type OptionTable, type Rule, resolveOptions, resolveTables } from "../options/index.ts";
import { fileExists, readText } from "../pipeline/disk/index.ts";
import { engineOptions, enhanceTables, type ResolvedOptions, resolveEnhanceOptions } from "../pipeline/options.ts";
import { formatOfExtension } from "../stages/encode/index.ts";
import type { Command } from "./command.ts";
import type { OwnFlag, ParsedFlags } from "./flags.ts";
import { printable } from "./print.ts";

/** Name of the file in the current folder with default values of options. */
const configName = "lightwell.config.json";

const maxBytes = 64 * 2 ** 10;
const byteOrderMark = /^\ufeff/;

/** Every option that a config file can set, whichever command reads it. */
const tables: Readonly<Record<string, OptionTable>> = { ...enhanceTables, engine: engineOptions };
const rules: ReadonlyMap<string, Rule<unknown>> = new Map(Object.values(tables).flatMap(Object.entries));

interface ConfigFile {
  readonly path: string;
  /** Validated options by the library's names. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The config file of the current folder, if there is one. Throws what {@link readConfig} throws. */
async function findConfig(): Promise<ConfigFile | undefined> {
  return (await fileExists(configName)) ? readConfig(configName) : undefined;
}

/**
 * Reads a JSON object of options. Relative paths in it start at its folder. Throws `io/read`, `limits/bytes` for more
 * than 64 KiB, `options/unknown` for names that no table has, and `options/invalid` unless the file is a JSON object
 * with valid values. Every message begins with the path.
 */
async function readConfig(path: string): Promise<ConfigFile> {
  try {
    const options = parseConfig((await readText(path, maxBytes)).replace(byteOrderMark, ""));
    resolveTables(tables, options);
    const folder = dirname(path);
    const placed = Object.entries(options).map(([name, value]) => [
      name,
      isPath(name, value) ? resolve(folder, value) : value,
    ]);
    return { path, options: Object.fromEntries(placed) };
  } catch (thrown) {
    throw aboutFile(wrapError(thrown, "io/read", "config"), path);
  }
}

function parseConfig(text: string): Readonly<Record<string, unknown>> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (thrown) {
    throw wrapError(thrown, "options/invalid", "config: expected JSON");
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    const came = Array.isArray(document) ? "a list" : document === null ? "null" : `a ${typeof document}`;
    throw new EngineError("options/invalid", `config: expected a JSON object of options, got ${came}`);
  }
  return document as Readonly<Record<string, unknown>>;
}

function isPath(name: string, value: unknown): value is string {
  return typeof value === "string" && value !== "" && ["DIR", "FILE"].includes(rules.get(name)?.value ?? "");
}

/** Flags that select the config file. */
export const configFlags: Readonly<Record<string, OwnFlag>> = {
  config: {
    type: "string",
    value: "FILE.json",
    doc: `Take option defaults from this file, not from ${configName} in the current folder; flags override them`,
  },
  "no-config": { type: "boolean", doc: `Ignore ${configName} in the current folder` },
};

const printFlag: Readonly<Record<string, OwnFlag>> = {
  "print-config": {
    type: "boolean",
    doc: "Only print the options that are in effect, as JSON for --config",
    isAlone: true,
  },
};

/** The command with option defaults from a config file: that of `--config`, or the one in the current folder. */
export function withConfig(command: Command): Command {
  return {
    ...command,
    flags: { ...command.flags, ...configFlags, ...printFlag },
    async run(flags, streams, signal) {
      const config = await configOf(flags.own);
      const defaults = config ? defaultsFrom(config, command, flags) : {};
      const options = { ...defaults, ...flags.options };
      if (flags.own["print-config"] === true) {
        streams.out(`${JSON.stringify(inEffect(command.tables, options), null, 2)}\n`);
        return 0;
      }
      const taken = Object.keys(defaults).filter((name) => !(name in flags.options));
      if (config && taken.length > 0 && !isForPrograms(flags.own) && !streams.quiet)
        streams.err(`options of ${printable(config.path)}: ${taken.join(", ")}\n`);
      return command.run({ ...flags, options }, streams, signal);
    },
  };
}

/** Whether standard output and standard error are read by a program. */
function isForPrograms(own: ParsedFlags["own"]): boolean {
  return own["json"] === true || own["ndjson"] === true;
}

/** `--no-config` is read as `config` set to false, or by its own name, depending on the version of Node.js. */
export async function configOf(own: ParsedFlags["own"]): Promise<ConfigFile | undefined> {
  if (typeof own["config"] === "string") return readConfig(own["config"]);
  return own["config"] === false || own["no-config"] === true ? undefined : findConfig();
}

/** The file's options that the command also has. */
export function defaultsFrom(
  { options }: ConfigFile,
  { tables }: Pick<Command, "tables">,
  flags: ParsedFlags,
): Record<string, unknown> {
  const known = Object.values(tables);
  const entries = Object.entries(options).filter(([name]) => known.some((table) => Object.hasOwn(table, name)));
  return withoutOtherFormat(Object.fromEntries(entries), flags);
}

/**
 * A format named by `--format` or by the extension of `--output` overrides the file's format and its bit depth, because
 * 16 bits for TIFF would be refused for JPEG.
 */
function withoutOtherFormat(options: Record<string, unknown>, { options: given, own }: ParsedFlags) {
  const { output } = own;
  const asked = given["format"] ?? (typeof output === "string" ? formatOfExtension(output) : undefined);
  if (asked === undefined) return options;
  const { format, bitDepth, ...rest } = options;
  return bitDepth !== undefined && (format ?? asked) === asked ? { ...rest, bitDepth } : rest;
}

/** Every option of a command's tables in one flat record, by the library's names. Throws `options/*`. */
function inEffect(
  { engine, ...tables }: Readonly<Record<string, OptionTable>>,
  options: Readonly<Record<string, unknown>>,
): object {
  const isSetting = (name: string) => Object.hasOwn(engineOptions, name);
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(options).filter(([n]) => isSetting(n) === wanted));
  const resolved = resolveEnhanceOptions(tables as Partial<typeof enhanceTables>, part(false));
  const stages = Object.keys(tables).map((stage) => resolved[stage as keyof ResolvedOptions]);
  return Object.assign({}, ...stages, engine ? resolveOptions("engine", engine, part(true)) : {});
}
