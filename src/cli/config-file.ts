import { dirname, resolve } from "node:path";
import { aboutFile, EngineError, wrapError } from "../errors/index.ts";
import { type OptionTable, type Rule, resolveTables } from "../options/index.ts";
import { fileExists, readText } from "../pipeline/disk/index.ts";
import { engineOptions, enhanceTables } from "../pipeline/options.ts";

/** The file of the current folder that gives the options their defaults. */
export const configName = "lightwell.config.json";

const maxBytes = 64 * 2 ** 10;
const byteOrderMark = /^\ufeff/;

/** Every option that a config file can set, whichever command reads it. */
const tables: Readonly<Record<string, OptionTable>> = { ...enhanceTables, engine: engineOptions };
const rules: ReadonlyMap<string, Rule<unknown>> = new Map(Object.values(tables).flatMap(Object.entries));

export interface ConfigFile {
  readonly path: string;
  /** By the library's names, checked. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The config file of the current folder, if there is one. Throws what {@link readConfig} throws. */
export async function findConfig(): Promise<ConfigFile | undefined> {
  return (await fileExists(configName)) ? readConfig(configName) : undefined;
}

/**
 * Reads a JSON object of options. Relative paths in it start at its folder. Throws `io/read`, `limits/bytes` for more
 * than 64 KiB, `options/unknown` for names that no table has, and `options/invalid` for what is not a JSON object or
 * has a value outside its rule. Every message begins with the path.
 */
export async function readConfig(path: string): Promise<ConfigFile> {
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
