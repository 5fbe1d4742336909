import type { MessagePort } from "node:worker_threads";
import type { ErrorData } from "../errors/index.ts";
import type { KernelArgs, KernelChoice, KernelName, WasmShare } from "../kernels/index.ts";
import type { TaskInput, TaskName, TaskOutput } from "../pipeline/tasks.ts";

/** A kernel to help with. */
export interface KernelMessage {
  readonly kind: "kernel";
  readonly name: KernelName;
  readonly args: KernelArgs[KernelName];
  readonly rows: number;
  readonly bandRows: number;
  /** Number of the first band that no thread has taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
  readonly cancel: Int32Array<SharedArrayBuffer>;
  /** How many bands are done; reported if the kernel belongs to a task, whose thread waits for it. */
  readonly finished?: Int32Array<SharedArrayBuffer>;
}

export interface TaskMessage {
  readonly kind: "task";
  readonly name: TaskName;
  readonly input: TaskInput<TaskName>;
  /** Takes {@link KernelMessage}s that other threads may help with. */
  readonly help?: MessagePort;
}

/** What is sent to a worker thread: a kernel or a task. Pixels travel as SharedArrayBuffers, uncopied. */
export type Message = KernelMessage | TaskMessage;

/** What comes back. Errors cross as plain data, because structured cloning would strip their class. */
export type Reply =
  | { readonly ok: true; readonly output?: TaskOutput<TaskName> }
  | { readonly ok: false; readonly error: ErrorData };

/** Settings of a pool that its threads need when they start. */
export interface WorkerSettings {
  readonly kernels: KernelChoice;
  /** The module and the memory of the pool's own thread. */
  readonly wasm?: WasmShare;
}
