import type { Measured } from "../../../src/stages/check/index.ts";
import type { Base } from "./bases.ts";

/** One fault planted, or a clean twin judged. */
export interface Trial {
  readonly base: number;
  readonly name: string;
  readonly kind: Base["kind"];
  /** Name of the fault; empty for the clean twin. */
  readonly fault: string;
  readonly place: "frames" | "merge" | "tone";
  /** 0 for the weakest planted, 1 for the strongest. */
  readonly strength: number;
  /** Measures beyond their limits; of a fault those that its clean twin does not have. */
  readonly found: readonly string[];
  /** Whether the picture looks otherwise than its clean twin: see {@link isVisible}. */
  readonly visible: boolean;
  /** Every number of the check. */
  readonly measured: Measured;
}
