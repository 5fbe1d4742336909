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

/** A photograph in so few bytes that a shoot can be grouped without its files. */
export interface Summarized {
  /** What `inspect` reports. */
  readonly inspection: Inspection;
  /**
   * Headers and small pictures, for `group` and `readHouse` of the same version; about 100 kB, of a panorama 500 kB.
   * Absent where they could not all be read: then only the file itself will do.
   */
  readonly summary?: Uint8Array;
}

/**
 * Reads each file once for all that grouping and the reading of a house ask of it; a file that fails gives its error in
 * its place. `onRead` is called for every file's headers.
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
  /** `preview` when it was made from the JPEG inside a RAW. */
  readonly source: "image" | "sensor" | "preview";
  /** What the photographer should look at; often none. */
  readonly warnings: readonly Warning[];
}

/**
 * Thumbnails of all files, in the order given; a file that fails gives its error in its place. No file is decoded
 * larger than it must be: JPEG shrinks while it loads, a RAW gives its embedded preview, HEIC its own thumbnail.
 * `onDone` is called once for every file. Rejects with `cancelled` alone.
 */
export function makeThumbnails(
  files: readonly InputFile[],
  { thumbnailEdgePx: edgePx, thumbnailQuality: quality }: OptionsOf<typeof thumbnailOptions>,
  tools: Tools,
  signal: AbortSignal,
  onDone: () => void = () => {},
): Promise<(Thumbnail | FailedFile)[]> {
  const { executor, limits } = tools;
  // Twice as many as run: no thread waits for the next file while this one is handed over.
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

/** The same for cameras. */
export async function cameraTable(query: unknown, tools: Tools): Promise<CameraCoverage[]> {
  return cameraCoverage(await tools.lensDatabase(), wordsOf(query, "cameras"));
}

function wordsOf(query: unknown, call: string): string {
  if (typeof query === "string") return query;
  throw new EngineError("options/invalid", `${call}: expected words, got ${query}`);
}
