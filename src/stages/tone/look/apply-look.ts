import { curveSteps, type Look, type LookPart } from "./look.ts";

/** What is asked of one picture: a look's part, or between its two parts where the picture may be either. */
export type LookTarget = Omit<LookPart, "pictures">;

const plain: LookTarget = {
  curve: Array.from({ length: curveSteps + 1 }, (_, i) => i / curveSteps),
  whiteRed: 0,
  whiteBlue: 0,
  chroma: 1,
  windowLift: 1,
};

/**
 * The part for a picture that is a room as surely as `room` says (0 to 1); what a look does not know stays plain.
 * `amount` scales it.
 */
export function targetFor(look: Look | undefined, room: number, amount: number): LookTarget {
  const mix = (of: (part: LookTarget) => number) => {
    const asked = room * of(look?.room ?? plain) + (1 - room) * of(look?.other ?? plain);
    return of(plain) + amount * (asked - of(plain));
  };
  return {
    curve: plain.curve.map((_, i) => mix(({ curve }) => curve[i])),
    whiteRed: mix(({ whiteRed }) => whiteRed),
    whiteBlue: mix(({ whiteBlue }) => whiteBlue),
    chroma: mix(({ chroma }) => chroma),
    windowLift: mix(({ windowLift }) => windowLift),
  };
}

/** The curve between its nodes. */
export function alongCurve(curve: readonly number[], value: number): number {
  const at = Math.min(curve.length - 1.000001, Math.max(0, value * (curve.length - 1)));
  const i = Math.floor(at);
  return curve[i] + (at - i) * (curve[i + 1] - curve[i]);
}
