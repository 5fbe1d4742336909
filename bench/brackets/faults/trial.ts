import type { Measured } from "../../../src/stages/check/index.ts";
import type { Base } from "./bases.ts";

/** Result of a planted fault or of a clean twin. */
export interface Trial {
  readonly base: number;
  readonly name: string;
  readonly kind: Base["kind"];
  /** Name of the fault; empty for the clean twin. */
  readonly fault: string;
  readonly place: "frames" | "merge" | "tone";
  /** 0 for the weakest planted, 1 for the strongest. */
  readonly strength: number;
  /** Measures beyond their limits; for a fault, without those of its clean twin. */
  readonly found: readonly string[];
  /** Whether the picture differs visibly from its clean twin: see {@link isVisible}. */
  readonly visible: boolean;
  /** All numbers of the check. */
  readonly measured: Measured;
}
