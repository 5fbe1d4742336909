import { isAbsolute, relative, sep } from "node:path";
import { aboutFile, EngineError, wrapError } from "../../errors/index.ts";
import { formatOfExtension } from "../../stages/encode/index.ts";
import type { InputFile, NamedSource, SourceStore } from "../disk/index.ts";
import type { FailedFile } from "../finding/index.ts";
import { type ResolvedOptions, resolveEnhanceOptions } from "../options.ts";
import { pathOf } from "./named-sources.ts";
import { isOutputStream, type OutputStream } from "./picture-stream.ts";

/** The sources of all sets, one after the other. Throws `options/invalid` for what is not a list of sets. */
export function sourcesOf<Given>(sets: readonly (readonly Given[])[]): Given[] {
  if (!Array.isArray(sets) || !sets.every((set) => Array.isArray(set)))
    throw invalid("sets", "a list of lists of sources", sets);
  return sets.flat();
}

/**
 * Opens every source of a call; the result has an error instead of each that cannot be read. Throws `cancelled`, and
 * `input/summary` for a summary that cannot be used: its photograph may be fine.
 */
export async function openSources(
  sources: readonly NamedSource[],
  store: SourceStore,
  signal: AbortSignal,
): Promise<(InputFile | FailedFile)[]> {
  const opened: (InputFile | FailedFile)[] = [];
  for (const source of sources) {
    const file = typeof source === "string" ? source : source.name;
    const open = store.open(source, signal).catch((thrown) => {
      const error = wrapError(thrown, "io/read", "source", { file });
      if (error.kind === "cancelled" || error.code === "input/summary") throw error;
      return { file, error };
    });
    opened.push(await open);
  }
  return opened;
}

/** The files that could be opened. */
export function readable(opened: readonly (InputFile | FailedFile)[]): InputFile[] {
  return opened.filter((entry): entry is InputFile => !("error" in entry));
}

/** The files that could not be opened, and why. */
export function unreadable(opened: readonly (InputFile | FailedFile)[]): FailedFile[] {
  return opened.filter((entry): entry is FailedFile => "error" in entry);
}

/** Merges the results for the opened files with the errors of the others, in the order of the sources. */
export function inPlaces<Made>(
  opened: readonly (InputFile | FailedFile)[],
  made: readonly Made[],
): (Made | FailedFile)[] {
  let next = 0;
  return opened.map((entry) => ("error" in entry ? entry : made[next++]));
}

/** The files of a call that needs all of them; throws the error of the first that could not be opened. */
export function allOpened(opened: readonly (InputFile | FailedFile)[]): InputFile[] {
  return opened.map((entry) => {
    if ("error" in entry) throw aboutFile(entry.error, entry.file);
    return entry;
  });
}

/** Streams that were not read to the end keep files and connections open. */
export function destroyStreams(sources: readonly NamedSource[]): void {
  for (const source of sources) if (typeof source === "object" && "stream" in source) source.stream.destroy();
}

/**
 * Checks a call's options other than those of stages: switches, paths, sets given by hand. Throws `options/invalid`.
 */
export function checkCall(call: {
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly groups?: unknown;
  readonly references?: unknown;
  readonly foundInFolders?: unknown;
  readonly folders?: unknown;
  readonly onProgress?: unknown;
}): void {
  for (const [name, value] of Object.entries(call.flags ?? {}))
    if (typeof value !== "boolean") throw invalid(name, "true or false", value);
  for (const [name, value] of Object.entries(call.paths ?? {}))
    if (value !== undefined && (typeof value !== "string" || value === ""))
      throw invalid(name, "a path or a file: URL", value);
  if (call.groups !== undefined && !isListOfLists(call.groups))
    throw invalid("groups", "a list of lists of source names", call.groups);
  if (call.references !== undefined && !isListOfNames(call.references))
    throw invalid("references", "a list of source names", call.references);
  if (call.foundInFolders !== undefined && !isListOfNames(call.foundInFolders))
    throw invalid("foundInFolders", "a list of source names", call.foundInFolders);
  if (call.onProgress !== undefined && typeof call.onProgress !== "function")
    throw invalid("onProgress", "a function", call.onProgress);
  if (call.folders !== undefined && !areFoldersWithin(call.folders))
    throw invalid("folders", "names of sources with folders within outputDir", call.folders);
}

/** The references of a call for one set. Throws `options/invalid`. */
export function referencesOf(reference: unknown): readonly string[] {
  if (reference === undefined) return [];
  if (typeof reference !== "string") throw invalid("reference", "the name of a source", reference);
  return [reference];
}

function areFoldersWithin(folders: unknown): boolean {
  if (typeof folders !== "object" || folders === null) return false;
  return Object.values(folders).every((folder: unknown) => {
    const way = typeof folder === "string" ? relative(".", folder) : "..";
    return !isAbsolute(way) && way.split(sep)[0] !== "..";
  });
}

function isListOfLists(groups: unknown): boolean {
  return Array.isArray(groups) && groups.every(isListOfNames);
}

function isListOfNames(list: unknown): boolean {
  return Array.isArray(list) && list.every((name) => typeof name === "string");
}

/**
 * Throws `options/conflict` if a call sets more than one of: sets given by hand, a fixed set size, sets by camera
 * angle.
 */
export function refuseTwoWays(groups: unknown, { group: { bracketSize, sameView } }: ResolvedOptions): void {
  const ways = [
    ...(groups === undefined ? [] : ["groups (--groups)"]),
    ...(bracketSize === 0 ? [] : ["bracketSize (--bracket-size)"]),
    ...(sameView ? ["sameView (--same-view)"] : []),
  ];
  if (ways.length < 2) return;
  const message = `engine: ${ways.join(" and ")} each say what the sets are; leave out all but one`;
  throw new EngineError("options/conflict", message, { option: bracketSize === 0 ? "sameView" : "bracketSize" });
}

/** The output of a call as a path. Throws `options/invalid` for a URL that does not name a file. */
export function outputPath(name: string, given: string | URL | undefined): string | undefined {
  return given === undefined ? undefined : pathOf(given, name);
}

/** The destination of a call's single picture. Throws `options/invalid` unless it is a path, URL or stream. */
export function outputOf(given: unknown): { readonly path?: string; readonly stream?: OutputStream } {
  if (given === undefined) return {};
  if (typeof given === "string" || given instanceof URL) return { path: pathOf(given, "output") };
  if (isOutputStream(given)) return { stream: given };
  throw invalid("output", "a path, a file: URL or a stream to write to", given);
}

/** Returns the options as given. Throws `options/invalid` if they are not an object, for example null. */
export function givenOptions<Options extends object>(call: string, options: Options): Options {
  if (typeof options === "object" && options !== null) return options;
  throw new EngineError("options/invalid", `${call}: options must be an object, got ${String(options)}`);
}

/**
 * Options of a call that makes one picture: the extension of `output` chooses the format. Throws `options/invalid` if
 * no output format has this extension, and `options/conflict` if `format` differs.
 */
export function resolveWithOutput(
  tables: Parameters<typeof resolveEnhanceOptions>[0],
  input: Readonly<Record<string, unknown>>,
  output: string | undefined,
): ReturnType<typeof resolveEnhanceOptions> {
  if (output === undefined) return resolveEnhanceOptions(tables, input);
  const format = formatOfExtension(output);
  if (!format) throw invalid("output", "a file name ending in .jpg, .png, .webp, .avif or .tif", output);
  const options = resolveEnhanceOptions(tables, { ...input, format: input["format"] ?? format });
  if (options.encode.format === format) return options;
  const message = `engine: the output ${output} is to be ${format} by its name, but format asks for ${options.encode.format}`;
  throw new EngineError("options/conflict", message, { option: "format" });
}

function invalid(name: string, expected: string, came: unknown): EngineError {
  const shown = typeof came === "string" ? `"${came}"` : Array.isArray(came) ? "a list" : typeof came;
  return new EngineError("options/invalid", `engine: ${name} must be ${expected}, got ${shown}`, { option: name });
}

/** An event stream that fails at once, so that callers get the error where they read events. */
// biome-ignore lint/correctness/useYield: errors of a call are thrown where its events are read
export async function* failing(thrown: unknown): AsyncGenerator<never> {
  throw thrown;
}
