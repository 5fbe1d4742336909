import type { Engine, MergeCallOptions, PictureCallOptions, PictureOptions } from "./engine-interface.ts";
import type { KernelImplementation } from "./kernels/index.ts";
import { openTools } from "./open-tools.ts";
import { resolveOptions } from "./options/index.ts";
import { packageDependencies, packageVersion } from "./own-package.ts";
import {
  allOpened,
  type BatchEvent,
  type BatchOptions,
  type CallOptions,
  CallRegistry,
  callForPicture,
  cameraTable,
  checkCall,
  checkExamples,
  counter,
  failing,
  type GroupCallOptions,
  givenOptions,
  inPlaces,
  type LookExamples,
  learnFromFiles,
  lensTable,
  makeThumbnails,
  namedSources,
  outputPath,
  type ProgressOptions,
  readable,
  readHouseOfFiles,
  referencesOf,
  refuseTwoWays,
  runBatch,
  type Source,
  type Summarized,
  type SummarizedSource,
  sharedFacts,
  sourcesOf,
  summarizeFiles,
  type Thumbnail,
  unreadable,
} from "./pipeline/calls/index.ts";
import type { NamedSource } from "./pipeline/disk/index.ts";
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
import type { HouseReading } from "./pipeline/house-reading.ts";
import { developSet, enhanceSet, expectDeveloped, mergeSet } from "./pipeline/making/index.ts";
import {
  type DevelopOptions,
  developTables,
  type EngineOptions,
  type EnhanceOptions,
  engineOptions,
  enhanceTables,
  type GroupOptions,
  groupTables,
  type MergeOptions,
  mergeTables,
  resolveEnhanceOptions,
  type ThumbnailOptions,
  thumbnailOptions,
} from "./pipeline/options.ts";
import type { Tools } from "./pipeline/tools.ts";
import type { CameraCoverage, LensCoverage } from "./stages/lens/index.ts";
import { checkLook, type Look } from "./stages/tone/index.ts";

export type { Engine };
export { packageVersion };

/**
 * Makes an engine. Threads and ExifTool start with the first call that needs them; `close` ends them. Throws
 * `options/*`.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  return new DefaultEngine(options);
}

/** The engine of `createEngine`; `trial-engine.ts` adds to it. */
export class DefaultEngine implements Engine {
  readonly #tools: Tools;
  protected readonly calls: CallRegistry;

  /** Throws `options/*`. */
  constructor(options: EngineOptions) {
    this.#tools = openTools(resolveOptions("engine", engineOptions, options), packageVersion, packageDependencies);
    this.calls = new CallRegistry(this.#tools);
  }

  get kernels(): KernelImplementation {
    return this.#tools.kernels.implementation;
  }

  async inspect(source: Source, options: CallOptions = {}): Promise<Inspection> {
    const [result] = await this.inspectAll([source], options);
    if ("error" in result) throw result.error;
    return result;
  }

  async inspectAll(
    sources: readonly Source[],
    options: CallOptions & ProgressOptions<"headers"> = {},
  ): Promise<(Inspection | FailedFile)[]> {
    const { signal, onProgress, ...rest } = givenOptions("inspect", options);
    resolveOptions("inspect", {}, rest);
    checkCall({ onProgress });
    return this.calls.run(sources, signal, async (opened, _store, running, tools) => {
      const files = readable(opened);
      const defaults = resolveEnhanceOptions({}, {});
      const headers = readHeaders(files, tools, running, counter("headers", files.length, onProgress));
      const looked = await inspectFiles(files, headers, defaults.detect360, tools, running);
      return inPlaces(opened, looked).map((found) => ("inspection" in found ? found.inspection : found));
    });
  }

  async lenses(query = ""): Promise<LensCoverage[]> {
    this.calls.check();
    return lensTable(query, this.#tools);
  }

  async cameras(query = ""): Promise<CameraCoverage[]> {
    this.calls.check();
    return cameraTable(query, this.#tools);
  }

  async thumbnail(source: Source, options: ThumbnailOptions & CallOptions = {}): Promise<Thumbnail> {
    const [result] = await this.thumbnailAll([source], options);
    if ("error" in result) throw result.error;
    return result;
  }

  async thumbnailAll(
    sources: readonly Source[],
    options: ThumbnailOptions & CallOptions & ProgressOptions<"pictures"> = {},
  ): Promise<(Thumbnail | FailedFile)[]> {
    const { signal, onProgress, ...rest } = givenOptions("thumbnail", options);
    const settings = resolveOptions("thumbnail", thumbnailOptions, rest);
    checkCall({ onProgress });
    return this.calls.run(sources, signal, async (opened, _store, running, tools) => {
      const files = readable(opened);
      const onDone = counter("pictures", files.length, onProgress);
      return inPlaces(opened, await makeThumbnails(files, settings, tools, running, onDone));
    });
  }

  async summarize(
    sources: readonly Source[],
    options: CallOptions & ProgressOptions<"headers"> = {},
  ): Promise<(Summarized | FailedFile)[]> {
    const { signal, onProgress, ...rest } = givenOptions("summarize", options);
    resolveOptions("summarize", {}, rest);
    checkCall({ onProgress });
    return this.calls.run(sources, signal, async (opened, _store, running, tools) => {
      const files = readable(opened);
      const onRead = counter("headers", files.length, onProgress);
      return inPlaces(opened, await summarizeFiles(files, resolveEnhanceOptions({}, {}), tools, running, onRead));
    });
  }

  async group(
    sources: readonly (Source | SummarizedSource)[],
    input: GroupOptions & GroupCallOptions = {},
  ): Promise<GroupOutcome> {
    const { signal, groups, foundInFolders = [], onProgress, ...rest } = givenOptions("group", input);
    const options = resolveEnhanceOptions(groupTables, rest);
    checkCall({ groups, foundInFolders, onProgress });
    refuseTwoWays(groups, options);
    return this.calls.runOnSummaries(sources, signal, async (opened, _store, running, tools) => {
      const files = readable(opened);
      const unopened = unreadable(opened);
      const headers = readHeaders(files, tools, running, counter("headers", files.length, onProgress));
      const considered = await withoutOwnResults(files, headers, foundInFolders, groups);
      const { files: photographs, headers: theirs } = considered;
      const onThumbnail = counter("pictures", files.length, onProgress);
      const request = { files: photographs, headers: theirs, unopened, onThumbnail };
      const grouping = await groupFiles({ ...request, ...(groups ? { lists: groups } : {}) }, options, tools, running);
      return outcomeOf({ ...grouping, warnings: [...considered.warnings, ...grouping.warnings] });
    });
  }

  async merge(sources: readonly Source[], input: MergeOptions & MergeCallOptions = {}): Promise<never> {
    const { reference, ...options } = givenOptions("merge", input);
    const request = { sources, input: options, tables: mergeTables, make: mergeSet };
    return callForPicture(this.calls, { ...request, references: referencesOf(reference) });
  }

  develop(source: Source, options: DevelopOptions & PictureOptions = {}): Promise<never> {
    const request = { sources: [source], input: options, tables: developTables, make: developSet };
    return callForPicture(this.calls, { ...request, expect: expectDeveloped });
  }

  async enhance(sources: readonly Source[], input: EnhanceOptions & PictureCallOptions = {}): Promise<never> {
    const { look, house, reference, ...options } = givenOptions("enhance", input);
    const shared = sharedFacts({ look, house }, options.oneHouse);
    const request = { sources, input: options, tables: enhanceTables, make: enhanceSet };
    return callForPicture(this.calls, { ...request, rectifies: true, shared, references: referencesOf(reference) });
  }

  async readHouse(
    sets: readonly (readonly (Source | SummarizedSource)[])[],
    input: EnhanceOptions & CallOptions & ProgressOptions<"sets"> = {},
  ): Promise<(HouseReading | undefined)[]> {
    const { signal, onProgress, ...rest } = givenOptions("readHouse", input);
    const options = resolveEnhanceOptions(enhanceTables, rest);
    checkCall({ onProgress });
    return this.calls.runOnSummaries(sourcesOf(sets), signal, async (opened, _store, running, tools) => {
      const left = [...opened];
      const files = sets.map(({ length }) => readable(left.splice(0, length)));
      return readHouseOfFiles(files, options, tools, running, counter("sets", sets.length, onProgress));
    });
  }

  enhanceBatch(sources: readonly Source[], input: EnhanceOptions & BatchOptions = {}): AsyncGenerator<BatchEvent> {
    try {
      return this.#batch(namedSources(sources), input);
    } catch (thrown) {
      return failing(thrown);
    }
  }

  async *#batch(sources: readonly NamedSource[], input: EnhanceOptions & BatchOptions): AsyncGenerator<BatchEvent> {
    const { signal, outputDir: target, groups, foundInFolders = [], ...others } = givenOptions("enhanceBatch", input);
    const outputDir = outputPath("outputDir", target);
    const {
      resume = false,
      dryRun = false,
      report = false,
      folders = {},
      look: given,
      references = [],
      ...rest
    } = others;
    const options = resolveEnhanceOptions(enhanceTables, rest);
    const look = given === undefined ? undefined : checkLook(given);
    checkCall({ flags: { resume, dryRun, report }, paths: { outputDir }, groups, references, foundInFolders, folders });
    refuseTwoWays(groups, options);
    yield* this.calls.stream(sources, signal, (opened, store, running, tools) => {
      const request = {
        files: readable(opened),
        failed: unreadable(opened),
        references,
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

  async learnLook(
    examples: LookExamples<Source>,
    options: CallOptions & ProgressOptions<"pictures"> = {},
  ): Promise<Look> {
    const { finished, before } = checkExamples(givenOptions("learnLook", examples));
    const { signal, onProgress } = givenOptions("learnLook", options);
    checkCall({ onProgress });
    return this.calls.run([...finished, ...(before ?? [])], signal, async (opened, _store, running, tools) => {
      const files = allOpened(opened);
      const examples = { finished: files.slice(0, finished.length), before: files.slice(finished.length) };
      const onRead = counter("pictures", finished.length, onProgress);
      return learnFromFiles(before ? examples : { finished: files }, tools, running, onRead);
    });
  }

  async close(): Promise<void> {
    const { executor, metadata, cache } = this.#tools;
    await this.calls.close(() => Promise.all([executor.close(), metadata.close(), cache?.close()]));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
