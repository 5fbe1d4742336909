import { describe, expect, test } from "vitest";
import { flagName } from "../../src/cli/flags.ts";
import type { OptionTable } from "../../src/options/index.ts";
import { engineOptions, enhanceTables, resolveEnhanceOptions } from "../../src/pipeline/options.ts";
import { optionsOfRecipe, recipeNames } from "../../src/pipeline/recipes.ts";
import { sha256 } from "../support/sample-shoot.ts";

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

describe("a recipe", () => {
  const resolve = (input: object) => resolveEnhanceOptions(enhanceTables, { ...input });

  test.each([
    ["5.0", "fd2aa76e1597a38f"],
    ["4.0", "0bac5f7379ce5e77"],
  ])("%s, once published, is never another", (name, hash) => {
    expect(sha256(Buffer.from(JSON.stringify(optionsOfRecipe(name)))).slice(0, 16)).toBe(hash);
  });

  test("takes the place of the defaults; a style and what is given go before it", () => {
    expect(resolve({ recipe: "4.x" }).merge.method).toBe("mertens");
    const { tone } = resolve({ recipe: "stable", style: "modern", saturation: 0.9 });
    expect([tone.targetLightness, tone.localContrast, tone.saturation]).toEqual([73, 0.45, 0.9]);
    const { recipe: _, ...newest } = resolve({ recipe: "beta" });
    const { recipe: __, ...plain } = resolve({});
    expect(newest).toEqual(plain);
  });

  test("has options that every table still takes, by every name", () => {
    for (const recipe of recipeNames) expect(resolve({ recipe }).recipe).toEqual({ recipe });
  });

  test("that is unknown is refused with the list", () => {
    expect(() => resolve({ recipe: "6.1" })).toThrow(/latest \| stable \| beta \| 4\.0 \| 5\.0/);
  });
});
