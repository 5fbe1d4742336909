import type { Executor } from "../../src/pipeline/tools.ts";
import type { StageContext } from "../../src/stages/context.ts";

/** Tools for a case: threads, a stage context on them, and the frames on disk. */
export interface BenchTools {
  readonly executor: Executor;
  readonly context: StageContext;
  /** JPEG bracket of the wanted size, darkest first, and its folder. */
  readonly bracket: readonly string[];
  /** A Bayer DNG of the wanted size. */
  readonly raw: string;
  readonly megapixels: number;
}

/** A measured case. Set-up is not timed; `run` is timed as a whole. */
export interface BenchCase {
  readonly name: string;
  prepare(tools: BenchTools): Promise<{ run(): Promise<void>; dispose?(): Promise<void> }>;
}
