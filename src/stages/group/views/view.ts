import { type Pictures, stepBetween } from "../pictures/index.ts";
import type { Level, Shot } from "../shots/index.ts";

/** What one camera angle shows: all its shots, whenever they were taken. */
export interface View {
  /** From the darkest to the brightest. */
  readonly shots: readonly Shot[];
  /** As the pictures show them; one scale for the whole view. */
  readonly levels: readonly Level[];
  /** How sure the least certain of its shots is, 0 to 1. */
  readonly certainty: number;
  /** Another view shows the same by another light. */
  readonly hasOtherLight?: boolean;
}

/** A step that pictures do not show, because one of both is blank, EV. */
const unseenStepEv = 2;

/** A view of these shots, its levels found from its pictures on a scale of its own. */
export function toView({ shots, ...known }: Omit<View, "levels">, scale: number, pictures: Pictures): View {
  const lightOf = (shot: Shot) => pictures.exposureOf(shot)?.brightness ?? 0;
  const sorted = [...shots].sort((a, b) => lightOf(a) - lightOf(b));
  const levels: Level[] = [];
  for (const [i, shot] of sorted.entries()) {
    const before = sorted[i - 1];
    const step = before === undefined ? 0 : (stepBetween(before, shot, pictures) ?? unseenStepEv);
    levels.push({ ev: (levels[i - 1]?.ev ?? 0) + Math.max(0, step), scale });
  }
  return { ...known, shots: sorted, levels };
}
