import { headCarrier } from "../codecs/index.ts";
import type { Warning } from "../errors/index.ts";
import { writtenSize } from "../stages/encode/index.ts";
import { planRewrite, type RewritePlan } from "../stages/metadata/index.ts";
import type { PhotoSet } from "./grouping.ts";
import type { EnhanceOptions } from "./options.ts";
import { PendingFile } from "./output-file.ts";
import { readSource } from "./read-file.ts";
import { sensorOperation } from "./report.ts";
import type { SourceStore } from "./source.ts";
import type { Tools } from "./tools.ts";

/** What of a picture its metadata repeat. */
export interface PlannedPicture {
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  readonly operations: readonly string[];
}

/** The reference frame speaks for the set: its camera data, caption, author and copyright go into the result. */
export function planFor(picture: PlannedPicture, set: PhotoSet, options: EnhanceOptions, tools: Tools): RewritePlan {
  const reference = set.frames[set.reference];
  const { width, height } = writtenSize(picture, options.encode);
  const subject = {
    tags: reference.tags,
    format: options.encode.format,
    widthPx: width,
    heightPx: height,
    frameCount: picture.frameCount,
    is360: reference.inspection.is360.is360,
    operations: picture.operations,
    version: tools.version,
  };
  return planRewrite(subject, options.metadata);
}

/** A small JPEG that has a plan's metadata and the result's colour profile. */
export interface JpegHead {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

export async function makeHead(
  plan: RewritePlan,
  signal: AbortSignal,
  store: SourceStore,
  tools: Tools,
): Promise<JpegHead> {
  const pending = await PendingFile.create(await store.temporaryPath("head.jpg"), headCarrier());
  try {
    const warnings = await tools.metadata.write(pending.path, plan, signal);
    return { bytes: await readSource(pending.path, Number.POSITIVE_INFINITY), warnings };
  } finally {
    await pending.discard();
  }
}

/** A head begun before its picture is there. */
export interface ExpectedHead {
  readonly plan: RewritePlan;
  /** Fails where nobody hears it. */
  readonly head: Promise<JpegHead>;
}

/** What developing the one file of a set is likely to give. */
export function expectDeveloped({ frames: [{ inspection }] }: PhotoSet): PlannedPicture {
  const { width, height, format } = inspection;
  return { width, height, frameCount: 1, operations: format === "raw" ? [sensorOperation] : [] };
}

/** Begins the head of a picture that is likely to come out so; `undefined` for other formats. Its end must be awaited, whatever happens. */
export function expectHead(
  expected: PlannedPicture,
  set: PhotoSet,
  options: EnhanceOptions,
  signal: AbortSignal,
  store: SourceStore,
  tools: Tools,
): ExpectedHead | undefined {
  if (options.encode.format !== "jpeg") return undefined;
  const plan = planFor(expected, set, options, tools);
  const head = makeHead(plan, signal, store, tools);
  head.catch(() => {});
  return { plan, head };
}
