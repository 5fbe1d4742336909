/** `note`: pictures are made, but slower or with less; `problem`: something that is needed does not work. */
export type CheckStatus = "ok" | "note" | "problem";

/** One line of the screen. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly found: string;
  /** What to do; of all that is not ok. */
  readonly advice?: string;
}
