import { createHash } from "node:crypto";
import { basename, extname, join } from "node:path";
import { extensionOf } from "../../stages/encode/index.ts";
import {
  collisionKey,
  fileExists,
  fittingName,
  hashFile,
  hashOfSource,
  isOwnPicture,
  type Journal,
  readText,
  type SourceStore,
  usableName,
} from "../disk/index.ts";
import { type PhotoSet, photographsOf } from "../finding/index.ts";
import { type Report, reportPath } from "../making/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import type { BatchRequest, SetSummary } from "./batch-request.ts";

/** Input for planning the outputs of a run. */
export interface OutputPlan {
  readonly request: BatchRequest;
  readonly options: ResolvedOptions;
  readonly store: SourceStore;
  readonly tools: Tools;
  /** Journal of the output folder; absent if pictures are returned as bytes. */
  readonly journal: Journal | undefined;
  readonly signal: AbortSignal;
}

/**
 * Outputs are named after the first frame; a name already used in this batch gets a number, in the order of the sets.
 * With `resume`, pictures that an earlier run made of other photographs also keep their names.
 */
export function summarise(sets: readonly PhotoSet[], { request, options, journal }: OutputPlan): SetSummary[] {
  const { outputDir, folders, resume } = request;
  const taken = new Set<string>();
  return sets.map((set, index) => {
    const { kind, reasons, confidence, flags } = set;
    const files = photographsOf(set).map(({ file }) => file.name);
    const [{ file: first }] = set.frames;
    const summary = { index, files, kind, reasons, confidence, flags };
    if (outputDir === undefined) return summary;
    const stem = basename(first.name, extname(first.name)) || "picture";
    const extension = `.${extensionOf(options.encode.format)}`;
    const within = Object.hasOwn(folders, first.name) ? folders[first.name] : "";
    const outputAs = (end: string) => join(outputDir, within, usableName(fittingName(stem, end)));
    const isTaken = (output: string) => {
      if (taken.has(collisionKey(output))) return true;
      const last = resume ? journal?.entriesOf(output).at(-1) : undefined;
      return last !== undefined && journal !== undefined && last.source !== sourceOf(set, journal);
    };
    let output = outputAs(extension);
    for (let n = 2; isTaken(output); n++) output = outputAs(`-${n}${extension}`);
    taken.add(collisionKey(output));
    return { ...summary, output };
  });
}

/** The name under which a journal records a set: its first photograph. */
export function sourceOf({ frames: [{ file }] }: PhotoSet, journal: Journal): string {
  return file.modifiedNs === undefined ? file.name : journal.nameOf(file.path);
}

/**
 * A key of everything that determines the picture of a set: the bytes of its frames, their metadata and sidecars, the
 * options and the version. The other sets of the run are excluded, so that one more photograph does not make all
 * pictures again. `undefined` if a frame cannot be read.
 */
export async function keyOf(
  set: PhotoSet,
  { request: { look }, options, tools, signal }: OutputPlan,
): Promise<string | undefined> {
  const photographs = photographsOf(set);
  const hashes = await Promise.all(photographs.map(({ file }) => hashOfSource(file, signal)));
  if (hashes.includes(undefined)) return undefined;
  const { output: _, ...made } = options;
  const tags = photographs.map((frame) => frame.tags);
  const signer = tools.signer ? [tools.signer.id] : [];
  const reference = set.isChosen ? { chosen: set.reference } : set.reference;
  const parts = [tools.version, made, look, reference, hashes, tags, ...signer];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** How a file that already has the name of a set's picture is treated. */
export async function existingAt(
  output: string | undefined,
  set: PhotoSet,
  plan: OutputPlan,
): Promise<SetSummary["existing"]> {
  const { request, options, store, journal, signal } = plan;
  if (output === undefined || !(await fileExists(output))) return undefined;
  const isOriginal = await store.protectOriginals(output).then(
    () => false,
    () => true,
  );
  if (isOriginal) return "original";
  const entries = journal?.entriesOf(output) ?? [];
  const result = entries.length > 0 || request.resume ? await hashFile(output, signal) : undefined;
  const last = entries.at(-1);
  const isLast = last !== undefined && result === last.result;
  const isReported = !request.report || (await hasReport(output, result));
  if (request.resume && isLast && isReported && last.key === (await keyOf(set, plan))) return "skip";
  if (!(await isOwnPicture(output))) return "foreign";
  // The journal also shows whether one of its pictures was edited since. An empty file contains no work to lose.
  const isKnown = entries.some((entry) => entry.result === result) || result === emptyHash;
  if (entries.length > 0 && !isKnown) return "foreign";
  return options.output.overwrite || (request.resume && isKnown) ? "replace" : "refuse";
}

const maxReportBytes = 2 ** 26;

/** Whether a picture's report describes its bytes: a run killed between the two leaves an older report, or none. */
async function hasReport(output: string, hash: string | undefined): Promise<boolean> {
  try {
    const { result } = JSON.parse(await readText(reportPath(output), maxReportBytes)) as Partial<Report>;
    return hash !== undefined && result?.sha256 === hash;
  } catch {
    return false;
  }
}

const emptyHash = createHash("sha256").digest("hex");
