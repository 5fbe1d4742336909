import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript";

/** Files of standard constants and of fitted numbers, each with its source or its script. */
const namedModules = /(^|\/)(([\w-]+-)?params|limits|confidence-weights|odds-weights|usual-curve)\.ts$/;
/**
 * 65535 / 255, by which 8 and 16 bits relate, the weights of luminance of sRGB (IEC 61966-2-1) and those of luma (ITU-R
 * BT.601); 116 of CIE L* (CIE 15).
 */
const standard = new Set([257, 0.2126, 0.7152, 0.0722, 0.299, 0.587, 0.114, 116]);

/** Numbers at the top of a file that only distinguish cases, or mean "none" and "unlimited". */
const codes = new Set([
  "TERMS",
  "distortionRules",
  "headings",
  "meanOfGreen",
  "noFrame",
  "noRotation",
  "perhaps",
  "pixelFields",
  "renditionScale",
  "shows",
  "surely",
  "turns",
  "unknowns",
]);

/** References to a judge or fit that a file of numbers must contain. */
const judges = /\bbench\b|\btest\/|\bdocs\/|\(\d{4}\)|\bISO\b/;

/** Kernels of stages whose C++ follows the rule. */
export const kernelRooms = ["align", "check", "deghost", "demosaic", "light", "raw", "scene", "tone"];

/** Numbers in the stages and their kernels that are not explained in a `params.ts`: "file:line number". */
export function findStrayConstants(root: string): string[] {
  const stray: string[] = [];
  for (const path of sourcesIn(root, "src/stages", /\.ts$/)) {
    if (namedModules.test(path)) continue;
    const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
    const report = (node: ts.Node) =>
      stray.push(
        `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText().split("\n")[0]}`,
      );
    for (const statement of source.statements) if (isNamedNumber(statement)) report(statement);
    const visit = (node: ts.Node): void => {
      if (ts.isNumericLiteral(node) && isPrecise(node.getText())) report(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  for (const room of kernelRooms) {
    for (const path of sourcesIn(root, `native/kernels/${room}`, /\.(cc|h)$/)) {
      for (const [i, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
        if (/^\s*(\/\/|#)/.test(line) || /\bconst(expr)?\b.*\bk[A-Z]\w*(\[\w*\])? = /.test(line)) continue;
        const code = line.replace(/\/\/.*/, "");
        for (const [number] of code.matchAll(/(?<![\w.])\d[\d']*(\.\d*)?(e[-+]?\d+)?/gi)) {
          if (isPrecise(number.replaceAll("'", ""))) stray.push(`${path}:${i + 1} ${number}`);
        }
      }
    }
  }
  return stray;
}

/** Paragraphs of `params.ts` and similar files without a comment, and such files that do not name their judge. */
export function findUnexplained(root: string): string[] {
  return sourcesIn(root, "src/stages", /\.ts$/)
    .filter((path) => /(params|limits|weights)\.ts$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const bare = [...text.matchAll(/(?:^|\n\n)export const (\w+)(?!.*= \{\n\s+\/\*\*)/g)];
      const missing = bare.map(([, name]) => `${path}: ${name} has no comment`);
      return judges.test(text) ? missing : [`${path}: names no bench, script, test or standard`, ...missing];
    });
}

/** More than two significant digits; powers of two, and one less, are widths and full scales. */
function isPrecise(literal: string): boolean {
  if (isCode(literal)) return false;
  const value = Number(literal.replaceAll("_", ""));
  if (Number.isInteger(Math.log2(value)) || Number.isInteger(Math.log2(value + 1)) || standard.has(value)) return false;
  const [mantissa] = literal.replaceAll("_", "").toLowerCase().split("e");
  return mantissa.replace(".", "").replace(/^0+|0+$/g, "").length > 2;
}

/** Only zeros, which mean "none". */
function isZero(node: ts.Node): boolean {
  return !/[1-9]/.test(node.getText());
}

/** Hexadecimal and binary numbers are codes and masks of a format. */
function isCode(literal: string): boolean {
  return /^0[xb]/i.test(literal);
}

/** `const name = 0.3;`, or lists and objects of numbers, at the top of a file. */
function isNamedNumber(statement: ts.Statement): boolean {
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(
    ({ name, initializer }) =>
      initializer && isNumber(initializer) && !isZero(initializer) && !codes.has(name.getText()),
  );
}

function isNumber(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return isNumber(node.expression);
  if (ts.isNumericLiteral(node)) return !isCode(node.getText());
  if (ts.isPrefixUnaryExpression(node)) return isNumber(node.operand);
  if (ts.isBinaryExpression(node)) return isNumber(node.left) && isNumber(node.right);
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0 && node.elements.every(isNumber);
  if (!ts.isObjectLiteralExpression(node) || node.properties.length === 0) return false;
  return node.properties.every((each) => ts.isPropertyAssignment(each) && isNumber(each.initializer));
}

function sourcesIn(root: string, folder: string, name: RegExp): string[] {
  const names = readdirSync(join(root, folder), { recursive: true }) as string[];
  const paths = names.map((each) => `${folder}/${each.split(sep).join("/")}`);
  return paths.filter((path) => name.test(path)).sort();
}
