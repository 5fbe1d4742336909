import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Bundles all modules of the library, the command line and their threads into one file each: finding, reading and
 * linking some 700 files takes longer than running them. `dist` is not changed: its modules contain the types, and run
 * if bundles are missing.
 */
const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");

/** Modules and their bundles, which have the same exports. */
const entries = {
  "index.js": "bundle/index.js",
  "cli/main.js": "bundle/main.js",
  "workers/worker.js": "bundle/worker.js",
};

/** Modules in the order of execution, each with its code as a CommonJS module. */
function collect(entry, ts) {
  const modules = new Map();
  const visit = (id) => {
    if (modules.has(id)) return;
    modules.set(id, undefined);
    const code = commonJs(id, ts).replace(/\brequire\("(\.[^"]+)"\)/g, (_, path) => {
      const target = posix.join(posix.dirname(id), path);
      if (target.endsWith(".js")) visit(target);
      return `load(${JSON.stringify(target)})`;
    });
    modules.set(id, code);
  };
  visit(entry);
  return modules;
}

/** Cached, because modules are part of several bundles. */
const translated = new Map();

function commonJs(id, ts) {
  const known = translated.get(id);
  if (known !== undefined) return known;
  const source = readFileSync(join(dist, id), "utf8").replaceAll("import.meta.url", "moduleUrl");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, removeComments: true };
  const { outputText } = ts.transpileModule(source, {
    // A single module does not have a folder, but TypeScript 6 looks for its package.json and throws.
    compilerOptions: { ...compilerOptions, esModuleInterop: true, resolvePackageJsonImports: false },
    transformers: { before: [withOwnRequire(ts), withoutPairing(ts)] },
  });
  const code = outputText
    .replace(/^\/\/# sourceMappingURL.*$/m, "")
    // Re-exports are copied once as values: modules are not changed after they have run, and a getter in a loop over
    // pixels costs more than the loop.
    .replace(
      /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return ([\w.]+); \} \}\);$/gm,
      "exports.$1 = $2;",
    );
  translated.set(id, code);
  return code;
}

/**
 * Renames `require` in ES modules, which define it as a local name. Strings that contain it, such as Perl code, stay.
 */
function withOwnRequire(ts) {
  return (context) => {
    const visit = (node) =>
      ts.isIdentifier(node) && node.text === "require"
        ? ts.factory.createIdentifier("ownRequire")
        : ts.visitEachChild(node, visit, context);
    return (file) => ts.visitNode(file, visit);
  };
}

/**
 * Splits `const [x, y] = [a, b]` into one statement for each name. Until code is optimised, it creates such a list, an
 * iterator and an object for each element, and removing these takes the optimiser most of its time.
 */
function withoutPairing(ts) {
  const { factory: f } = ts;
  const isPairing = (pattern, list) =>
    list !== undefined &&
    ts.isArrayLiteralExpression(list) &&
    pattern.elements.length === list.elements.length &&
    !list.elements.some((each) => ts.isSpreadElement(each) || ts.isOmittedExpression(each));
  const declared = ({ name, initializer }) =>
    ts.isArrayBindingPattern(name) &&
    isPairing(name, initializer) &&
    name.elements.every((each) => ts.isBindingElement(each) && !each.dotDotDotToken && !each.initializer);
  const assigned = ({ expression: e }) =>
    ts.isBinaryExpression(e) &&
    e.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isArrayLiteralExpression(e.left) &&
    isPairing(e.left, e.right) &&
    e.left.elements.every(ts.isIdentifier);
  return (context) => {
    const visit = (node) => {
      const seen = ts.visitEachChild(node, visit, context);
      if (ts.isVariableDeclarationList(seen) && seen.declarations.some(declared)) {
        const declarations = seen.declarations.flatMap((each) =>
          declared(each)
            ? each.name.elements.map(({ name }, i) =>
                f.createVariableDeclaration(name, undefined, undefined, each.initializer.elements[i]),
              )
            : [each],
        );
        return f.updateVariableDeclarationList(seen, declarations);
      }
      if (ts.isExpressionStatement(seen) && assigned(seen)) {
        const { left, right } = seen.expression;
        const values = right.elements.map((each) => [f.createUniqueName("value"), each]);
        const kept = values.map(([name, each]) => f.createVariableDeclaration(name, undefined, undefined, each));
        return f.createBlock([
          f.createVariableStatement(undefined, f.createVariableDeclarationList(kept, ts.NodeFlags.Const)),
          ...left.elements.map((each, i) => f.createExpressionStatement(f.createAssignment(each, values[i][0]))),
        ]);
      }
      return seen;
    };
    return (file) => ts.visitNode(file, visit);
  };
}

/** The values that a module exports by name. */
function namesOf(entry) {
  const source = readFileSync(join(dist, entry), "utf8");
  const declared = source.matchAll(/^export (?:async function|function|const) (\w+)/gm);
  const passedOn = source.matchAll(/^export \{([^}]+)\} from/gm);
  const names = [...declared, ...passedOn].flatMap(([, list]) => list.split(",").map((name) => name.trim()));
  return names.filter((name) => name !== "");
}

/** Classes of the library, which are types as well as values. */
const classes = ["EngineError"];

/**
 * The types for `require`, which returns the ES module: a CommonJS file can re-export its types together, but its
 * values only one by one.
 */
function commonJsTypes() {
  const mode = 'with { "resolution-mode": "import" }';
  return [
    `export type * from "./index.js" ${mode};`,
    `import type * as module from "./index.js" ${mode};`,
    ...namesOf("index.js").map((name) => `export declare const ${name}: typeof module.${name};`),
    ...classes.map((name) => `export type ${name} = module.${name};`),
    "",
  ].join("\n");
}

/** Keeps the meaning of addresses that modules derive from their own. */
function bundle(entry, ts) {
  const parts = [...collect(entry, ts)].map(([id, code]) => {
    const url = `new URL(${JSON.stringify(`../${id}`)}, bundleUrl).href`;
    return `modules[${JSON.stringify(id)}] = (function (exports) { const moduleUrl = ${url};${code}\n});`;
  });
  const names = namesOf(entry);
  const hasDefault = /^export default/m.test(readFileSync(join(dist, entry), "utf8"));
  const lines = [
    'import { createRequire } from "node:module";',
    'import { pathToFileURL } from "node:url";',
    // Undefined if another bundler converted this to CommonJS; src/own-package.ts then reports the problem.
    'const bundleUrl = import.meta.url ?? pathToFileURL("bundled.js").href;',
    "const require = createRequire(bundleUrl);",
    "const modules = {};",
    "const loaded = {};",
    "function load(id) {",
    "  if (!loaded[id]) modules[id]((loaded[id] = {}));",
    "  return loaded[id];",
    "}",
    parts.join("\n"),
    `const entry = load(${JSON.stringify(entry)});`,
    ...names.map((name) => `export const ${name} = entry.${name};`),
    ...(hasDefault ? ["export default entry.default;"] : []),
    "",
  ];
  return inAscii(lines.join("\n"));
}

/** A single non-ASCII character makes Node.js decode the whole file slowly and use twice the memory. */
function inAscii(code) {
  const hex = (unit) => unit.charCodeAt(0).toString(16).padStart(4, "0");
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit)}`);
}

function isNewerThan(path, other) {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > statSync(other).mtimeMs;
}

// Written last. The parent process of the command line looks for the bundle next to the module.
const start = join(dist, "bundle/start.js");
const inputs = [join(dist, ".tsbuildinfo"), fileURLToPath(import.meta.url)];
if (!inputs.every((input) => isNewerThan(start, input))) {
  // Removed first, so that it is not found while the others are incomplete.
  rmSync(start, { force: true });
  const { default: ts } = await import("typescript");
  for (const [entry, path] of Object.entries(entries)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), bundle(entry, ts));
  }
  writeFileSync(join(dist, "bundle/index.cjs"), 'module.exports = require("./index.js");\n');
  writeFileSync(join(dist, "index.d.cts"), commonJsTypes());
  writeFileSync(start, readFileSync(join(dist, "cli/start.js")));
}
