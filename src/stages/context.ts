import { cancelledError, type WarningCode } from "../errors/index.ts";
import type { PixelMemory } from "../image/index.ts";
import type { KernelRunner } from "../kernels/index.ts";

/** What a stage may use in addition to its inputs. It has no clock, disk, network, environment or randomness. */
export interface StageContext {
  readonly kernels: KernelRunner;
  readonly memory: PixelMemory;
  /**
   * Aborted when the caller cancels. Kernels watch it; long loops of a stage call {@link throwIfCancelled}.
   */
  readonly signal: AbortSignal;
  /** Reports a problem that is not fatal; it appears in the report. `message` is one sentence with the values. */
  warn(code: WarningCode, message: string): void;
}

export function throwIfCancelled(context: StageContext, stage: string): void {
  if (context.signal.aborted) throw cancelledError(stage);
}

/** For long loops of a stage on the main thread: lets other work run, and cancellation take effect. */
export async function takeTurns(context: StageContext, stage: string): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  throwIfCancelled(context, stage);
}
