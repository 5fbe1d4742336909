import { createRequire } from "node:module";
import type { Engine, PictureCallOptions } from "./engine-interface.ts";
import { EngineError } from "./errors/index.ts";
import type { KernelImplementation } from "./kernels/index.ts";
import { openTools } from "./open-tools.ts";
import { resolveOptions } from "./options/index.ts";
import {
  allOpened,
  type BatchEvent,
  type BatchOptions,
  type CallOptions,
  CallRegistry,
  checkCall,
  type GroupCallOptions,
  type GroupProgress,
  givenOptions,
  inPlaces,
  keepBytes,
  type LookExamples,
  learnFromFiles,
  makeOne,
  makeThumbnails,
  type OneOrder,
  type OutputOptions,
  readable,
  readHouseOfFiles,
  refuseTwoWays,
  resolveWithOutput,
  runBatch,
  sourcesOf,
  type Thumbnail,
  unreadable,
} from "./pipeline/calls/index.ts";
import type { Source } from "./pipeline/disk/index.ts";
import {
  type FailedFile,
  type GroupOutcome,
  groupFiles,
  type Inspection,
  inspectFiles,
  outcomeOf,
  readHeaders,
  withoutOwnResults,
} from "./pipeline/finding/index.ts";
import { checkTold, type HouseTold } from "./pipeline/house-told.ts";
import {
  type Delivered,
  developSet,
  enhanceSet,
  expectDeveloped,
  mergeSet,
  type SetOrder,
} from "./pipeline/making/index.ts";
import {
  type DevelopOptionsInput,
  developTables,
  type EngineOptionsInput,
  type EnhanceOptionsInput,
  engineOptions,
  enhanceTables,
  type GroupOptionsInput,
  groupTables,
  type MergeOptionsInput,
  mergeTables,
  resolveEnhanceOptions,
  type ThumbnailOptionsInput,
  thumbnailOptions,
} from "./pipeline/options.ts";
import type { Tools } from "./pipeline/tools.ts";
import { type LensCoverage, lensCoverage } from "./stages/lens/index.ts";
import { checkLook, type Look } from "./stages/tone/index.ts";

export type { Engine };

const ownPackage: { readonly version: string; readonly dependencies: Readonly<Record<string, string>> } = createRequire(
  import.meta.url,
)("../package.json");

export const packageVersion: string = ownPackage.version;

/** Threads and ExifTool start with the first call that needs them. Throws `options/*`. */
export function createEngine(options: EngineOptionsInput = {}): Engine {
  return new DefaultEngine(
    openTools(resolveOptions("engine", engineOptions, options), packageVersion, ownPackage.dependencies),
  );
}

class DefaultEngine implements Engine {
  readonly #tools: Tools;
  readonly #calls: CallRegistry;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#calls = new CallRegistry(tools);
  }

  get kernels(): KernelImplementation {
    return this.#tools.kernels.implementation;
  }

  async inspect(source: Source, options: CallOptions = {}): Promise<Inspection> {
    const [result] = await this.inspectAll([source], options);
    if ("error" in result) throw result.error;
    return result;
  }

  async inspectAll(sources: readonly Source[], options: CallOptions = {}): Promise<(Inspection | FailedFile)[]> {
    const { signal, ...rest } = givenOptions("inspect", options);
    resolveOptions("inspect", {}, rest);
    return this.#calls.run(sources, signal, async (opened, _store, running, tools) => {
      const files = readable(opened);
      const defaults = resolveEnhanceOptions({}, {});
      const headers = readHeaders(files, tools, running);
      const looked = await inspectFiles(files, headers, defaults.detect360, tools, running);
      return inPlaces(opened, looked).map((found) => ("inspection" in found ? found.inspection : found));
    });
  }

  async lenses(query = ""): Promise<LensCoverage[]> {
    if (typeof query !== "string") throw new EngineError("options/invalid", `lenses: expected words, got ${query}`);
    return lensCoverage(await this.#tools.lensDatabase(), query);
  }

  async thumbnail(source: Source, options: ThumbnailOptionsInput & CallOptions = {}): Promise<Thumbnail> {
    const [result] = await this.thumbnailAll([source], options);
    if ("error" in result) throw result.error;
    return result;
  }

  async thumbnailAll(
    sources: readonly Source[],
    options: ThumbnailOptionsInput & CallOptions = {},
  ): Promise<(Thumbnail | FailedFile)[]> {
    const { signal, ...rest } = givenOptions("thumbnail", options);
    const settings = resolveOptions("thumbnail", thumbnailOptions, rest);
    return this.#calls.run(sources, signal, async (opened, _store, running, tools) => {
      return inPlaces(opened, await makeThumbnails(readable(opened), settings, tools, running));
    });
  }

  async group(sources: readonly Source[], input: GroupOptionsInput & GroupCallOptions = {}): Promise<GroupOutcome> {
    const { signal, groups, foundInFolders = [], onProgress = () => {}, ...rest } = givenOptions("group", input);
    const options = resolveEnhanceOptions(groupTables, rest);
    checkCall({ groups, foundInFolders, onProgress });
    refuseTwoWays(groups, options);
    return this.#calls.run(sources, signal, async (opened, _store, running, tools) => {
      const files = readable(opened);
      const unopened = unreadable(opened);
      const tell = (step: GroupProgress["step"]) => {
        let done = 0;
        return () => onProgress({ step, done: ++done, total: files.length });
      };
      const headers = readHeaders(files, tools, running, tell("headers"));
      const considered = await withoutOwnResults(files, headers, foundInFolders, groups);
      const { files: photographs, headers: theirs } = considered;
      const request = { files: photographs, headers: theirs, unopened, onThumbnail: tell("pictures") };
      const grouping = await groupFiles({ ...request, ...(groups ? { lists: groups } : {}) }, options, tools, running);
      return outcomeOf({ ...grouping, warnings: [...considered.warnings, ...grouping.warnings] });
    });
  }

  merge(sources: readonly Source[], options: MergeOptionsInput & OutputOptions = {}): Promise<Delivered> {
    return this.#makeOne(sources, options, mergeTables, mergeSet);
  }

  develop(source: Source, options: DevelopOptionsInput & OutputOptions = {}): Promise<Delivered> {
    return this.#makeOne([source], options, developTables, developSet, { expect: expectDeveloped });
  }

  async enhance(sources: readonly Source[], input: EnhanceOptionsInput & PictureCallOptions = {}): Promise<Delivered> {
    const { look, house, ...options } = givenOptions("enhance", input);
    const told = {
      ...(look === undefined ? {} : { look: checkLook(look) }),
      ...(house === undefined || options.oneHouse === false ? {} : checkTold(house)),
    };
    return this.#makeOne(sources, options, enhanceTables, enhanceSet, { rectifies: true, told });
  }

  async readHouse(
    sets: readonly (readonly Source[])[],
    input: EnhanceOptionsInput & CallOptions = {},
  ): Promise<(HouseTold | undefined)[]> {
    const { signal, ...rest } = givenOptions("readHouse", input);
    const options = resolveEnhanceOptions(enhanceTables, rest);
    return this.#calls.run(sourcesOf(sets), signal, async (opened, _store, running, tools) => {
      const left = [...opened];
      const files = sets.map(({ length }) => readable(left.splice(0, length)));
      return readHouseOfFiles(files, options, tools, running);
    });
  }

  enhanceBatch(sources: readonly Source[], input: EnhanceOptionsInput & BatchOptions = {}): AsyncGenerator<BatchEvent> {
    return this.#batch(keepBytes(sources), input);
  }

  async *#batch(sources: readonly Source[], input: EnhanceOptionsInput & BatchOptions): AsyncGenerator<BatchEvent> {
    const { signal, outputDir, groups, foundInFolders = [], ...others } = givenOptions("enhanceBatch", input);
    const { resume = false, dryRun = false, report = false, folders = {}, look: given, ...rest } = others;
    const options = resolveEnhanceOptions(enhanceTables, rest);
    const look = given === undefined ? undefined : checkLook(given);
    checkCall({ flags: { resume, dryRun, report }, paths: { outputDir }, groups, foundInFolders, folders });
    refuseTwoWays(groups, options);
    yield* this.#calls.stream(sources, signal, (opened, store, running, tools) => {
      const request = {
        files: readable(opened),
        failed: unreadable(opened),
        foundInFolders,
        folders,
        resume,
        dryRun,
        report,
        ...(look ? { look } : {}),
        ...(groups ? { groups } : {}),
        ...(outputDir === undefined ? {} : { outputDir }),
      };
      return runBatch(request, options, store, tools, running);
    });
  }

  async learnLook(examples: LookExamples<Source>, options: CallOptions = {}): Promise<Look> {
    const { finished, before } = givenOptions("learnLook", examples);
    const { signal } = givenOptions("learnLook", options);
    if (before && before.length !== finished.length) {
      const message = `look: expected as many pictures before as after, got ${before.length} and ${finished.length}`;
      throw new EngineError("input/look", message);
    }
    return this.#calls.run([...finished, ...(before ?? [])], signal, async (opened, _store, running, tools) => {
      const files = allOpened(opened);
      const examples = { finished: files.slice(0, finished.length), before: files.slice(finished.length) };
      return learnFromFiles(before ? examples : { finished: files }, tools, running);
    });
  }

  async close(): Promise<void> {
    const { executor, metadata, cache } = this.#tools;
    await this.#calls.close(() => Promise.all([executor.close(), metadata.close(), cache?.close()]));
  }

  async #makeOne(
    sources: readonly Source[],
    input: OutputOptions & object,
    tables: object,
    make: SetOrder["make"],
    /** What is known of the picture; `expect` where the decoded one is the result. */
    known: Pick<OneOrder, "expect" | "rectifies" | "told"> = {},
  ): Promise<Delivered> {
    const { signal, output, report = false, ...rest } = givenOptions("engine", input);
    checkCall({ flags: { report }, paths: { output } });
    const options = resolveWithOutput(tables, rest, output);
    const { overwrite } = options.output;
    const target = {
      ...(output === undefined ? {} : { path: output }),
      writeReport: report,
      replaces: { picture: overwrite, report: overwrite },
      tables: Object.keys(tables),
    };
    const order = { target, options, make, ...known };
    return this.#calls.run(sources, signal, (opened, store, running, tools) =>
      makeOne(allOpened(opened), order, { store, tools, signal: running }),
    );
  }
}
