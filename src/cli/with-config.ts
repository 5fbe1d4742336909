import type { OptionTable } from "../options/index.ts";
import { resolveOptions } from "../options/index.ts";
import { engineOptions, type enhanceTables, type ResolvedOptions, resolveEnhanceOptions } from "../pipeline/options.ts";
import { formatOfExtension } from "../stages/encode/index.ts";
import type { Command } from "./command.ts";
import { type ConfigFile, configName, findConfig, readConfig } from "./config-file.ts";
import type { OwnFlag, ParsedFlags } from "./flags.ts";
import { printable } from "./print.ts";

/** Which config file counts. */
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

/** The options of the file that the command has. */
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
 * A format named by `--format` or by the extension of `--output` overrides that of the file, and the depth that goes
 * with it: 16 bits for TIFF would only be refused for JPEG.
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
