import { describe, expect, test } from "vitest";
import { readPhotographList } from "../fixtures/photographs/fetch.ts";
import { photographTests, systemConditions } from "./support/photograph-tests.ts";
import { findSkippableTests, hasUnskippedTest, listTestFiles } from "./support/skippable-tests.ts";

const skippable = listTestFiles().flatMap(findSkippableTests);
const needPhotographs = skippable.filter(({ condition }) => systemConditions[condition] === undefined);
const list = readPhotographList().map(({ path }) => path);

describe("a test that is skipped without photographs", () => {
  test("has a twin that always runs, or photographs that can be fetched", () => {
    const keys = [...new Set(needPhotographs.map(({ key }) => key))].sort();
    expect(keys).toEqual(Object.keys(photographTests).sort());
    for (const [key, { twin, photographs = [] }] of Object.entries(photographTests)) {
      expect(twin ?? photographs[0], key).toBeDefined();
    }
  });

  test.each(Object.entries(photographTests).flatMap(([key, { twin }]) => (twin ? [[key, twin]] : [])))(
    "has an existing twin: %s",
    (_, twin) => {
      const [file, title] = split(twin);
      expect(hasUnskippedTest(file, title), twin).toBe(true);
    },
  );

  test("names photographs of the list, and the list has no others", () => {
    const prefixes = new Set(Object.values(photographTests).flatMap(({ photographs = [] }) => photographs));
    for (const prefix of prefixes)
      expect(
        list.filter((path) => path.startsWith(prefix)),
        prefix,
      ).not.toEqual([]);
    expect(list.filter((path) => ![...prefixes].some((prefix) => path.startsWith(prefix)))).toEqual([]);
  });
});

test("no condition of a system is listed without a test", () => {
  const conditions = new Set(skippable.map(({ condition }) => condition));
  expect(Object.keys(systemConditions).filter((condition) => !conditions.has(condition))).toEqual([]);
});

/** The file and the title of `file: title`. */
function split(key: string): [file: string, title: string] {
  const end = key.indexOf(": ");
  return [key.slice(0, end), key.slice(end + 2)];
}
