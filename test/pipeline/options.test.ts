import { describe, expect, test } from "vitest";
import { flagName } from "../../src/cli/flags.ts";
import type { OptionTable } from "../../src/options/index.ts";
import { engineOptions, enhanceTables, resolveEnhanceOptions } from "../../src/pipeline/options.ts";

const names = Object.values({ engine: engineOptions, ...enhanceTables }).flatMap((table) => Object.keys(table));

describe("the options of all stages", () => {
  test("have names that are unique over the stages, as options and as flags", () => {
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    const flags = names.map(flagName);
    expect(flags.filter((name, i) => flags.indexOf(name) !== i)).toEqual([]);
  });

  test("are all documented, and every default passes its own check", () => {
    for (const table of Object.values({ engine: engineOptions, ...enhanceTables }) as OptionTable[]) {
      for (const [name, rule] of Object.entries(table)) {
        expect(rule.doc.length, name).toBeGreaterThan(10);
        expect(rule.check(rule.fallback), name).toBe(true);
      }
    }
  });

  test("resolve before anything runs, whatever the command uses of them", () => {
    expect(Object.keys(resolveEnhanceOptions({}, {}))).toEqual(Object.keys(enhanceTables));
    expect(() => resolveEnhanceOptions(enhanceTables, { nonsense: 1 })).toThrow(/nonsense/);
  });
});
