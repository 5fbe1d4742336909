import type { MessagePort } from "node:worker_threads";
import type { ErrorData } from "../errors/index.ts";
import type { KernelArgs, KernelChoice, KernelName, WasmShare } from "../kernels/index.ts";
import type { TaskInput, TaskName, TaskOutput } from "../pipeline/tasks.ts";

/** A kernel whose bands the receiving thread helps to run. */
export interface KernelMessage {
  readonly kind: "kernel";
  readonly name: KernelName;
  readonly args: KernelArgs[KernelName];
  readonly rows: number;
  readonly bandRows: number;
  /** Number of the first band that no thread has taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly cancel: Int32Array<SharedArrayBuffer>;
  /** Number of finished bands; only for kernels of a task, whose thread waits for it. */
  readonly finished?: Int32Array<SharedArrayBuffer>;
}

export interface TaskMessage {
  readonly kind: "task";
  readonly name: TaskName;
  readonly input: TaskInput<TaskName>;
  /** Port for {@link KernelMessage}s that other threads can help with. */
  readonly help?: MessagePort;
}

/** A message to a worker thread: a kernel or a task. Pixels are sent as SharedArrayBuffers, without a copy. */
export type Message = KernelMessage | TaskMessage;

/** The reply of a worker thread. Errors are sent as plain data, because structured cloning would lose their class. */
export type Reply =
  | { readonly ok: true; readonly output?: TaskOutput<TaskName> }
  | { readonly ok: false; readonly error: ErrorData };

/** Settings that the threads of a pool need when they start. */
export interface WorkerSettings {
  readonly kernels: KernelChoice;
  /** Module and memory of the thread that owns the pool. */
  readonly wasm?: WasmShare;
}
