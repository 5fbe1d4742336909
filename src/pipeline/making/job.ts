import type { Warning } from "../../errors/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { Step } from "../stages.ts";
import type { TaskInput, TaskName, TaskOutput } from "../tasks.ts";
import type { Tools } from "../tools.ts";

/** The state of one set: its warnings, how long each step took, and the callbacks for progress. */
export class Job {
  readonly signal: AbortSignal;
  readonly warnings: Warning[] = [];
  readonly timingsMs: Partial<Record<Step, number>> = {};
  readonly context: StageContext;
  readonly #onStep: (step: Step) => void;
  readonly #tools: Tools;

  constructor(tools: Tools, signal: AbortSignal, onStep: (step: Step) => void = () => {}) {
    this.signal = signal;
    this.#onStep = onStep;
    this.#tools = tools;
    this.context = {
      kernels: tools.executor.kernels(signal),
      memory: tools.memory,
      signal,
      // A set that is made again says the same again.
      warn: (code, message) => {
        const isKnown = this.warnings.some((known) => known.code === code && known.message === message);
        if (!isKnown) this.warnings.push({ code, message });
      },
    };
  }

  /** Runs one step, reports it, and keeps its wall time. */
  step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    this.#onStep(step);
    return this.time(step, work);
  }

  /** Runs a task for this set on a thread that is free. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
    return this.#tools.executor.run(name, input, this.signal);
  }

  /**
   * Begins a part of a step while others continue; the returned function waits for its end. Only that wait counts as
   * the step's time. If the set fails meanwhile, the result is dropped, and a second failure is not reported.
   */
  aside<T>(step: Step, work: () => Promise<T>): () => Promise<T> {
    const result = work();
    result.catch(() => {});
    return () => this.time(step, () => result);
  }

  /** Runs a part of a step without reporting it, and adds its wall time to the step's. */
  async time<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.timingsMs[step] = (this.timingsMs[step] ?? 0) + Math.round((performance.now() - start) * 10) / 10;
    }
  }
}
