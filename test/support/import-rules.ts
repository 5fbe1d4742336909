import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import ts from "typescript";

/**
 * The layers, lowest first; a file imports its own unit or a lower layer. Units of one layer do not import each other.
 */
const layers: readonly (readonly string[])[] = [
  ["errors"],
  ["image"],
  ["options"],
  ["kernels"],
  ["ops"],
  ["codecs"],
  ["stages/*"],
  ["pipeline"],
  ["workers", "exiftool", "plain-metadata", "cache", "credentials"],
  ["open-tools", "engine-interface", "own-package"],
  ["engine"],
  ["trial-engine"],
  ["index"],
  ["cli"],
];

/** Node's modules that a pure unit may import; all others access the outside world. */
const pureNodeModules = new Set(["node:util", "node:assert", "node:buffer", "node:zlib"]);
/** Libraries are loaded late through `node:module`, which must not be used for Node's own modules. */
const lateLibrary = /createRequire\(import\.meta\.url\)\("(?!node:|\.)[^"]+"\)/;
const pureUnits = ["errors", "image", "options", "ops", "stages"];
/** Calls whose results depend on more than the arguments. */
const impureGlobals = /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|process\.(env|cwd|platform)|fetch\()/;
/** The only folder of the pipeline with access to the disk. */
const diskRoom = "pipeline/disk/";
/**
 * Rooms whose face is bypassed by some imports, because their files import the importing folder; the list must not
 * grow.
 */
const openRooms = new Set(["stages/tone/look"]);
/**
 * Layers of the tone stage render the content of a picture, which only the scene stage detects. They may not contain
 * detectors.
 */
const toneLayers = "stages/tone/layers/";
const contentTools = new Set(["*", "ramp", "percentile", "runningLeast"]);
const forbiddenNames = new Set(["utils", "helpers", "common", "misc", "util", "helper"]);

export interface Violation {
  readonly file: string;
  readonly rule: string;
}

/** Checks every TypeScript file below `root` (a src folder) against the import rules; type-only imports count. */
export function findViolations(root: string): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const file of listSources(root)) {
    const path = relative(root, file).split(sep).join("/");
    const report = (rule: string) => violations.push({ file: path, rule });
    const name = path.split("/").at(-1)?.replace(/\.ts$/, "") ?? "";
    if (forbiddenNames.has(name)) report(`no file is named ${name}`);
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) report("file names are kebab-case");
    const text = readFileSync(file, "utf8");
    const unit = unitOf(path);
    const pure = pureUnits.includes(unit.split("/")[0]);
    if (pure && impureGlobals.test(withoutComments(text)))
      report("a pure unit uses clock, randomness, process or network");
    if (path.startsWith(toneLayers)) {
      for (const name of namesImported(file, text))
        if (contentTools.has(name)) report(`layers do not threshold content: ${name}`);
    }
    for (const specifier of importsOf(file, text)) {
      if (specifier.startsWith(".")) checkInternal(root, file, unit, specifier, report, graph);
      else if (specifier === "node:module" && pure && lateLibrary.test(text)) continue;
      else if (specifier.startsWith("node:") && pure && !pureNodeModules.has(specifier))
        report(`a pure unit imports ${specifier}`);
      else if (/^node:fs/.test(specifier) && unit === "pipeline" && !path.startsWith(diskRoom))
        report(`fs belongs to ${diskRoom}`);
    }
  }
  return [...violations, ...findCycles(graph), ...findCycles(graphOfRooms(graph))];
}

/** Every folder with the sibling folders that its files import. */
function graphOfRooms(graph: Map<string, string[]>): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const [from, targets] of graph) {
    const own = foldersOf(from);
    for (const target of targets) {
      const others = foldersOf(target);
      const depth = own.findIndex((folder, i) => folder !== others[i]);
      if (depth < 0 || others[depth] === undefined) continue;
      rooms.set(own[depth], [...(rooms.get(own[depth]) ?? []), others[depth]]);
    }
  }
  return rooms;
}

function checkInternal(
  root: string,
  file: string,
  unit: string,
  specifier: string,
  report: (rule: string) => void,
  graph: Map<string, string[]>,
): void {
  const target = resolve(dirname(file), specifier);
  const targetPath = relative(root, target).split(sep).join("/");
  const from = relative(root, file).split(sep).join("/");
  graph.set(from, [...(graph.get(from) ?? []), targetPath]);
  if (targetPath.startsWith("..")) {
    report(`${specifier} leaves the sources`);
    return;
  }
  const targetUnit = unitOf(targetPath);
  if (from.startsWith(toneLayers) && targetUnit === "stages/scene")
    report("layers do not threshold content: stages/scene");
  if (targetUnit !== unit && layerOf(targetUnit) >= layerOf(unit)) report(`${unit} must not import ${targetUnit}`);
  const room = foldersOf(targetPath).find((folder) => !`${from}/`.startsWith(`${folder}/`) && hasFace(root, folder));
  if (room && targetPath !== `${room}/index.ts`)
    report(`${room} is entered only through its index.ts, not ${targetPath}`);
}

/** The folders of a file, outermost first. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

function hasFace(root: string, folder: string): boolean {
  return !openRooms.has(folder) && existsSync(join(root, folder, "index.ts"));
}

/** `stages/merge` for a stage, the first folder otherwise, the file's name at the top level. */
function unitOf(path: string): string {
  const parts = path.split("/");
  if (parts.length === 1) return parts[0].replace(/\.ts$/, "");
  if (parts[0] === "stages" && parts.length > 2) return `stages/${parts[1]}`;
  return parts[0] === "stages" ? "stages" : parts[0];
}

function layerOf(unit: string): number {
  // stages/context.ts is below all stages and above the layers that it names.
  if (unit === "stages") return layers.findIndex((layer) => layer.includes("stages/*")) - 0.5;
  const pattern = unit.startsWith("stages/") ? "stages/*" : unit;
  return layers.findIndex((layer) => layer.includes(pattern));
}

/** The names that a file imports, as exported by the other file, and `*` for a namespace import. */
function namesImported(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    if (!bindings) return [];
    if (ts.isNamespaceImport(bindings)) return ["*"];
    return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
  });
}

/** The specifiers that a file imports or exports from, including type-only and late ones. */
export function importsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push(node.moduleSpecifier.text);
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      found.push(node.argument.literal.text);
    }
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      found.push(node.arguments[0].text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** One violation for each cycle in a graph of files and their imports. */
export function findCycles(graph: Map<string, string[]>): Violation[] {
  const state = new Map<string, "open" | "done">();
  const violations: Violation[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      violations.push({ file, rule: `import cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}` });
      return;
    }
    state.set(file, "open");
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, "done");
  };
  for (const file of graph.keys()) visit(file, []);
  return violations;
}

export function listSources(root: string): string[] {
  return (readdirSync(root, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(root, name));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
