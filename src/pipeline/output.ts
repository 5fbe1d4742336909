import { planRewrite, type RewritePlan } from "../stages/metadata/index.ts";
import type { PhotoSet } from "./grouping.ts";
import type { Job } from "./job.ts";
import type { EnhanceOptions } from "./options.ts";
import type { Picture } from "./picture.ts";
import { buildReport, operationsOf, type Report } from "./report.ts";
import { PendingFile, protectOriginals, readSource, type SourceStore } from "./source.ts";
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
  const originals = set.frames.map(({ file }) => file);
  if (target.path !== undefined) await protectOriginals(target.path, originals);
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
    await pending.commit(options.output.overwrite);
    if (target.writeReport) await writeReport(`${target.path}.json`, report);
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

async function writeReport(path: string, report: Report): Promise<void> {
  const text = new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`);
  await (await PendingFile.create(path, text)).commit(true);
}
