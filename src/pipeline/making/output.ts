import { basename, dirname, join } from "node:path";
import { withHeadOf } from "../../codecs/index.ts";
import type { Warning } from "../../errors/index.ts";
import type { IntegerImage } from "../../image/index.ts";
import type { EncodeOptions, EncodeResult } from "../../stages/encode/index.ts";
import type { RewritePlan } from "../../stages/metadata/index.ts";
import {
  fittingName,
  hashFile,
  isOwnPicture,
  isOwnReport,
  PendingFile,
  readSource,
  type SourceStore,
} from "../disk/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { EncodedFacts } from "../tasks.ts";
import type { PictureSigner, Tools } from "../tools.ts";
import type { Job } from "./job.ts";
import { type HeadMaker, planFor } from "./jpeg-metadata.ts";
import { operationsOf, type Picture } from "./picture.ts";
import { buildReport, type Report } from "./report.ts";
import type { SetRun } from "./set-run.ts";

/** Destination of a picture: a path, written atomically, or bytes returned to the caller. */
export interface Target {
  readonly path?: string;
  /** Also writes `<path>.json` with the report. */
  readonly writeReport: boolean;
  /** Called with the finished file's temporary path and its report, before the file gets its name. */
  readonly record?: (made: string, report: Report) => Promise<void>;
  /** Whether the picture and the report replace those of an earlier run. */
  readonly replaces: { readonly picture: boolean; readonly report: boolean };
  /** Stages whose options belong to the call; the report contains no others. */
  readonly tables: readonly string[];
}

/** A picture that was written to a file. */
export interface WrittenPicture {
  /** Path of the file, as in `output`. */
  readonly path: string;
  /** Always absent: the picture is in the file. */
  readonly bytes?: undefined;
  /** Sources of the picture, decisions and their reasons. */
  readonly report: Report;
}

/** A picture that comes back as the bytes of its file. */
export interface ReturnedPicture {
  /** Always absent: no file was written. */
  readonly path?: undefined;
  /** The file with its metadata, in the format of `report.result.format`. */
  readonly bytes: Uint8Array;
  /** Sources of the picture, decisions and their reasons. */
  readonly report: Report;
}

/** A picture that was written to a stream. */
export interface StreamedPicture {
  /** Always absent: no file was written. */
  readonly path?: undefined;
  /** Always absent: the stream received the bytes. */
  readonly bytes?: undefined;
  /** Sources of the picture, decisions and their reasons. */
  readonly report: Report;
}

/**
 * Result of `enhance`, `merge` and `develop`: a file if `output` is a path, only the report if it is a stream, and
 * bytes without an output.
 */
export type Delivered = WrittenPicture | StreamedPicture | ReturnedPicture;

/**
 * Encodes the picture with its metadata and delivers it to the target. A failure leaves nothing under the final name.
 */
export async function deliver(picture: Picture, run: SetRun, target: Target, store: SourceStore): Promise<Delivered> {
  const { set, options, tools, job } = run;
  const { format } = options.encode;
  const final = target.path ?? (await store.temporaryPath(`picture.${format}`));
  const { image, facts, check } = picture;
  const { width, height } = image;
  const frameCount = facts.merge?.framesUsed ?? 1;
  const plan = planFor({ width, height, frameCount, operations: operationsOf(facts, check) }, set, options, tools);
  if (plan.notKept && plan.notKept.length > 0) job.context.warn("metadata/dropped", notKeptSentence(plan.notKept));
  const { encoded, pending } =
    format === "jpeg" && run.heads
      ? await makeJpeg(picture, plan, final, run, run.heads)
      : await makeFile(picture, plan, final, run);
  try {
    if (tools.signer) await signFile(pending, plan, operationsOf(facts, check), run, tools.signer);
    const checked = picture.settleCheck ? { ...picture, check: await picture.settleCheck() } : picture;
    const hash = await hashFile(pending.path, job.signal);
    const report = buildReport(checked, encoded, optionsOf(target, options), run, hash);
    if (target.path === undefined) {
      const bytes = await readSource(pending.path, Number.POSITIVE_INFINITY);
      await pending.discard();
      return { bytes, report };
    }
    const lost = await commit(pending, target.path, report, target, store);
    return { path: target.path, report: lost ? { ...report, warnings: [...report.warnings, lost] } : report };
  } catch (thrown) {
    await pending.discard();
    throw thrown;
  }
}

/** Signs the file, which must not change afterwards. */
async function signFile(
  pending: PendingFile,
  plan: RewritePlan,
  operations: readonly string[],
  { set, options, tools }: SetRun,
  signer: PictureSigner,
): Promise<void> {
  const frames = [set.frames[set.reference], ...set.frames.filter((_, i) => i !== set.reference)];
  const sources = frames.map(({ file, sha256 }) => ({
    name: basename(file.name),
    ...(sha256 === undefined ? {} : { sha256 }),
  }));
  const picture = Uint8Array.from(await readSource(pending.path, Number.POSITIVE_INFINITY));
  const sourceType = plan.assignments.find(({ tag }) => tag === "XMP-iptcExt:DigitalSourceType")?.values[0];
  const signed = await signer.sign(picture, {
    format: options.encode.format,
    sources,
    operations,
    ...(typeof sourceType === "string" ? { sourceType } : {}),
    version: tools.version,
  });
  await pending.replace(signed);
}

const shownTags = 12;

function notKeptSentence(tags: readonly string[]): string {
  const more = tags.length > shownTags ? ` and ${tags.length - shownTags} more` : "";
  return `metadata: the result does not have ${tags.slice(0, shownTags).join(", ")}${more} of the reference frame`;
}

function optionsOf({ tables }: Target, options: ResolvedOptions): Partial<ResolvedOptions> {
  return Object.fromEntries(Object.entries(options).filter(([stage]) => tables.includes(stage)));
}

interface MadeFile {
  readonly encoded: EncodedFacts;
  readonly pending: PendingFile;
}

async function makeFile(
  { image }: Picture,
  plan: RewritePlan,
  final: string,
  { options, job, tools }: SetRun,
): Promise<MadeFile> {
  const made = await job.step("encode", () => encodeToFile(image, final, options.encode, job, tools));
  await job.step("metadata", () => writeMetadata(made.pending, plan, job, tools));
  return made;
}

/**
 * Encodes a JPEG while the tool writes its metadata, which precede the pixels in the file and do not depend on them.
 */
async function makeJpeg(
  { image }: Picture,
  plan: RewritePlan,
  final: string,
  { options, job, tools }: SetRun,
  heads: HeadMaker,
): Promise<MadeFile> {
  const [encoded, head] = await Promise.allSettled([
    job.step("encode", () => encodeImage(image, options.encode, job, tools)),
    job.step("metadata", () => heads.take(plan)),
  ]);
  if (encoded.status === "rejected") throw encoded.reason;
  if (head.status === "rejected") throw head.reason;
  job.warnings.push(...head.value.warnings);
  const pending = await PendingFile.create(final, withHeadOf(head.value.bytes, encoded.value.bytes));
  return { encoded: encoded.value, pending };
}

/** Encodes a picture and ends its lease: the task's thread has its own memory. */
async function encodeImage(image: IntegerImage, options: EncodeOptions, job: Job, tools: Tools): Promise<EncodeResult> {
  const { result, warnings } = await tools.executor.run("encode", { image, options }, job.signal);
  tools.memory.release(image.data);
  job.warnings.push(...warnings);
  return result;
}

/**
 * Lets the encoding thread write the file: in this thread, a large file would occupy memory until the next garbage
 * collection.
 */
async function encodeToFile(
  image: IntegerImage,
  final: string,
  options: EncodeOptions,
  job: Job,
  tools: Tools,
): Promise<MadeFile> {
  let encoded: EncodedFacts | undefined;
  const pending = await PendingFile.make(final, async (path) => {
    const { facts, warnings } = await tools.executor.run("encodeFile", { image, options, path, final }, job.signal);
    tools.memory.release(image.data);
    job.warnings.push(...warnings);
    encoded = facts;
  });
  return { encoded: encoded as EncodedFacts, pending };
}

/** Writes the metadata, and discards the file if that fails. */
async function writeMetadata(pending: PendingFile, plan: RewritePlan, job: Job, tools: Tools): Promise<void> {
  try {
    job.warnings.push(...(await tools.metadata.write(pending.path, plan, job.signal)));
  } catch (thrown) {
    await pending.discard();
    throw thrown;
  }
}

/**
 * The report is written before the picture gets its name, so that a full disk leaves neither. If only the report cannot
 * be renamed, the picture stays, and the returned warning says so.
 */
async function commit(
  picture: PendingFile,
  path: string,
  report: Report,
  target: Target,
  store: SourceStore,
): Promise<Warning | undefined> {
  const { writeReport, replaces, record } = target;
  await checkTarget(target, store);
  await record?.(picture.path, report);
  if (!writeReport) {
    await picture.commit(replaces.picture);
    return undefined;
  }
  const text = new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`);
  const pending = await PendingFile.create(reportPath(path), text);
  try {
    await picture.commit(replaces.picture);
    return await pending.commit(replaces.report).then(
      () => undefined,
      (thrown) => ({
        code: "output/report-missing",
        message: `output: the picture is there, its report is not: ${thrown.message}`,
      }),
    );
  } finally {
    await pending.discard();
  }
}

/** Path of a picture's report. */
export function reportPath(path: string): string {
  return join(dirname(path), fittingName(basename(path), ".json"));
}

/**
 * Checks that a delivery can succeed before any work is done for it: see {@link SourceStore.checkOutput}.
 */
export async function checkTarget({ path, writeReport, replaces }: Target, store: SourceStore): Promise<void> {
  if (path === undefined) return;
  await store.checkOutput(path, replaces.picture ? isOwnPicture : undefined);
  if (writeReport) await store.checkOutput(reportPath(path), replaces.report ? isOwnReport : undefined);
}
