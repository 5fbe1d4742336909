import type { IntegerImage } from "../image/index.ts";
import type { Tools } from "./tools.ts";

/** Gives pictures' memory back once a later stage holds all that is still needed. */
export class Ownership {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Releases what is in `before` and not in `after`; stages pass pictures on unchanged where they have nothing to do. */
  passOn(before: readonly IntegerImage[], after: readonly IntegerImage[]): void {
    const kept = new Set(after.map(({ data }) => data));
    for (const { data } of before) if (!kept.has(data)) this.#tools.memory.release(data);
  }
}
