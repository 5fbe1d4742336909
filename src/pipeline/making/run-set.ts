import { decodeBytesPerPixel, type EncodeFormat, getEncoder } from "../../codecs/index.ts";
import { FileMemory, hashOfSource, type PixelFiles, type SourceStore } from "../disk/index.ts";
import type { InspectedFile, PhotoSet } from "../finding/index.ts";
import { Leases } from "../leases.ts";
import { idleBytesOf } from "../memory-budget.ts";
import type { ResolvedOptions } from "../options.ts";
import { type Step, stageOf, steps } from "../stages.ts";
import type { Tools } from "../tools.ts";
import { FrameDecoding, type SizedFile } from "./decode-frames.ts";
import { Job } from "./job.ts";
import { HeadMaker, type PlannedPicture } from "./jpeg-metadata.ts";
import { type Delivered, deliver, type Target } from "./output.ts";
import type { Picture } from "./picture.ts";
import { SetRun } from "./set-run.ts";

/** Order for the picture of one set, with its destination. */
export interface SetOrder {
  readonly make: (run: SetRun) => Promise<Picture>;
  readonly options: ResolvedOptions;
  readonly target: Target;
  /** Maximum bits per sample of the decoded frames. */
  readonly bits: 8 | 16;
  /** Whether `make` rectifies its picture. */
  readonly rectifies?: boolean;
  /** Longer edge of decoded frames in pixels, see {@link FrameDecoding}; absent for the full size. */
  readonly edgePx?: number;
  /** Predicts the picture's properties, if the headers determine them. */
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
  /** Called when the memory for the set is available. */
  started?(): void;
  step?(step: Step): void;
}

/**
 * Makes the picture of one set and delivers it. It waits until its memory is available, starts decoding, and calls
 * `find` for the set, which may be known later than its files. All memory is released when the last thread of the set
 * has stopped.
 */
export async function runSet(
  files: readonly SizedFile[],
  find: (tools: Tools) => Promise<PhotoSet>,
  { make, options, target, bits, rectifies = false, edgePx, expect }: SetOrder,
  { store, tools: shared, signal }: Call,
  watcher: SetWatcher = {},
): Promise<Delivered> {
  const { pixelFiles } = shared;
  const making = {
    format: options.encode.format,
    bits,
    threads: shared.executor.concurrency,
    hasFiles: pixelFiles !== undefined && edgePx === undefined,
  };
  const plan = planMemory(files, making, shared.budget.maxBytes);
  const giveBack = await shared.budget.acquire(plan.bytes, signal, describeSize(files));
  const inFiles =
    plan.inFiles && pixelFiles ? memoryInFiles(files, making, plan, { ...shared, pixelFiles }) : undefined;
  const leases = new Leases(inFiles ? { ...shared, memory: inFiles } : shared);
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
    leases.end().then(() => {
      inFiles?.close();
      giveBack();
    });
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

/** How the frames are processed, and with what resources. */
export interface Making {
  readonly format: EncodeFormat;
  /** Maximum bits per sample of the decoded frames. */
  readonly bits: 8 | 16;
  /** Maximum number of frames that the machine can decode at the same time. */
  readonly threads: number;
  /** Whether large pictures can lie in files. */
  readonly hasFiles?: boolean;
}

/** How a set is made within the available memory. */
export interface MemoryPlan {
  /** Peak memory in bytes. */
  readonly bytes: number;
  /** Maximum number of frames decoded at the same time. */
  readonly decoders: number;
  /**
   * Whether the best picture is kept while a better one is tried; otherwise it is made again, to save memory.
   */
  readonly keepsBest: boolean;
  /** Whether frames lie in files ({@link FileMemory}). */
  readonly inFiles: boolean;
}

/**
 * The fastest plan within `maxBytes`, or the plan with the lowest peak if none fits. Pictures lie in files only if no
 * other plan fits.
 */
export function planMemory(sizes: readonly SizedFile[], making: Making, maxBytes: number): MemoryPlan {
  const all = Array.from({ length: making.threads }, (_, i) => making.threads - i);
  const planned = (way: Omit<MemoryPlan, "bytes">) => ({ ...way, bytes: peakBytesOf(sizes, making, way) });
  const held = [true, false].flatMap((keepsBest) =>
    all.map((decoders) => planned({ decoders, keepsBest, inFiles: false })),
  );
  // A picture that is kept lies in a file, too.
  const filed = all.map((decoders) => planned({ decoders, keepsBest: true, inFiles: true }));
  const plans = making.hasFiles && mayBeInFiles(sizes) ? [...held, ...filed] : held;
  return plans.find(({ bytes }) => bytes <= maxBytes) ?? plans[plans.length - 1];
}

/** Frames of one size. Those that are turned or fitted first, spheres and flash frames are copied in other ways. */
function mayBeInFiles(sizes: readonly SizedFile[]): boolean {
  const [{ width, height }] = sizes;
  const areAlike = sizes.every((size) => size.width === width && size.height === height && !size.flash);
  return sizes.length > 1 && areAlike && width !== 2 * height;
}

/** Memory for the pictures of a set that lie in files: those of full size, also if they are cropped. */
function memoryInFiles(
  sizes: readonly SizedFile[],
  making: Making,
  { bytes }: MemoryPlan,
  { memory, pixelFiles }: Tools & { readonly pixelFiles: PixelFiles },
): FileMemory {
  const minBytes = fullSizeShare * 3 * Math.min(...sizes.map(({ width, height }) => width * height));
  const seen = bytes - unseenBytesOf(sizes, making);
  const maxResidentBytes = idleBytesOf(making.threads) + residentShare * seen;
  return new FileMemory(memory, pixelFiles, { minBytes, maxResidentBytes });
}

/**
 * Share of a set's planned memory above which pages of files leave the process; the rest is for those that come before
 * the next look. Chosen by hand; judged by `npm run bench -- memory`.
 */
const residentShare = 0.75;

/**
 * Share of a frame in files that each thread brings into the process between two looks, with what collectors free late:
 * five moving frames of 102 megapixels exceeded an estimate without it by 0.3 GB, half a frame.
 */
const unseenShare = 0.25;

function unseenBytesOf(sizes: readonly SizedFile[], { bits, threads }: Making): number {
  return unseenShare * threads * Math.max(0, ...sizes.map((size) => frameBytes(size, bits)));
}

function frameBytes({ width, height, bitDepth }: SizedFile, bits: 8 | 16): number {
  return width * height * (Math.min(bitDepth, bits) > 8 ? 6 : 3);
}

/** Minimum share of a frame's pixels in a picture of full size. */
const fullSizeShare = 0.5;

/**
 * Peak memory of a set in bytes: its pixels, and what libraries allocate while they decode and encode. Frames of
 * unknown depth count as 16 bits.
 */
function peakBytesOf(
  sizes: readonly SizedFile[],
  making: Making,
  { decoders, keepsBest, inFiles }: Omit<MemoryPlan, "bytes">,
): number {
  const { format, bits } = making;
  const pixelsOf = ({ width, height }: SizedFile) => width * height;
  const frames = sizes.map((size) => frameBytes(size, bits));
  const whole = frames.reduce((sum, each) => sum + each, 0);
  const bytes = inFiles ? Math.min(whole, touchedFrames * Math.max(0, ...frames)) : whole;
  const pixels = Math.max(0, ...sizes.map(pixelsOf));
  const decoding = sizes
    .map((size) => pixelsOf(size) * decodeBytesPerPixel(size.format, size.bitDepth))
    .sort((a, b) => b - a)
    .slice(0, decoders)
    .reduce((sum, each) => sum + each, 0);
  const mayWrap = sizes.some(({ width, height }) => width === 2 * height);
  const flashFrames = sizes.filter(({ flash }) => flash).length;
  const size = { frames: sizes.length, flashFrames, bytes, pixels, mayWrap };
  const best = keepsBest && sizes.length > 1 && !inFiles ? bestBytesPerPixel * pixels : 0;
  const stages = fusingSteps.map((step) => best + (stageOf[step].peakBytes?.(size) ?? 0));
  const later = steps.map((step) => stageOf[step].peakBytes?.(size) ?? 0);
  // The frames before it have left the process.
  const decoded = inFiles ? decoders * Math.max(0, ...frames) : bytes;
  const peak = Math.max(...stages, ...later, best + decoded + decoding, pixels * getEncoder(format).bytesPerPixel);
  return inFiles ? peak + unseenBytesOf(sizes, making) : peak;
}

/**
 * Maximum number of frames in files whose pages are in the process at the same time: two, while borders of one that
 * moved are filled from another on the calling thread.
 */
const touchedFrames = 2;

/** Bytes per pixel of a fused picture that is kept while a better one is tried. */
const bestBytesPerPixel = 6;
const fusingSteps = ["align", "deghost", "merge"] as const;

/** Size of a set in words. */
export function describeSize(sizes: readonly SizedFile[]): string {
  const megapixels = Math.max(0, ...sizes.map(({ width, height }) => width * height)) / 1e6;
  const shown = megapixels < 10 ? megapixels.toFixed(1) : Math.round(megapixels);
  return sizes.length === 1 ? `a picture of ${shown} megapixels` : `a set of ${sizes.length} × ${shown} megapixels`;
}
