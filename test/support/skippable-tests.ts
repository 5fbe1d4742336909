import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A test, or a block of tests, with a condition to skip it. */
export interface SkippableTest {
  /** `test/codecs/damage.test.ts: a title`; rows of one table share a key. */
  readonly key: string;
  /** The condition as in the source. */
  readonly condition: string;
}

/** The test files of the engine and of the service, relative to the repository. */
export function listTestFiles(): string[] {
  return ["test", "service/test"].flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[])
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => relative(root, join(root, folder, name)).replaceAll("\\", "/")),
  );
}

/** The tests of a file that `skipIf` or `runIf` can skip. */
export function findSkippableTests(file: string): SkippableTest[] {
  const found: SkippableTest[] = [];
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [title] = node.arguments;
      const condition = conditionOf(node.expression);
      if (condition && title && node.arguments.length > 1) {
        found.push({ key: `${file}: ${title.getText().slice(1, -1)}`, condition });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The condition in `test.skipIf(condition).each(rows)`; undefined if there is none. */
function conditionOf(callee: ts.Expression): string | undefined {
  let at = callee;
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    const isCall = ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression);
    if (isCall && /^(?:skipIf|runIf)$/.test((at.expression as ts.PropertyAccessExpression).name.text)) {
      return (at as ts.CallExpression).arguments[0]?.getText();
    }
    at = at.expression;
  }
  return undefined;
}

/** Whether a file has a test, or a block of tests, with this title that nothing skips. */
export function hasUnskippedTest(file: string, title: string): boolean {
  const text = readFileSync(join(root, file), "utf8");
  const isSkipped = findSkippableTests(file).some(({ key }) => key === `${file}: ${title}`);
  return !isSkipped && ['"', "`"].some((quote) => text.includes(`${quote}${title}${quote}`));
}
