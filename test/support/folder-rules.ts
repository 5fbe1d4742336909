import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { findCycles, importsOf, listSources, type Violation } from "./import-rules.ts";

/** Allowed imports of each folder, in addition to its own files. A folder within another one comes before it. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  src: [],
  fixtures: ["src"],
  "native/generate": ["src"],
  "native/sanitize": ["src", "test/support"],
  "test/support": ["src", "fixtures"],
  bench: ["src", "fixtures", "test/support"],
  "scripts/docs": ["src", "fixtures", "bench"],
  "scripts/fuzz": ["src", "fixtures", "test/support"],
  scripts: [],
  test: ["src", "fixtures", "native/generate", "test/support", "bench", "scripts/docs", "scripts/fuzz", "scripts"],
  // The service imports the engine only by its package name.
  "service/src": [],
  // Modules for browsers, which Node.js never loads.
  "service/browser": [],
  "service/test/support": ["service/src"],
  "service/bench": ["service/src", "service/test/support"],
  "service/docs": ["service/src", "service/test/support", "service/bench"],
  "service/clients": ["service/src", "service/docs"],
  "service/test": ["service/src", "service/test/support", "service/bench", "service/docs", "service/clients", "test"],
};

/** The service's folders and single files, lowest first. */
const serviceLayers = [
  ...["config", "errors", "tracing", "domain", "engine", "database", "storage", "accounts", "queue", "parts"],
  ...[
    "store",
    "webhooks",
    "jobs",
    "account-task",
    "http",
    "web",
    "app",
    "control",
    "command-help",
    "account-command",
    "maintenance-commands",
    "role",
  ],
  ...["service", "serve", "describe-failure", "start"],
];

/** Checks the imports of every folder of TypeScript in a checkout, type-only ones included. */
export function findFolderViolations(root: string): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const folder of Object.keys(mayImport)) {
    for (const file of sourcesOf(root, folder)) {
      for (const specifier of importsOf(join(root, file), readFileSync(join(root, file), "utf8"))) {
        const rule = specifier.startsWith(".")
          ? checkPath(folder, resolvePath(root, file, specifier), file, graph)
          : checkPackage(folder, specifier);
        if (rule) violations.push({ file, rule });
      }
    }
  }
  return [...violations, ...findCycles(graph)];
}

function checkPath(folder: string, target: string, file: string, graph: Map<string, string[]>): string | undefined {
  graph.set(file, [...(graph.get(file) ?? []), target]);
  const targetFolder = folderOf(target);
  if (targetFolder === folder || (targetFolder && mayImport[folder].includes(targetFolder))) return undefined;
  return `${folder} must not import ${targetFolder ?? target}`;
}

function checkPackage(folder: string, specifier: string): string | undefined {
  if (!/^lightwell(\/|$)/.test(specifier)) return undefined;
  if (!folder.startsWith("service/")) return `${folder} must not import its own package`;
  return specifier === "lightwell" ? undefined : `${folder} must not import ${specifier}, only "lightwell"`;
}

/**
 * Folders with the service's SQL: queries and changes in the store, the remainder in those that open the database and
 * run jobs.
 */
const sqlFolders = ["database", "queue", "store"];

/** Files of the service that write or build SQL elsewhere. */
export function findStraySql(root: string): string[] {
  const source = join(root, "service/src");
  return sourcesOf(source, "").filter(
    (file) =>
      !sqlFolders.includes(file.split("/")[0]) &&
      /\.(selectFrom|updateTable|insertInto|deleteFrom)\(|\bfrom "kysely"/.test(
        readFileSync(join(source, file), "utf8"),
      ),
  );
}

/**
 * Imports of the service's rules on states, limits and recipes that would give access to a disk, a network or a
 * database.
 */
export function findImpureRules(root: string): string[] {
  const source = join(root, "service/src");
  return sourcesOf(source, "")
    .filter((file) => file.startsWith("domain/"))
    .flatMap((file) => importsOf(join(source, file), readFileSync(join(source, file), "utf8")))
    .filter((specifier) => /^(node:|kysely|pg|fastify|undici|sharp)/.test(specifier));
}

/** Pairs `lower → higher` of the service's folders where the lower one imports the higher one, sorted and unique. */
export function findUpwardImports(root: string): string[] {
  const source = join(root, "service/src");
  const unitOf = (path: string) => path.split("/")[0].replace(/\.ts$/, "");
  const layerOf = (unit: string) => {
    const layer = serviceLayers.indexOf(unit);
    if (layer < 0) throw new Error(`service/src/${unit} has no place in serviceLayers`);
    return layer;
  };
  const pairs = sourcesOf(source, "").flatMap((file) =>
    importsOf(join(source, file), readFileSync(join(source, file), "utf8"))
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => [unitOf(file), unitOf(resolvePath(source, file, specifier))])
      .filter(([from, to]) => layerOf(to) > layerOf(from))
      .map((pair) => pair.join(" → ")),
  );
  return [...new Set(pairs)].sort();
}

/** Paths of a folder's TypeScript relative to `root`, without those of nested folders with their own rules. */
function sourcesOf(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const paths = listSources(join(root, folder)).map((file) => relative(root, file).split(sep).join("/"));
  return folder === "" ? paths : paths.filter((path) => folderOf(path) === folder);
}

function folderOf(path: string): string | undefined {
  return Object.keys(mayImport).find((folder) => path.startsWith(`${folder}/`));
}

function resolvePath(root: string, file: string, specifier: string): string {
  return relative(root, resolve(dirname(join(root, file)), specifier))
    .split(sep)
    .join("/");
}
