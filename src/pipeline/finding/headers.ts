import type { EngineError } from "../../errors/index.ts";
import type { TagRecord } from "../../stages/metadata/index.ts";
import type { TaskOutput } from "../tasks.ts";

/**
 * What is read of each file before its pixels, in the order of the files; a file that fails gives its error in its
 * place.
 */
export interface Headers {
  readonly tags: Promise<readonly (TagRecord | EngineError)[]>;
  readonly probes: Promise<readonly (TaskOutput<"probe"> | EngineError)[]>;
}
