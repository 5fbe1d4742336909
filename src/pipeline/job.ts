import type { Warning } from "../errors/index.ts";
import type { StageContext } from "../stages/context.ts";
import type { Tools } from "./tools.ts";

/** The steps of one set, in order; progress is counted in them. */
export const steps = [
  "decode",
  "relate",
  "align",
  "deghost",
  "merge",
  "lens",
  "perspective",
  "rectify",
  "tone",
  "check",
  "encode",
  "metadata",
] as const;
export type Step = (typeof steps)[number];

/** Where one set stands: what it warned of, how long each step took, and who is told. */
export class Job {
  readonly signal: AbortSignal;
  readonly warnings: Warning[] = [];
  readonly timingsMs: Partial<Record<Step, number>> = {};
  readonly context: StageContext;
  readonly #onStep: (step: Step) => void;

  constructor(tools: Tools, signal: AbortSignal, onStep: (step: Step) => void = () => {}) {
    this.signal = signal;
    this.#onStep = onStep;
    const { reason } = tools.kernels;
    if (reason !== undefined) {
      const message = `kernels: the native addon did not load (${reason}); the slower TypeScript kernels ran`;
      this.warnings.push({ code: "kernels/reference", message });
    }
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

  /** Runs one step, tells of it, and keeps its wall time. */
  step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    this.#onStep(step);
    return this.time(step, work);
  }

  /** Runs a part of a step that nobody is told of, and adds its wall time to the step's. */
  async time<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.timingsMs[step] = (this.timingsMs[step] ?? 0) + Math.round((performance.now() - start) * 10) / 10;
    }
  }
}
