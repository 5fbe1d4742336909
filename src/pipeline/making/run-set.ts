import { decodeBytesPerPixel, type EncodeFormat, getEncoder } from "../../codecs/index.ts";
import { hashOfSource, type SourceStore } from "../disk/index.ts";
import type { InspectedFile, PhotoSet } from "../finding/index.ts";
import { Leases } from "../leases.ts";
import type { ResolvedOptions } from "../options.ts";
import { type Step, stageOf, steps } from "../stages.ts";
import type { Tools } from "../tools.ts";
import { FrameDecoding, type SizedFile } from "./decode-frames.ts";
import { Job } from "./job.ts";
import { HeadMaker, type PlannedPicture } from "./jpeg-metadata.ts";
import { type Delivered, deliver, type Target } from "./output.ts";
import type { Picture } from "./picture.ts";
import { SetRun } from "./set-run.ts";

/** What is to be made of one set, and where it goes. */
export interface SetOrder {
  readonly make: (run: SetRun) => Promise<Picture>;
  readonly options: ResolvedOptions;
  readonly target: Target;
  /** Bits of the decoded frames, at most. */
  readonly bits: 8 | 16;
  /** Whether `make` rectifies its picture. */
  readonly rectifies?: boolean;
  /** Longer edge to which frames are decoded, px: see {@link FrameDecoding}; absent for their full size. */
  readonly edgePx?: number;
  /** What the picture will be, if that is clear from its headers. */
  readonly expect?: (set: PhotoSet) => PlannedPicture;
}

/** The call that a set belongs to. */
export interface Call {
  readonly store: SourceStore;
  readonly tools: Tools;
  readonly signal: AbortSignal;
}

/** Callbacks for the progress of a set. */
export interface SetWatcher {
  /** Its memory is there. */
  started?(): void;
  step?(step: Step): void;
}

/**
 * Makes the picture of one set and delivers it. It waits until its memory is there, decodes at once, and asks `find`
 * for the set, which may be known later than its files. All memory is back when nothing of the set runs any more.
 */
export async function runSet(
  files: readonly SizedFile[],
  find: (tools: Tools) => Promise<PhotoSet>,
  { make, options, target, bits, rectifies = false, edgePx, expect }: SetOrder,
  { store, tools: shared, signal }: Call,
  watcher: SetWatcher = {},
): Promise<Delivered> {
  const making = { format: options.encode.format, bits, threads: shared.executor.concurrency };
  const plan = planMemory(files, making, shared.budget.mostBytes);
  const giveBack = await shared.budget.acquire(plan.bytes, signal, describeSize(files));
  const leases = new Leases(shared);
  const { tools } = leases;
  try {
    watcher.started?.();
    const job = new Job(tools, signal, (step) => watcher.step?.(step));
    const way = { options, bits, atOnce: plan.decoders, leavesWarp: rectifies, edgePx, job, tools };
    const decoding = new FrameDecoding(files, way);
    let heads: HeadMaker | undefined;
    try {
      const hashing = Promise.all(files.map(({ file }) => hashOfSource(file, signal)));
      hashing.catch(() => {});
      const set = await withHashes(await find(tools), files, hashing);
      heads = new HeadMaker(set, options, job, store, tools);
      if (expect) heads.expect(expect(set));
      const run = new SetRun({ set, decoding, options, job, tools, heads, keepsBest: plan.keepsBest });
      const picture = await make(run).finally(() => decoding.stop());
      return await deliver(picture, run, target, store);
    } finally {
      decoding.stop();
      await heads?.settle();
    }
  } finally {
    leases.end().then(giveBack);
  }
}

async function withHashes(
  set: PhotoSet,
  files: readonly SizedFile[],
  hashing: Promise<readonly (string | undefined)[]>,
): Promise<PhotoSet> {
  const hashes = new Map((await hashing).map((hash, i) => [files[i].file, hash]));
  const withHash = (frame: InspectedFile) => {
    const sha256 = hashes.get(frame.file);
    return sha256 === undefined ? frame : { ...frame, sha256 };
  };
  return { ...set, frames: set.frames.map(withHash), flash: set.flash.map(withHash) };
}

/** What the frames become, and where. */
export interface Making {
  readonly format: EncodeFormat;
  /** Bits of the decoded frames, at most. */
  readonly bits: 8 | 16;
  /** How many frames could be decoded at a time. */
  readonly threads: number;
}

/** How a set is made within the memory that there is. */
export interface MemoryPlan {
  /** The most memory that it takes at a time, bytes. */
  readonly bytes: number;
  /** How many frames are decoded at a time, at most. */
  readonly decoders: number;
  /**
   * Whether the best picture is kept while it is looked for a better one; it is made once more where the memory is not
   * there.
   */
  readonly keepsBest: boolean;
}

/**
 * The fastest way to make a set that takes no more than `mostBytes`, or the one that takes the least where none does.
 */
export function planMemory(sizes: readonly SizedFile[], making: Making, mostBytes: number): MemoryPlan {
  const all = Array.from({ length: making.threads }, (_, i) => making.threads - i);
  const ways = [true, false].flatMap((keepsBest) => all.map((decoders) => ({ decoders, keepsBest })));
  const plans = ways.map((way) => ({ ...way, bytes: peakBytesOf(sizes, making, way) }));
  return plans.find(({ bytes }) => bytes <= mostBytes) ?? plans[plans.length - 1];
}

/**
 * The most memory that a set takes at a time, bytes: its pixels, and what libraries hold besides them while they decode
 * and encode. Frames of unknown depth count as 16 bits.
 */
function peakBytesOf(
  sizes: readonly SizedFile[],
  { format, bits }: Making,
  { decoders, keepsBest }: Omit<MemoryPlan, "bytes">,
): number {
  const pixelsOf = ({ width, height }: SizedFile) => width * height;
  const bytes = sizes.reduce((sum, size) => sum + pixelsOf(size) * (Math.min(size.bitDepth, bits) > 8 ? 6 : 3), 0);
  const pixels = Math.max(0, ...sizes.map(pixelsOf));
  const decoding = sizes
    .map((size) => pixelsOf(size) * decodeBytesPerPixel(size.format, size.bitDepth))
    .sort((a, b) => b - a)
    .slice(0, decoders)
    .reduce((sum, each) => sum + each, 0);
  const mayWrap = sizes.some(({ width, height }) => width === 2 * height);
  const flashFrames = sizes.filter(({ flash }) => flash).length;
  const size = { frames: sizes.length, flashFrames, bytes, pixels, mayWrap };
  const best = keepsBest && sizes.length > 1 ? bestBytesPerPixel * pixels : 0;
  const stages = fusingSteps.map((step) => best + (stageOf[step].peakBytes?.(size) ?? 0));
  const later = steps.map((step) => stageOf[step].peakBytes?.(size) ?? 0);
  return Math.max(...stages, ...later, best + bytes + decoding, pixels * getEncoder(format).bytesPerPixel);
}

/** Of a fused picture, which may wait for a better one to be made. */
const bestBytesPerPixel = 6;
const fusingSteps = ["align", "deghost", "merge"] as const;

/** A set in words. */
export function describeSize(sizes: readonly SizedFile[]): string {
  const megapixels = Math.max(0, ...sizes.map(({ width, height }) => width * height)) / 1e6;
  const shown = megapixels < 10 ? megapixels.toFixed(1) : Math.round(megapixels);
  return sizes.length === 1 ? `a picture of ${shown} megapixels` : `a set of ${sizes.length} × ${shown} megapixels`;
}
