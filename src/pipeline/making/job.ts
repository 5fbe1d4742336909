import { EngineError, type Warning } from "../../errors/index.ts";
import { type StageContext, takeTurns } from "../../stages/context.ts";
import type { SideTask } from "../../stages/descriptor.ts";
import { type Step, type setStages, stageOf, steps } from "../stages.ts";
import type { TaskInput, TaskName, TaskOutput } from "../tasks.ts";
import type { Tools } from "../tools.ts";

type SetStages = typeof setStages;
type TasksOf<S extends Step> = SetStages[S] extends { sideTasks: infer Tasks } ? keyof Tasks & string : never;

/** Name of a side task that a stage declares, as `stage.task`. */
type SideTaskName = { [S in Step]: `${S}.${TasksOf<S>}` }[Step];

interface DeclaredTask extends SideTask {
  /** The stage that it is part of. */
  readonly stage: Step;
}

/** All side tasks, by name, in the order of the stages that declare them. */
export const sideTasks = Object.fromEntries(
  steps.flatMap((stage) =>
    Object.entries(stageOf[stage].sideTasks ?? {}).map(([name, task]) => [`${stage}.${name}`, { ...task, stage }]),
  ),
) as Readonly<Record<SideTaskName, DeclaredTask>>;

/**
 * Runs the side tasks of one set in parallel with its stages. If the set fails in the meantime, their results are
 * dropped, and a second failure is not reported.
 */
class SideTasks {
  readonly #done: ReadonlySet<Step>;

  /** `done`: finished stages; the owner adds to it. */
  constructor(done: ReadonlySet<Step>) {
    this.#done = done;
  }

  /**
   * Starts a task; a failure is reported where the result is awaited. Throws `internal` if the stage it follows has not
   * finished.
   */
  begin<T>(name: SideTaskName, work: () => Promise<T>): Promise<T> {
    const { after } = sideTasks[name];
    if (after !== undefined && !this.#done.has(after as Step))
      throw new EngineError("internal", `${name}: expected to begin after ${after}, began before it`);
    const result = work();
    result.catch(() => {});
    return result;
  }
}

/** The state of one set: its warnings, its side tasks, how long each step took, and the callbacks for progress. */
export class Job {
  readonly signal: AbortSignal;
  readonly warnings: Warning[] = [];
  readonly timingsMs: Partial<Record<Step, number>> = {};
  readonly context: StageContext;
  readonly #done = new Set<Step>();
  readonly #sideTasks = new SideTasks(this.#done);
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
      // Drop duplicates: a set that is made again repeats its warnings.
      warn: (code, message) => {
        const isKnown = this.warnings.some((known) => known.code === code && known.message === message);
        if (!isKnown) this.warnings.push({ code, message });
      },
    };
  }

  /**
   * Reports one step, runs it, and keeps its wall time. Throws `cancelled`, also if the callback has just cancelled the
   * call or destroyed its stream, whose event comes later.
   */
  async step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    this.#onStep(step);
    await takeTurns(this.context, step);
    return this.time(step, work);
  }

  /** Runs a task for this set on a thread that is free. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
    return this.#tools.executor.run(name, input, this.signal);
  }

  /** Starts a side task; a failure is reported where the result is awaited. */
  begin<T>(name: SideTaskName, work: () => Promise<T>): Promise<T> {
    return this.#sideTasks.begin(name, work);
  }

  /** Starts a side task; the returned function waits for its end, and the wait is added to the time of its stage. */
  aside<T>(name: SideTaskName, work: () => Promise<T>): () => Promise<T> {
    const result = this.begin(name, work);
    return () => this.time(sideTasks[name].stage, () => result);
  }

  /** Runs a part of a step without reporting it, and adds its wall time to the step's. */
  async time<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#done.add(step);
      this.timingsMs[step] = (this.timingsMs[step] ?? 0) + Math.round((performance.now() - start) * 10) / 10;
    }
  }
}
