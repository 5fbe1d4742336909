import { runInNewContext } from "node:vm";
import { workerData } from "node:worker_threads";
import { wrapError } from "../errors/index.ts";
import type { IntegerImage } from "../image/index.ts";
import { selectKernels } from "../kernels/index.ts";
import { runTask, type TaskName } from "../pipeline/tasks.ts";
import { takeBands } from "./bands.ts";
import { helpedKernels, inlineKernels } from "./help.ts";
import type { Message, Reply, TaskMessage, WorkerSettings } from "./protocol.ts";

/** Thread entry: piscina calls the default export once a message. */
const settings = workerData as WorkerSettings;
const selected = selectKernels(settings.kernels, settings.wasm);
/**
 * Runs a collection. A thread's JavaScript heap is tiny compared with the pixels that its objects hold, so it would
 * hardly ever collect: buffers of decoded files and views of shared memory would accumulate. Tasks with pictures are
 * followed by a full collection (milliseconds), kernels occasionally by one of the young objects. The pool's flag
 * exposes the function to threads that start after it; the alternative, a new context, takes 20 ms.
 */
const collect = (globalThis.gc ?? runInNewContext("gc")) as (options?: { type: "minor"; execution: "sync" }) => void;
const kernelsPerCollection = 16;
let kernelsRun = 0;
/**
 * Share of a collection that each task is worth. A collection takes 10 ms: ten times as long as reading headers, a
 * third of the time of a small copy.
 */
const collectionShares: Readonly<Record<TaskName, number>> = {
  probe: 1 / 32,
  thumbnail: 1 / 8,
  decode: 1,
  cameraLook: 1,
  encode: 1,
  encodeFile: 1,
  checkFrames: 1 / 4,
  gatherEvidence: 1 / 4,
  checkMerge: 1 / 4,
  checkShape: 1 / 4,
  checkTone: 1 / 4,
  describeScene: 1 / 8,
  planTone: 1 / 4,
  readRoom: 1 / 8,
};
const smallCopyShare = 1 / 8;
/**
 * A picture of this size or larger, in bytes, counts with its full share. Its size also represents the buffers that
 * came with it.
 */
const collectedBytes = 48 * 2 ** 20;
/**
 * Bytes in this thread's buffers from which any task is followed by a collection. Making the small copy of a RAW file
 * of 100 megapixels leaves some 400 MB; reading a JPEG of that size leaves less than 100 MB. Chosen between the two.
 */
const maxLooseBytes = 128 * 2 ** 20;
let collectionsOwed = 0;
/** Time slice of one kernel on a thread, in ms. */
const turnMs = 100;

/**
 * Schedules a full collection. Called without arguments, one collection is sufficient; a call that names its type keeps
 * alive what the last task left on the stack, which includes its picture.
 */
function collectSoon({ name, input }: TaskMessage, pictureBytes: number | undefined): void {
  const isSmallCopy = "minEdgePx" in input && input.minEdgePx !== undefined;
  const ofPicture = Math.min(1, (pictureBytes ?? collectedBytes) / collectedBytes);
  collectionsOwed += isSmallCopy ? smallCopyShare : collectionShares[name] * ofPicture;
  if (collectionsOwed < 1 && process.memoryUsage().arrayBuffers < maxLooseBytes) return;
  collectionsOwed = 0;
  setTimeout(collect, 0).unref();
}

/** The picture that a task receives or returns; `undefined` if there is none. */
function pictureIn(value: object): Uint8Array | Uint16Array | undefined {
  if ("result" in value) return pictureIn(value.result as object);
  return "image" in value ? (value.image as IntegerImage).data : undefined;
}

/** Smaller buffers, in bytes, are copied: loading the transfer code would cost more. */
const minMovedBytes = 16 * 2 ** 20;

/** Transfers the reply's file to the pool's thread without a copy: a JPEG of 100 megapixels has tens of megabytes. */
async function withMoved(reply: Reply, { buffer, byteLength }: Uint8Array): Promise<Reply> {
  if (byteLength < minMovedBytes || buffer.byteLength !== byteLength) return reply;
  const { move, transferableSymbol, valueSymbol } = (await import("piscina")).Piscina;
  return move({ [transferableSymbol]: [buffer], [valueSymbol]: reply } as never) as unknown as Reply;
}

/**
 * Kernels of a task without helpers run here immediately. The signal never fires: a task is ended early by ending its
 * thread.
 */
const inline = inlineKernels(selected, new AbortController().signal);

export default async function handle(message: Message): Promise<Reply> {
  let pictureBytes: number | undefined;
  try {
    if (message.kind === "task") {
      const kernels = message.help ? helpedKernels(selected, message.help) : inline;
      const output = await runTask(message.name, message.input, kernels);
      pictureBytes = pictureIn(message.input)?.byteLength ?? pictureIn(output)?.byteLength;
      return "result" in output && "bytes" in output.result
        ? await withMoved({ ok: true, output }, output.result.bytes)
        : { ok: true, output };
    }
    takeBands(message, selected.kernels, turnMs);
    return { ok: true };
  } catch (thrown) {
    return { ok: false, error: wrapError(thrown, "internal", message.name).toData() };
  } finally {
    if (message.kind === "task") message.help?.close();
    if (message.kind === "task") collectSoon(message, pictureBytes);
    else if (++kernelsRun % kernelsPerCollection === 0) setImmediate(collect, { type: "minor", execution: "sync" });
  }
}
