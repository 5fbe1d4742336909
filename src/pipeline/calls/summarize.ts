import type { EngineError } from "../../errors/index.ts";
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
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import { keepFocalReading } from "./focal.ts";

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
