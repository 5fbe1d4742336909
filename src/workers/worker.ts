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
 * A thread's JavaScript heap is tiny compared with the pixels that its objects hold, so it would hardly ever collect:
 * buffers of decoded files and views of shared memory would pile up. Tasks with pictures are followed by a full
 * collection (milliseconds), kernels now and then by one of the young objects. The pool's flag puts the function into
 * threads that start after it; another context, used otherwise, takes 20 ms.
 */
const collect = (globalThis.gc ?? runInNewContext("gc")) as (options?: { type: "minor"; execution: "sync" }) => void;
const kernelsPerCollection = 16;
let kernelsRun = 0;
/**
 * How much of a collection a task is worth: one costs 10 ms, ten times what it takes to read headers, a third of a
 * small copy.
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
  planTone: 1 / 4,
  readRoom: 1 / 8,
};
const smallCopyShare = 1 / 8;
/** A picture of so many bytes, and the buffers that came with it, is worth all of its share. */
const collectedBytes = 48 * 2 ** 20;
let collectionsOwed = 0;
/** So long a thread stays with one kernel at a time. */
const turnMs = 100;

/**
 * One collection is enough when it is asked for without arguments; one asked for by its type spares what the last task
 * left on the stack, which is its picture.
 */
function collectSoon({ name, input }: TaskMessage, pictureBytes: number | undefined): void {
  const isSmallCopy = "minEdgePx" in input && input.minEdgePx !== undefined;
  const ofPicture = Math.min(1, (pictureBytes ?? collectedBytes) / collectedBytes);
  collectionsOwed += isSmallCopy ? smallCopyShare : collectionShares[name] * ofPicture;
  if (collectionsOwed < 1) return;
  collectionsOwed = 0;
  setTimeout(collect, 0).unref();
}

/** The picture that a task takes or gives; `undefined` if there is none. */
function pictureIn(value: object): Uint8Array | Uint16Array | undefined {
  if ("result" in value) return pictureIn(value.result as object);
  return "image" in value ? (value.image as IntegerImage).data : undefined;
}

/** Below this a copy costs no more than loading what moves it. */
const leastMovedBytes = 16 * 2 ** 20;

/** A reply whose file goes over to the pool's thread uncopied: a JPEG of 100 megapixels has tens of megabytes. */
async function withMoved(reply: Reply, { buffer, byteLength }: Uint8Array): Promise<Reply> {
  if (byteLength < leastMovedBytes || buffer.byteLength !== byteLength) return reply;
  const { move, transferableSymbol, valueSymbol } = (await import("piscina")).Piscina;
  return move({ [transferableSymbol]: [buffer], [valueSymbol]: reply } as never) as unknown as Reply;
}

/** The kernels of a task that gets no help run here at once; what ends a task early is the end of this thread. */
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
