import { aboutFile, EngineError } from "../errors/index.ts";
import { type enhanceSet, outputBitsOf } from "./bracket.ts";
import { FrameDecoding } from "./decode-frames.ts";
import { groupFiles, type PhotoSet } from "./grouping.ts";
import { readHeaders } from "./inspect.ts";
import { Job } from "./job.ts";
import { HeadMaker, type PlannedPicture } from "./jpeg-metadata.ts";
import type { EnhanceOptions } from "./options.ts";
import { checkTarget, type Delivered, deliver, type Target } from "./output.ts";
import { peakBytesOf } from "./peak-bytes.ts";
import type { Picture } from "./picture.ts";
import type { InputFile, SourceStore } from "./source.ts";
import type { Tools } from "./tools.ts";

export type MakePicture = (...args: Parameters<typeof enhanceSet>) => Promise<Picture>;

/** One picture of a call, and where it goes. */
export interface OneRequest {
  readonly target: Target;
  readonly options: EnhanceOptions;
  readonly make: MakePicture;
  /** Where the decoded picture is the result. */
  readonly expect?: (set: PhotoSet) => PlannedPicture;
}

/** Makes one picture of files that are known to be one set, and delivers it. */
export async function makeOne(
  files: readonly InputFile[],
  { target, options, make, expect }: OneRequest,
  { store, tools, running }: { readonly store: SourceStore; readonly tools: Tools; readonly running: AbortSignal },
): Promise<Delivered> {
  if (files.length === 0) throw new EngineError("input/empty", "engine: expected at least one source, got none");
  await checkTarget(target, store);
  const headers = readHeaders(files, tools, running);
  const sizes = (await headers.probes).map((found, i) => {
    if (found instanceof EngineError) throw aboutFile(found, files[i].name);
    return { ...found.probe, file: files[i] };
  });
  const giveBack = await tools.budget.acquire(peakBytesOf(sizes), running);
  const job = new Job(tools, running);
  // Which files belong together is given, so their pixels need not wait for their metadata.
  const bitDepths = sizes.map(({ bitDepth }) => bitDepth);
  const decoding = new FrameDecoding(sizes, options, expect ? outputBitsOf(options, bitDepths) : 16, job, tools);
  let heads: HeadMaker | undefined;
  try {
    const lists = [files.map(({ name }) => name)];
    const { sets, failed } = await groupFiles({ files, headers, lists }, options, tools, running);
    if (failed.length > 0) throw aboutFile(failed[0].error, failed[0].file);
    const [set] = sets;
    heads = new HeadMaker(set, options, running, store, tools);
    if (expect) heads.expect(expect(set));
    const picture = await make(set, decoding, options, job, tools, heads);
    return await deliver(picture, set, target, options, job, store, tools, heads);
  } finally {
    decoding.stop();
    await heads?.settle();
    giveBack();
  }
}
