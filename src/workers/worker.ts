import { workerData } from "node:worker_threads";
import { wrapError } from "../errors/index.ts";
import { selectKernels } from "../kernels/index.ts";
import { runTask } from "../pipeline/tasks.ts";
import { inlineKernels } from "./inline.ts";
import type { Message, Reply, WorkerSettings } from "./protocol.ts";

/** Thread entry: piscina calls the default export once a message. */
const settings = workerData as WorkerSettings;
const selected = selectKernels(settings.kernels);
/** A task's own kernels run here at once; what ends it early is the end of this thread. */
const inline = inlineKernels(selected, new AbortController().signal);

export default async function handle(message: Message): Promise<Reply> {
  try {
    if (message.kind === "task") {
      return { ok: true, output: await runTask(message.name, message.input, inline) };
    }
    selected.kernels[message.name](message.args as never, message.rowBegin, message.rowEnd, message.cancel);
    return { ok: true };
  } catch (thrown) {
    return { ok: false, error: wrapError(thrown, "internal", message.name).toData() };
  }
}
