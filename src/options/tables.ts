import { EngineError } from "../errors/index.ts";
import { closestNames, didYouMean } from "./closest-names.ts";
import { type OptionTable, resolveOptions } from "./spec.ts";

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
