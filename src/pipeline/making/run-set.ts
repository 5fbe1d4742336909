import { hashOfSource, type SourceStore } from "../disk/index.ts";
import type { InspectedFile, PhotoSet } from "../finding/index.ts";
import { Leases } from "../leases.ts";
import type { ResolvedOptions } from "../options.ts";
import type { Step } from "../stages.ts";
import type { Tools } from "../tools.ts";
import { FrameDecoding, type SizedFile } from "./decode-frames.ts";
import { Job } from "./job.ts";
import { HeadMaker, type PlannedPicture } from "./jpeg-metadata.ts";
import { type Delivered, deliver, type Target } from "./output.ts";
import { describeSize, planMemory } from "./peak-bytes.ts";
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
