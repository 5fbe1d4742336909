import type { KernelRunner } from "../kernels/index.ts";
import type { TaskInput, TaskName, TaskOutput } from "./tasks.ts";

/** Where work runs: the thread pool (workers/pool.ts) or the calling thread (workers/inline.ts). */
export interface Executor {
  /** How many tasks run at the same time. */
  readonly concurrency: number;
  /**
   * Runs one task of tasks.ts; rejects with an EngineError, with `cancelled` at once when `signal` fires. A task that
   * was already running continues to its end in the background: memory passed to it must not be used again until
   * `onStopped` is called, once.
   */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    signal: AbortSignal,
    onStopped?: () => void,
  ): Promise<TaskOutput<Name>>;
  /** Kernels for one job: rejects only after all bands have stopped, so its memory is free again. */
  kernels(signal: AbortSignal): KernelRunner;
  close(): Promise<void>;
}
