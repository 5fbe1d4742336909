import type { Declaration, RecordFields } from "../../src/kernels/declaration.ts";
import { checksOf } from "./checks.ts";
import { capital, cppType, type DeclaredKernel, lettersOf, snake } from "./names.ts";

const firstLine = (source: string) => `// Written by \`npm run kernels\` from ${source}.`;

function templateOf(kernel: DeclaredKernel): string {
  const letters = [...lettersOf(kernel.declaration).keys()];
  return letters.length > 0 ? `template <${letters.map((letter) => `typename ${letter}`).join(", ")}>\n` : "";
}

function argsTypeOf({ name, declaration }: DeclaredKernel, types = [...lettersOf(declaration).keys()]): string {
  return `${capital(name)}Args${types.length > 0 ? `<${types.join(", ")}>` : ""}`;
}

/** The header with the constants of all kernels; several kernels can declare the same one. */
export function writeConstants(kernels: readonly DeclaredKernel[]): string {
  const constants = new Map<string, number>();
  for (const { name, declaration } of kernels) {
    for (const [constant, value] of Object.entries(declaration.constants ?? {})) {
      if ((constants.get(constant) ?? value) !== value)
        throw new Error(`${name}: another kernel's ${constant} differs`);
      constants.set(constant, value);
    }
  }
  const lines = [...constants].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    firstLine("the constants of the declarations"),
    "#pragma once",
    "",
    "namespace lightwell {",
    "",
    ...lines.map(([name, value]) => `constexpr int k${capital(name)} = ${value};`),
    "",
    "}  // namespace lightwell",
    "",
  ].join("\n");
}

/** The header with the records of all kernels; several kernels can declare the same one. */
export function writeRecords(kernels: readonly DeclaredKernel[]): string {
  const records = new Map<string, RecordFields>();
  for (const { name, declaration } of kernels) {
    for (const [record, fields] of Object.entries(declaration.records ?? {})) {
      if ((records.get(record) ?? fields) !== fields) throw new Error(`${name}: another kernel's ${record} differs`);
      records.set(record, fields);
    }
  }
  return [
    firstLine("the records of the declarations"),
    "#pragma once",
    "",
    "namespace lightwell {",
    "",
    "// Numbers stored next to each other in a view: a struct of them, the index of each (`at_`), and their count.",
    "",
    ...[...records].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, fields]) => writeRecord(name, fields)),
    "}  // namespace lightwell",
    "",
  ].join("\n");
}

function writeRecord(name: string, { names }: RecordFields): readonly string[] {
  const fields = names.map(snake);
  return [
    "template <typename T>",
    `struct ${capital(name)} {`,
    `  T ${fields.join(", ")};`,
    `  enum Place { ${fields.map((field) => `at_${field}`).join(", ")}, length };`,
    "};",
    "",
  ];
}

/** The header of the kernels that one file declares: their arguments and the functions that C++ must define. */
export function writeHeader(source: string, kernels: readonly DeclaredKernel[]): string {
  const hasLists = kernels.some(({ declaration }) =>
    Object.values(declaration.args).some(({ kind }) => kind === "list"),
  );
  const hasConstants = kernels.some(({ declaration }) => declaration.constants);
  const hasRecords = kernels.some(({ declaration }) => declaration.records);
  return [
    firstLine(source),
    "#pragma once",
    ...(hasLists ? ["#include <vector>", ""] : []),
    '#include "../status.h"',
    '#include "../view.h"',
    ...(hasConstants ? ['#include "constants.h"'] : []),
    ...(hasRecords ? ['#include "records.h"'] : []),
    "",
    "namespace lightwell {",
    "",
    ...kernels.map(declare),
    "}  // namespace lightwell",
    "",
  ].join("\n");
}

function declare(kernel: DeclaredKernel): string {
  const { name, declaration } = kernel;
  const fields = Object.entries(declaration.args).map(([field, arg]) => `  ${cppType(arg)} ${snake(field)};`);
  return [
    `${templateOf(kernel)}struct ${capital(name)}Args {`,
    ...fields,
    "};",
    "",
    `${templateOf(kernel)}Status ${name}(const ${argsTypeOf(kernel)}& args, int row_begin, int row_end, CancelFlag cancel);`,
    "",
  ].join("\n");
}

/**
 * The functions that JavaScript calls: each reads the arguments by name or index, checks them against the declaration
 * and runs the kernel.
 */
export function writeBinding(source: string, header: string, kernels: readonly DeclaredKernel[]): string {
  return [
    firstLine(source),
    "#pragma once",
    `#include "${header}"`,
    "",
    "#include <algorithm>",
    "",
    '#include "../binding.h"',
    "",
    "namespace lightwell {",
    "",
    ...kernels.map(bind),
    "}  // namespace lightwell",
    "",
  ].join("\n");
}

/**
 * The source of all bindings. They are compiled together, because reading Node's headers takes longer than compiling
 * all of them.
 */
export function writeBindings(headers: readonly string[]): string {
  return [firstLine("the declarations"), ...headers.map((header) => `#include "${header}"`), ""].join("\n");
}

function bind(kernel: DeclaredKernel): string {
  const { name, declaration } = kernel;
  const { locals, conditions } = checksOf(declaration);
  const reads = Object.entries(declaration.args).map(([name, arg]) => {
    const field = fieldOf(declaration, name);
    const read = `call.read(${field}, args.${snake(name)});`;
    return `  ${arg.isOptional ? `if (call.given(${field})) ` : ""}${read}`;
  });
  return [
    `${templateOf(kernel)}static void readArgs(Call& call, ${argsTypeOf(kernel)}& args) {`,
    ...reads,
    "}",
    "",
    `${templateOf(kernel)}static bool fits(const ${argsTypeOf(kernel)}& args, int row_end) {`,
    ...(locals.length > 0 ? [`  const int64_t ${locals.join(", ")};`] : []),
    `  return ${conditions.join(" &&\n         ")};`,
    "}",
    "",
    `LW_KERNEL(${name}) {`,
    ...runs(kernel),
    "}",
    "",
  ].join("\n");
}

/** An argument's index and name. */
function fieldOf({ args }: Declaration, name: string): string {
  return `{${Object.keys(args).indexOf(name)}, "${name}"}`;
}

/** A line for every combination of types that the letters can mean. */
function runs(kernel: DeclaredKernel): readonly string[] {
  let choices: readonly { readonly test: readonly string[]; readonly types: readonly string[] }[] = [
    { test: [], types: [] },
  ];
  for (const telling of lettersOf(kernel.declaration).values()) {
    choices = choices.flatMap(({ test, types }) => [
      { test: [...test, `call.isU8(${fieldOf(kernel.declaration, telling)})`], types: [...types, "uint8_t"] },
      { test, types: [...types, "uint16_t"] },
    ]);
  }
  return choices.map(({ test, types }) => {
    const run = `return call.run<${argsTypeOf(kernel, [...types])}>(${kernel.name});`;
    return `  ${test.length > 0 ? `if (${test.join(" && ")}) ` : ""}${run}`;
  });
}
