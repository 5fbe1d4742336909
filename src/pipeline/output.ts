import { planRewrite, type RewritePlan } from "../stages/metadata/index.ts";
import type { PhotoSet } from "./grouping.ts";
import type { Job } from "./job.ts";
import type { EnhanceOptions } from "./options.ts";
import { PendingFile } from "./output-file.ts";
import type { Picture } from "./picture.ts";
import { buildReport, operationsOf, type Report } from "./report.ts";
import { readSource, type SourceStore } from "./source.ts";
import type { Tools } from "./tools.ts";

/** Where a picture goes: to a path, atomically, or back to the caller as bytes. */
export interface Target {
  readonly path?: string;
  /** Also writes `<path>.json` with the report. */
  readonly writeReport: boolean;
}

export interface Delivered {
  /** Where the picture is, when it was written. */
  readonly path?: string;
  /** The picture, when no path was given. */
  readonly bytes?: Uint8Array;
  readonly report: Report;
}

/** Gives the encoded picture its metadata and puts it where it belongs; a failure leaves nothing under the final name. */
export async function deliver(
  picture: Picture,
  set: PhotoSet,
  target: Target,
  options: EnhanceOptions,
  job: Job,
  store: SourceStore,
  tools: Tools,
): Promise<Delivered> {
  const final = target.path ?? (await store.temporaryPath(`picture.${picture.encoded.format}`));
  const pending = await PendingFile.create(final, picture.encoded.bytes);
  try {
    await job.step("metadata", async () => {
      const dropped = await tools.metadata.write(pending.path, planFor(picture, set, options, tools), job.signal);
      job.warnings.push(...dropped);
    });
    const report = buildReport(picture, set, options, job, tools);
    if (target.path === undefined) {
      const bytes = await readSource(pending.path, Number.POSITIVE_INFINITY);
      await pending.discard();
      return { bytes, report };
    }
    await commit(pending, target.path, target.writeReport ? report : undefined, options, store);
    return { path: target.path, report };
  } catch (thrown) {
    await pending.discard();
    throw thrown;
  }
}

/** The reference frame speaks for the set: its camera data, caption, author and copyright go into the result. */
function planFor(picture: Picture, set: PhotoSet, options: EnhanceOptions, tools: Tools): RewritePlan {
  const reference = set.frames[set.reference];
  const { format, width, height } = picture.encoded;
  const subject = {
    tags: reference.tags,
    format,
    widthPx: width,
    heightPx: height,
    frameCount: picture.facts.merge?.framesUsed ?? 1,
    is360: reference.inspection.is360.is360,
    operations: operationsOf(picture.facts),
    version: tools.version,
  };
  return planRewrite(subject, options.metadata);
}

/** The report is written before the picture gets its name, so that a full disk leaves neither. */
async function commit(
  picture: PendingFile,
  path: string,
  report: Report | undefined,
  options: EnhanceOptions,
  store: SourceStore,
): Promise<void> {
  const { overwrite } = options.output;
  await store.protectOriginals(path);
  if (!report) return picture.commit(overwrite);
  const text = new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`);
  const pending = await PendingFile.create(reportPath(path), text);
  try {
    await picture.commit(overwrite);
    await pending.commit(true);
  } finally {
    await pending.discard();
  }
}

/** Where the report of a picture goes. */
function reportPath(path: string): string {
  return `${path}.json`;
}

/** Throws what would stop the delivery in the end, before any work is spent on it: see {@link SourceStore.checkOutput}. */
export async function checkTarget(
  target: Target,
  replace: { readonly picture: boolean; readonly report: boolean },
  store: SourceStore,
): Promise<void> {
  if (target.path === undefined) return;
  await store.checkOutput(target.path, replace.picture);
  if (target.writeReport) await store.checkOutput(reportPath(target.path), replace.report);
}
