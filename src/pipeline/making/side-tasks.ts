import { EngineError } from "../../errors/index.ts";
import type { SideTask } from "../../stages/descriptor.ts";
import { type Step, type setStages, stageOf, steps } from "../stages.ts";

type SetStages = typeof setStages;
type TasksOf<S extends Step> = SetStages[S] extends { sideTasks: infer Tasks } ? keyof Tasks & string : never;

/** A side task that a stage declares, as `stage.task`. */
export type SideTaskName = { [S in Step]: `${S}.${TasksOf<S>}` }[Step];

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
 * Runs the side tasks of one set while its stages run. If the set fails meanwhile, their results are dropped, and a
 * second failure is not reported.
 */
export class SideTasks {
  readonly #done: ReadonlySet<Step>;

  /** `done`: stages that are over; the owner adds to it. */
  constructor(done: ReadonlySet<Step>) {
    this.#done = done;
  }

  /** Begins a task; a failure is reported where the result is awaited. Throws `internal` before the stage it follows. */
  begin<T>(name: SideTaskName, work: () => Promise<T>): Promise<T> {
    const { after } = sideTasks[name];
    if (after !== undefined && !this.#done.has(after as Step))
      throw new EngineError("internal", `${name}: expected to begin after ${after}, began before it`);
    const result = work();
    result.catch(() => {});
    return result;
  }
}
