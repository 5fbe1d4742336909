import { isDeepStrictEqual } from "node:util";
import { headCarrier } from "../../codecs/index.ts";
import type { Warning } from "../../errors/index.ts";
import { sensorOperation } from "../../stages/decode/index.ts";
import { writtenSize } from "../../stages/encode/index.ts";
import { planRewrite, type RewritePlan } from "../../stages/metadata/index.ts";
import { PendingFile, readSource, type SourceStore } from "../disk/index.ts";
import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Tools } from "../tools.ts";
import type { Job } from "./job.ts";

/** Properties of a picture that its metadata state. */
export interface PlannedPicture {
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  readonly operations: readonly string[];
}

/** Plans the metadata of a result: camera data, caption, author and copyright come from the reference frame. */
export function planFor(picture: PlannedPicture, set: PhotoSet, options: ResolvedOptions, tools: Tools): RewritePlan {
  const reference = set.frames[set.reference];
  const { width, height } = writtenSize(picture, options.encode);
  const subject = {
    tags: reference.tags,
    frames: set.frames.map(({ tags, sha256 }) => ({ tags, ...(sha256 === undefined ? {} : { sha256 }) })),
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
interface JpegHead {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

async function makeHead(plan: RewritePlan, signal: AbortSignal, store: SourceStore, tools: Tools): Promise<JpegHead> {
  const pending = await PendingFile.create(await store.temporaryPath("head.jpg"), headCarrier());
  try {
    const warnings = await tools.metadata.write(pending.path, plan, signal);
    return { bytes: await readSource(pending.path, Number.POSITIVE_INFINITY), warnings };
  } finally {
    await pending.discard();
  }
}

/** The likely result of developing the single file of a set. */
export function expectDeveloped({ frames: [{ inspection }] }: PhotoSet): PlannedPicture {
  const { width, height, format } = inspection;
  return { width, height, frameCount: 1, operations: format === "raw" ? [sensorOperation] : [] };
}

/** Writes the metadata of one set's JPEG, before its picture is made if their content is already known. */
export class HeadMaker {
  readonly #job: Job;
  readonly #make: (plan: RewritePlan) => Promise<JpegHead>;
  readonly #planFor: ((picture: PlannedPicture) => RewritePlan) | undefined;
  #begun: { readonly plan: RewritePlan; readonly head: Promise<JpegHead> } | undefined;

  constructor(set: PhotoSet, options: ResolvedOptions, job: Job, store: SourceStore, tools: Tools) {
    this.#job = job;
    this.#make = (plan) => makeHead(plan, job.signal, store, tools);
    this.#planFor = options.encode.format === "jpeg" ? (picture) => planFor(picture, set, options, tools) : undefined;
  }

  /**
   * Starts the head of a picture that will probably be as planned; does nothing for other formats. The caller must call
   * {@link settle} at the end.
   */
  expect(picture: PlannedPicture): void {
    if (!this.#planFor || this.#begun) return;
    const plan = this.#planFor(picture);
    this.#begun = { plan, head: this.#job.begin("metadata.head", () => this.#make(plan)) };
  }

  /** The head with a plan's metadata: the one already started, or a new one if the plan differs. */
  take(plan: RewritePlan): Promise<JpegHead> {
    return this.#begun && isDeepStrictEqual(this.#begun.plan, plan) ? this.#begun.head : this.#make(plan);
  }

  /** Resolves when the started work has ended, also if it failed. */
  async settle(): Promise<void> {
    await this.#begun?.head.catch(() => {});
  }
}
