import { describe, expect, test } from "vitest";
import {
  closestNames,
  flag,
  integerIn,
  numberIn,
  oneOf,
  oneOfNumbers,
  resolveOptions,
  resolveTables,
  text,
} from "../../src/options/index.ts";

const table = {
  quality: integerIn(1, 100, 90, "quality"),
  exposureEv: numberIn(-3, 3, 0, "exposure"),
  format: oneOf(["jpeg", "png"], "jpeg", "format"),
  align: flag(true, "align", "do not align"),
  title: text("", 5, "title"),
};

describe("resolveOptions", () => {
  test("fills defaults, and undefined counts as not given", () => {
    expect(resolveOptions("encode", table, { quality: undefined })).toEqual({
      quality: 90,
      exposureEv: 0,
      format: "jpeg",
      align: true,
      title: "",
    });
  });

  test.each([
    [{ quality: 0 }, /encode: quality must be a whole number, 1 to 100, got 0/],
    [{ quality: 3.5 }, /quality/],
    [{ exposureEv: Number.NaN }, /exposureEv must be -3 to 3, got NaN/],
    [{ format: "gif" }, /format must be jpeg \| png, got "gif"/],
    [{ align: "yes" }, /align/],
    [{ title: "longer" }, /title must be text of at most 5 characters/],
  ] as [object, RegExp][])("refuses %o", (input, message) => {
    expect(() => resolveOptions("encode", table, input)).toThrow(
      expect.objectContaining({ code: "options/invalid", kind: "options", message: expect.stringMatching(message) }),
    );
  });

  test.each([
    ["8", "8"],
    [8, "8"],
    ["auto", "auto"],
  ] as const)("takes %o for a choice of numbers as %o", (bits, expected) => {
    const numbers = { bits: oneOfNumbers(["auto", "8", "16"], "auto", "bits") };
    expect(resolveOptions("encode", numbers, { bits })).toEqual({ bits: expected });
    for (const wrong of [12, Number.NaN, ["8"], "8.0"])
      expect(() => resolveOptions("encode", numbers, { bits: wrong as 8 })).toThrow(/bits must be auto \| 8 \| 16/);
  });

  test("refuses a name that is not in the table", () => {
    expect(() => resolveOptions("encode", table, { qualty: 5 } as object)).toThrow(/there is no option "qualty"/);
  });
});

describe("resolveTables", () => {
  const tables = { encode: { quality: table.quality }, align: { align: table.align } };

  test("splits a flat record by the table that owns each name", () => {
    expect(resolveTables(tables, { quality: 5, align: false })).toEqual({
      encode: { quality: 5 },
      align: { align: false },
    });
  });

  test("suggests the nearest names for an unknown one", () => {
    expect(() => resolveTables(tables, { qualty: 5 })).toThrow(/did you mean quality\?/);
    expect(() => resolveTables(tables, { frobnicate: 5 })).toThrow(/"frobnicate"; docs\/OPTIONS\.md lists all/);
  });
});

test.each([
  ["alin", ["align"]],
  ["ouput-dir", ["output-dir"]],
  ["output-directory", ["output", "output-dir"]],
  ["max", ["max-width"]],
  ["ma", []],
  ["jsn", ["json"]],
  ["why", []],
  ["xyz", []],
] as const)("names close to %s are %j", (name, near) => {
  const known = ["align", "json", "csv", "output", "output-dir", "max-width", "quality"];
  expect(closestNames(name, known).sort()).toEqual(near);
});
