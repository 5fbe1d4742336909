import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const stages = fileURLToPath(new URL("../../../src/stages/", import.meta.url));
const tags = ["unit", "origin", "bench"];

const tables = ["scene", "tone"].flatMap((stage) =>
  (readdirSync(join(stages, stage), { recursive: true }) as string[])
    .filter((name) => name.endsWith("params.ts"))
    .map((name) => `${stage}/${name}`),
);
const folders = ["tone/layers", "tone/curves", "scene/content"];

/** Numbers that may stay next to the code that needs them, each with the reason. */
const structural: Readonly<Record<string, string>> = {
  "tone/curves/curve-table.ts nodes": "size of the kernel's table",
  "tone/curves/held-colours.ts sampled": "at most so many pixels are looked at",
  "tone/curves/held-colours.ts steps": "how finely a curve is searched",
  "tone/curves/held-colours.ts ceiling": "where the kernel stops a channel",
};

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** The constants of a table, with the tags that each lacks. */
function untagged(name: string, text: string): string[] {
  return parse(name, text)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => {
      const found = new Map(
        ts.getJSDocTags(statement).map((tag) => [tag.tagName.text, ts.getTextOfJSDocComment(tag.comment) ?? ""]),
      );
      const missing = tags.filter((tag) => !found.get(tag)?.trim());
      const names = statement.declarationList.declarations.map((each) => each.name.getText());
      return missing.length === 0 ? [] : [`${name} ${names.join(", ")}: ${missing.map((tag) => `@${tag}`).join(" ")}`];
    });
}

/** The constants at the top of a file that are nothing but numbers, as paths and names. */
function numbersIn(name: string, text: string): string[] {
  return parse(name, text)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .filter(({ initializer }) => initializer !== undefined && isOfNumbers(initializer))
    .map((each) => `${name} ${each.name.getText()}`);
}

/** A number, a sum of numbers, a list or a table of them. */
function isOfNumbers(node: ts.Expression): boolean {
  if (ts.isNumericLiteral(node)) return true;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isOfNumbers(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return isOfNumbers(node.operand);
  if (ts.isBinaryExpression(node)) return isOfNumbers(node.left) && isOfNumbers(node.right);
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0 && node.elements.every(isOfNumbers);
  if (!ts.isObjectLiteralExpression(node)) return false;
  return node.properties.some((each) => ts.isPropertyAssignment(each) && isOfNumbers(each.initializer));
}

const read = (name: string) => readFileSync(join(stages, name), "utf8");

describe("every number that was tuned", () => {
  test("is in one of eleven tables", () => {
    expect(tables.length).toBe(11);
  });

  test.each(tables)("says its unit, its origin and its bench in %s", (name) => {
    expect(untagged(name, read(name))).toEqual([]);
  });

  test("is in a params.ts", () => {
    const files = folders.flatMap((folder) =>
      (readdirSync(join(stages, folder), { recursive: true }) as string[])
        .filter((name) => name.endsWith(".ts") && !name.endsWith("params.ts"))
        .map((name) => `${folder}/${name}`),
    );
    expect(files.length).toBeGreaterThan(20);
    const found = files.flatMap((name) => numbersIn(name, read(name)));
    expect(found.sort()).toEqual(Object.keys(structural).sort());
  });
});

test("a missing or empty tag is found", () => {
  const doc = (bench: string) => `/**\n * What.\n * @unit share\n * @origin by hand\n * ${bench}\n */\n`;
  const text = `${doc("@bench look")}export const a = 1;\n${doc("@bench")}export const b = 2;\n/** What. */\nexport const c = 3;`;
  expect(untagged("p.ts", text)).toEqual(["p.ts b: @bench", "p.ts c: @unit @origin @bench"]);
});

test.each([
  "const a = 0.5;",
  "const a = -1 / 20;",
  "export const a = 2 ** 14;",
  "const a = [0.5, 0.7] as const;",
  "const a = { from: 0.5 };",
])("a number is found: %s", (text) => {
  expect(numbersIn("f.ts", text)).toEqual(["f.ts a"]);
});

test.each(["const a = (1 - b) / b;", "const a = [];", "const a = f(2);", "function f() { const a = 2; }"])(
  "no number is found: %s",
  (text) => {
    expect(numbersIn("f.ts", text)).toEqual([]);
  },
);
