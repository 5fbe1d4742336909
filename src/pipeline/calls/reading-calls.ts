import { EngineError, type Warning, wrapError } from "../../errors/index.ts";
import type { OptionsOf } from "../../options/index.ts";
import { type CameraCoverage, cameraCoverage, type LensCoverage, lensCoverage } from "../../stages/lens/index.ts";
import { mapConcurrently } from "../concurrency.ts";
import { hashFile, type InputFile } from "../disk/index.ts";
import { packSummary } from "../file-summary.ts";
import {
  FactRecorder,
  type FailedFile,
  hashHead,
  type InspectedFile,
  type Inspection,
  inspectFiles,
  loadThumbnail,
  readHeaders,
  smallEdgePx,
} from "../finding/index.ts";
import type { ResolvedOptions, thumbnailOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import { keepFocalReading } from "./house.ts";

/** A description of a photograph, small enough to send instead of its file, that suffices for grouping. */
export interface Summarized {
  /** The report of `inspect`. */
  readonly inspection: Inspection;
  /**
   * Headers and small pictures, for `group` and `readHouse` of the same version; about 100 kB, for a panorama 500 kB.
   * Absent if some of them could not be read: then the file itself is needed.
   */
  readonly summary?: Uint8Array;
}

/**
 * Reads each file once for everything that grouping and `readHouse` need; the result has an error instead of each file
 * that fails. `onRead` is called for every file's headers.
 */
export async function summarizeFiles(
  files: readonly InputFile[],
  options: ResolvedOptions,
  tools: Tools,
  signal: AbortSignal,
  onRead: () => void,
): Promise<(Summarized | FailedFile)[]> {
  const facts = new FactRecorder();
  const recording = { ...tools, cache: facts, readings: facts };
  const headers = readHeaders(files, recording, signal, onRead);
  const looked = await inspectFiles(files, headers, options.detect360, recording, signal);
  return mapConcurrently(looked, tools.executor.concurrency, async (found) => {
    if ("error" in found) return found;
    await readPictures(found, options, recording, signal);
    const summary = await summaryOf(found.file, facts, tools, signal);
    return { inspection: found.inspection, ...(summary ? { summary } : {}) };
  });
}

async function readPictures(found: InspectedFile, options: ResolvedOptions, tools: Tools, signal: AbortSignal) {
  await loadThumbnail(found.file, smallEdgePx, tools, signal).catch((thrown: EngineError) => {
    if (thrown.kind === "cancelled") throw thrown;
  });
  await keepFocalReading(found, options, tools, signal);
}

async function summaryOf(file: InputFile, facts: FactRecorder, tools: Tools, signal: AbortSignal) {
  const known = await facts.factsOf(file);
  const [headSha256, sha256] = [await hashHead(file), await hashFile(file.path, signal)];
  if (known === undefined || headSha256 === undefined || sha256 === undefined) return undefined;
  return packSummary({ sizeBytes: file.sizeBytes, sha256, headSha256, facts: known }, tools.summaryVersion);
}

/** A small JPEG of one file: upright, display sRGB, without any metadata. */
export interface Thumbnail {
  /** The source, by its name: the path as given, or the name of bytes. */
  readonly path: string;
  /** The JPEG file. */
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** Origin of the pixels; `preview` is the JPEG embedded in a RAW file. */
  readonly source: "image" | "sensor" | "preview";
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
}

/**
 * Thumbnails of all files, in the order given, with an error instead of each file that fails. Files are decoded no
 * larger than necessary: JPEG is shrunk on load, RAW uses its embedded preview, HEIC its own thumbnail. `onDone` is
 * called once for every file. Rejects only with `cancelled`.
 */
export function makeThumbnails(
  files: readonly InputFile[],
  { thumbnailEdgePx: edgePx, thumbnailQuality: quality }: OptionsOf<typeof thumbnailOptions>,
  tools: Tools,
  signal: AbortSignal,
  onDone: () => void = () => {},
): Promise<(Thumbnail | FailedFile)[]> {
  const { executor, limits } = tools;
  // Twice as many as run, so that no thread is idle while a file is handed over.
  return mapConcurrently(files, executor.concurrency * 2, async ({ path, name }) => {
    try {
      return { path: name, ...(await executor.run("thumbnail", { path, name, limits, edgePx, quality }, signal)) };
    } catch (thrown) {
      if (thrown instanceof EngineError && thrown.kind === "cancelled") throw thrown;
      return { file: name, error: wrapError(thrown, "internal", "thumbnail") };
    } finally {
      onDone();
    }
  });
}

/** The lenses whose maker and model contain every word of `query`. Throws `options/invalid` if that is not a string. */
export async function lensTable(query: unknown, tools: Tools): Promise<LensCoverage[]> {
  return lensCoverage(await tools.lensDatabase(), wordsOf(query, "lenses"));
}

/**
 * The cameras whose maker and model contain every word of `query`. Throws `options/invalid` if that is not a string.
 */
export async function cameraTable(query: unknown, tools: Tools): Promise<CameraCoverage[]> {
  return cameraCoverage(await tools.lensDatabase(), wordsOf(query, "cameras"));
}

function wordsOf(query: unknown, call: string): string {
  if (typeof query === "string") return query;
  throw new EngineError("options/invalid", `${call}: expected words, got ${query}`);
}
