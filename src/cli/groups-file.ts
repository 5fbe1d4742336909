import { EngineError, wrapError } from "../errors/index.ts";
import { isRecord } from "../options/index.ts";
import { pathKey, readText } from "../pipeline/disk/index.ts";
import type { GroupedSet } from "../pipeline/finding/index.ts";
import { finderByEnds, shortLabels } from "./file-labels.ts";
import type { OwnFlag } from "./flags.ts";

/** Flag of every command that works on sets. */
export const groupsFlag: OwnFlag = {
  type: "string",
  value: "FILE.json",
  doc: "Read the sets from this file, written by group --export, group --json or the contact sheet",
};

const maxBytes = 64 * 2 ** 20;
const byteOrderMark = /^\ufeff/;

/** Maximum number of names of each kind in an error. */
const shownNames = 5;
const shownLength = 200;

/** Sets by hand, and the frames chosen as their references. */
interface GivenSets {
  readonly groups: readonly (readonly string[])[];
  readonly references: readonly string[];
}

/**
 * Sets by hand from a JSON file: what `group --json`, `group --export` and the contact sheet write, or just `[["a.jpg",
 * "b.jpg"], …]`; a set can name its `chosenReference`. A name matches one of `files` by its path, in any spelling, or
 * by any unique end of it (the bare name, or `folder/name`). Throws `input/groups` if the document is neither, and
 * lists the names that are unknown, match several files, or appear twice.
 */
export async function readGroupsFile(path: string, files: readonly string[]): Promise<GivenSets> {
  const document = await readJson(path);
  const lists = listsOf(path, document);
  const filesOf = finderOf(files);
  const faults: Faults = { unknown: new Set(), ambiguous: new Set(), double: new Set(), foreign: new Set() };
  const find = (name: string) => {
    const found = filesOf(name);
    if (found.length === 0) faults.unknown.add(name);
    else if (found.length > 1) faults.ambiguous.add(`${name} (${found.slice(0, 3).join(" or ")})`);
    return found;
  };
  const seen = new Set<string>();
  const groups = lists.map((names) =>
    names.flatMap((name) => {
      const found = find(name);
      if (found.length === 1 && seen.has(found[0])) faults.double.add(name);
      if (found.length === 1) seen.add(found[0]);
      return found;
    }),
  );
  const references = chosenOf(document).flatMap((name, i) => {
    const found = name === undefined ? [] : find(name);
    if (found.length === 1 && !groups[i].includes(found[0])) faults.foreign.add(`${name} (set ${i + 1})`);
    return found;
  });
  refuseFaults(path, faults);
  return { groups, references };
}

/** For each set of a groups file, the name that it gives as `chosenReference`. */
function chosenOf(document: unknown): (string | undefined)[] {
  const lists = isRecord(document) ? document["groups"] : document;
  return (Array.isArray(lists) ? lists : []).map((set: unknown) => {
    const name = isRecord(set) ? set["chosenReference"] : undefined;
    return typeof name === "string" ? name : undefined;
  });
}

/**
 * Whether a groups file, as saved by the page of a run, is limited to its sets, so that all other photographs are
 * skipped.
 */
export async function isOnlyThese(path: string): Promise<boolean> {
  const document = await readJson(path);
  return isRecord(document) && document["only"] === true;
}

interface Faults {
  readonly unknown: Set<string>;
  readonly ambiguous: Set<string>;
  readonly double: Set<string>;
  /** References that are in another set. */
  readonly foreign: Set<string>;
}

function refuseFaults(path: string, { unknown, ambiguous, double, foreign }: Faults): void {
  const faults = [
    ["no given file is named", unknown],
    ["several files are named", ambiguous],
    ["named more than once:", double],
    ["not in the set it is chosen for:", foreign],
  ] as const;
  const parts = faults.flatMap(([what, names]) => (names.size > 0 ? [`${what} ${listNames([...names])}`] : []));
  if (parts.length > 0) throw refused(path, parts.join("; "), { unknown: [...unknown], double: [...double] });
}

function listNames(names: readonly string[]): string {
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : "";
  const shown = names.slice(0, shownNames);
  return shown.map((name) => (name.length > shownLength ? `${name.slice(0, shownLength)}…` : name)).join(", ") + more;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readText(path, maxBytes)).replace(byteOrderMark, ""));
  } catch (thrown) {
    if (thrown instanceof EngineError) throw thrown;
    throw wrapError(thrown, "input/groups", `groups file ${path}`);
  }
}

function listsOf(path: string, document: unknown): string[][] {
  const lists = isRecord(document) ? document["groups"] : document;
  if (!Array.isArray(lists)) throw refused(path, "expected a list of sets");
  return lists.map((entry: unknown, i) => {
    const named = isRecord(entry) ? entry["files"] : entry;
    if (Array.isArray(named) && named.length > 0 && named.every((name) => typeof name === "string")) return named;
    if (Array.isArray(named) && named.length === 0)
      throw refused(path, `set ${i + 1} has no files; remove it from the list`);
    const expected = 'expected every set as a list of file names, or as {"files": […]}';
    throw refused(path, `${expected}; set ${i + 1} is neither`);
  });
}

/** Files that a name matches: one, none, or several if only the path distinguishes them. */
export function finderOf(files: readonly string[]): (name: string) => readonly string[] {
  const byPath = new Map(files.map((file) => [pathKey(file), file]));
  const findByEnd = finderByEnds(files);
  return (name) => {
    const same = byPath.get(pathKey(name));
    return same === undefined ? findByEnd(name) : [same];
  };
}

/** Whether a text is a groups file in any form that {@link readGroupsFile} accepts. */
export function isGroupsFile(text: string): boolean {
  try {
    return listsOf("", JSON.parse(text.replace(byteOrderMark, ""))).length > 0;
  } catch {
    return false;
  }
}

/**
 * The text of a groups file for {@link readGroupsFile}, with one set per line for editing by hand. `references`: frames
 * that the caller chose as references of their sets.
 */
export function formatGroupsFile(groups: readonly GroupedSet[], references: readonly string[] = []): string {
  const labels = shortLabels(groups.flatMap(({ files, twins }) => [...files, ...twins]));
  const textOf = (value: unknown) => JSON.stringify(value);
  const lines = groups.map(({ files }) => {
    const chosen = files.find((file) => references.includes(file));
    const reference = chosen === undefined ? "" : `, "chosenReference": ${textOf(labels.get(chosen))}`;
    return `    { "files": ${textOf(files.map((file) => labels.get(file)))}${reference} }`;
  });
  return `{\n  "groups": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

function refused(path: string, message: string, context: { unknown?: string[]; double?: string[] } = {}): EngineError {
  return new EngineError("input/groups", `groups file ${path}: ${message}`, { file: path, ...context });
}

const header = "filename,group_id";

/** The sets as CSV: one row per file, including second files of a shot; sets are numbered from 1. */
export function formatPredictions(groups: readonly GroupedSet[]): string {
  const labels = shortLabels(groups.flatMap(({ files, twins }) => [...files, ...twins]));
  const rows = groups.flatMap(({ files, twins }, i) =>
    [...files, ...twins].map((file) => `${quoted(labels.get(file) ?? file)},${i + 1}`),
  );
  return `${[header, ...rows].join("\n")}\n`;
}

/** Whether a text is one of {@link formatPredictions}. */
export function isPredictions(text: string): boolean {
  return text.startsWith(`${header}\n`);
}

function quoted(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
