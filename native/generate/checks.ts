import type {
  Argument,
  Declaration,
  ListArgument,
  NumberArgument,
  Size,
  ViewArgument,
} from "../../src/kernels/declaration.ts";
import { snake } from "./names.ts";

/**
 * The checks of a call, as C++: local integers by their own names, and conditions. Sizes that others are divided by are
 * checked first.
 */
export interface Checks {
  readonly locals: readonly string[];
  readonly conditions: readonly string[];
}

export function checksOf(declaration: Declaration): Checks {
  const args = Object.entries(declaration.args);
  const sizes = args.filter(([, arg]) => "isSize" in arg && arg.isSize).map(([name]) => snake(name));
  const rows = declaration.rows === undefined ? "kMaxSize" : cppSize(declaration.rows, declaration);
  const conditions = [
    ...(sizes.length > 0 ? [`areSizes(${sizes.join(", ")})`] : []),
    ...args.flatMap(([name, arg]) => boundsOf(snake(name), arg, declaration)),
    `row_end <= ${rows}`,
    ...args.flatMap(([name, arg]) => lengthsOf(`args.${snake(name)}`, arg, declaration)),
  ];
  const isNamed = (name: string) =>
    conditions.some((condition) => new RegExp(`(?<![.:])\\b${name}\\b`).test(condition));
  const locals = args
    .filter(([name]) => isNamed(snake(name)))
    .map(([name, arg]) => `${snake(name)} = args.${snake(name)}${arg.kind === "list" ? ".size()" : ""}`);
  return { locals, conditions };
}

/** A size as C++. Throws if it refers to an argument without declared bounds. */
function cppSize(size: Size, declaration: Declaration): string {
  if (typeof size === "number") return String(size);
  if (!/^[\w\s()+\-*/,]+$/.test(size)) throw new Error(`kernel size: expected arithmetic, got ${size}`);
  return size.replace(/[A-Za-z]\w*/g, (name) => {
    if (name === "max") return "std::max<int64_t>";
    if (name === "rowEnd") return "row_end";
    const arg = declaration.args[name];
    const isBounded = arg?.kind === "int" && (arg.isSize || arg.among || arg.least !== undefined);
    if (arg?.kind === "list" || isBounded) return snake(name);
    throw new Error(`kernel size ${size}: expected an integer that has bounds, got ${name}`);
  });
}

function boundsOf(value: string, arg: Argument, declaration: Declaration): readonly string[] {
  if (arg.kind === "view" || arg.kind === "list") return [];
  const { kind, least, most, among }: NumberArgument = arg;
  const asIs = kind === "int" ? value : `args.${value}`;
  return [
    ...(least === undefined ? [] : [`${asIs} >= ${cppSize(least, declaration)}`]),
    ...(most === undefined ? [] : [`${asIs} <= ${cppSize(most, declaration)}`]),
    ...(among ? [`(${among.map((each) => `${asIs} == ${each}`).join(" || ")})`] : []),
  ];
}

function lengthsOf(value: string, arg: Argument, declaration: Declaration): readonly string[] {
  if (arg.kind === "view") return viewLength(value, arg, declaration);
  return arg.kind === "list" ? listLengths(value, arg, declaration) : [];
}

const productOf = ({ length }: ViewArgument, declaration: Declaration) =>
  `{${length.map((factor) => cppSize(factor, declaration)).join(", ")}}`;

function viewLength(value: string, arg: ViewArgument, declaration: Declaration): readonly string[] {
  if (arg.length.length === 0) return [];
  const check = `holds(${value}, ${productOf(arg, declaration)})`;
  return [arg.isOptional ? `(${value}.length == 0 || ${check})` : check];
}

function listLengths(
  value: string,
  { of, count, isOptional }: ListArgument,
  declaration: Declaration,
): readonly string[] {
  const checks = [
    ...(count === undefined ? [] : [`int64_t(${value}.size()) == ${cppSize(count, declaration)}`]),
    ...(of.length.length === 0 ? [] : [`eachHolds(${value}, ${productOf(of, declaration)})`]),
  ];
  if (!isOptional || checks.length === 0) return checks;
  return [`(${value}.empty() || (${checks.join(" && ")}))`];
}
