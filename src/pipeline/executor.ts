import type { KernelRunner } from "../kernels/index.ts";
import type { TaskInput, TaskName, TaskOutput } from "./tasks.ts";

/** Where work runs: the thread pool (workers/pool.ts), or the calling thread (workers/inline.ts). */
export interface Executor {
  /** How many tasks run at the same time. */
  readonly concurrency: number;
  /** Runs one task of tasks.ts elsewhere; rejects with an EngineError. `signal` ends it early with `cancelled`. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, signal: AbortSignal): Promise<TaskOutput<Name>>;
  /** Kernels for one job; `signal` raises the cancel flag that every band polls. */
  kernels(signal: AbortSignal): KernelRunner;
  close(): Promise<void>;
}
