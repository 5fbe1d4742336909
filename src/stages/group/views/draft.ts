import { areOfOneSize, type Shot } from "../shots/index.ts";

/** A view while its shots are gathered. */
export interface Draft {
  readonly shots: Shot[];
  certainty: number;
  /** Another draft shows the same by another light. */
  hasOtherLight?: boolean;
}

export interface Match {
  readonly draft: Draft;
  readonly score: number;
}

/** The best ones, the best first. */
export function ranked(drafts: readonly Draft[], scoreOf: (draft: Draft) => number, count = 2): Match[] {
  return drafts
    .map((draft) => ({ draft, score: scoreOf(draft) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
}

export function areOfOneBody(a: Shot, b: Shot): boolean {
  return areOfOneSize(a, b) && a.body === b.body;
}

export function doubt(draft: Draft, certainty: number): void {
  draft.certainty = Math.min(draft.certainty, certainty);
}

/** How likely a decision is right by its gap: even odds in the middle, e-fold for each scale. */
export function oddsOf(gap: number, { middle, scale }: { readonly middle: number; readonly scale: number }): number {
  return 1 / (1 + Math.exp((middle - gap) / scale));
}
